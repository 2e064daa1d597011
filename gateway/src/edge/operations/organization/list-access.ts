import { access, accessKinds, identifier, pageFields, queryOf } from '@timbre/api';
import { z } from 'zod';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

const { cursor, limit } = pageFields;

const filters = queryOf({
  cursor,
  limit,
  kind: z.enum(accessKinds).optional(),
  memberId: identifier.optional(),
  applicationId: identifier.optional(),
});

export const listAccess = operation({
  id: 'listAccess',
  area: 'organization',
  method: 'GET',
  path: '/v1/organization/access',
  summary: {
    en: 'List everything that acts in the organization',
    es: 'Listar todo lo que actúa en la organización',
  },
  description: {
    en: 'Members, connected applications, active credentials, enabled webhooks and open invitations, in this order. With `memberId` or `applicationId`, lists only entries that end with it; call before removeMember or disconnectApplication.',
    es: 'Los miembros, las aplicaciones conectadas, las credenciales activas, los webhooks activos y las invitaciones abiertas, en este orden. Con `memberId` o `applicationId`, solo lo que termina con ese miembro o esa aplicación: consúltelo antes de removeMember o disconnectApplication.',
  },
  permissions: ['members:read', 'credentials:read', 'webhooks:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: filters,
  response: access,
  isList: true,
  call: async ({ services }, { query: { kind, memberId, applicationId, ...page } }, context) => {
    const { webhooks } = await services.webhooks.listWebhookMakers({}, context);
    const asked = { page: pageRequest(page), kind, memberId, applicationId, webhooks };
    return services.identity.listAccess(asked, context);
  },
});
