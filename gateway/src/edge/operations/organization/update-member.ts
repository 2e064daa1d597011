import { identifier, member, roleNames } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const updateMember = operation({
  id: 'updateMember',
  area: 'organization',
  method: 'PATCH',
  path: '/v1/organization/members/{memberId}',
  summary: { en: 'Change the role of a member', es: 'Cambiar el rol de un miembro' },
  description: {
    en: 'The new role has effect everywhere within five seconds; an invitation can change too. A member cannot change their own role, and an organization keeps its last owner.',
    es: 'El nuevo rol rige en todas partes en menos de cinco segundos; también puede cambiarse el de una invitación. Un miembro no puede cambiar su propio rol, y la organización conserva a su último propietario.',
  },
  permissions: ['members:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ memberId: identifier }),
  body: z.strictObject({ role: z.enum(roleNames) }),
  response: member,
  call: ({ services }, { params, body }, context, granter) =>
    services.identity.changeRole({ ...params, ...body, granter }, context),
});
