import { identifier } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const removeMember = operation({
  id: 'removeMember',
  area: 'organization',
  method: 'DELETE',
  path: '/v1/organization/members/{memberId}',
  summary: {
    en: 'End a membership or an invitation',
    es: 'Terminar una membresía o una invitación',
  },
  description: {
    en: 'The person loses access everywhere within five seconds. The credentials, applications and open invitations of the person end with the membership, and the webhooks of the person are disabled; listAccess shows them before. An owner can keep a credential by rotating it first.',
    es: 'La persona pierde el acceso en todas partes en menos de cinco segundos. Con la membresía terminan las credenciales, aplicaciones e invitaciones abiertas de la persona, y sus webhooks se desactivan; listAccess los muestra antes. Un propietario puede conservar una credencial si antes la rota.',
  },
  permissions: ['members:manage'],
  environments: 'both',
  isIdempotent: true,
  isForArchived: true,
  success: 200,
  params: z.strictObject({ memberId: identifier }),
  response: z.strictObject({ memberId: z.string().min(1), deleted: z.literal(true) }),
  call: ({ services }, { params }, context, granter) =>
    services.identity.removeMember({ ...params, granter }, context),
});
