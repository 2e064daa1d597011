import { identifier } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const disconnectApplication = operation({
  id: 'disconnectApplication',
  area: 'organization',
  method: 'DELETE',
  path: '/v1/organization/applications/{applicationId}',
  summary: {
    en: 'Disconnect an application of a member',
    es: 'Desconectar una aplicación de un miembro',
  },
  description: {
    en: 'Its tokens, and the credentials and open invitations made through it, end within five seconds; its webhooks are disabled. listAccess shows them before.',
    es: 'Sus tokens, y las credenciales e invitaciones abiertas que se hicieron con ella, terminan en menos de cinco segundos; sus webhooks se desactivan. listAccess los muestra antes.',
  },
  permissions: ['members:manage'],
  environments: 'production',
  isIdempotent: true,
  isForArchived: true,
  success: 200,
  params: z.strictObject({ applicationId: identifier }),
  response: z.strictObject({ applicationId: z.string().min(1), deleted: z.literal(true) }),
  call: ({ services }, { params }, context, granter) =>
    services.identity.disconnectApplication({ ...params, granter }, context),
});
