import { identifier } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const removeMember = operation({
  id: 'removeMember',
  area: 'organization',
  method: 'DELETE',
  path: '/v1/organization/members/{memberId}',
  summary: 'End a membership or an invitation',
  description:
    'The person loses access everywhere within five seconds. The credentials, applications and open invitations of the person end with the membership, and the webhooks of the person are disabled; listAccess shows them before. An owner can keep a credential by rotating it before.',
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
