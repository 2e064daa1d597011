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
    en: 'The application’s tokens, credentials and open invitations end within five seconds; its webhooks are disabled. listAccess lists them beforehand.',
    es: 'Los tokens, las credenciales y las invitaciones abiertas de la aplicación terminan en menos de cinco segundos; sus webhooks se desactivan. listAccess los muestra antes.',
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
