import { identifier, member, roleNames } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const updateMember = operation({
  id: 'updateMember',
  area: 'organization',
  method: 'PATCH',
  path: '/v1/organization/members/{memberId}',
  summary: 'Change the role of a member',
  description:
    'The new role has effect everywhere within five seconds; an invitation can change too. A member cannot change their own role, and an organization keeps its last owner.',
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
