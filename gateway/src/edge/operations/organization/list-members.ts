import { member, pageOf, roleNames } from '@timbre/api';
import { z } from 'zod';
import { query } from '@timbre/kit';
import { pageRequest } from '../../messages/page';
import { hasStatus, memberList } from '../../../identity/store/members';
import { operation } from '../operation';

const filters = pageOf({
  role: z.enum(roleNames).optional(),
  status: member.shape.status.optional(),
});

const readMembers = query((read, { role, status, ...page }: z.output<typeof filters>) =>
  read.page(memberList, pageRequest(page), [
    ...(role === undefined ? [] : [['r.role = $1', role] as [string, unknown]]),
    ...(status === undefined ? [] : [[hasStatus, status] as [string, unknown]]),
  ]),
);

export const listMembers = operation({
  id: 'listMembers',
  area: 'organization',
  method: 'GET',
  path: '/v1/organization/members',
  summary: 'List members and invitations',
  description: 'Members, and invitations that are not accepted yet.',
  permissions: ['members:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: filters,
  response: member,
  isList: true,
  call: ({ own }, { query: page }, context) => readMembers.run(own, context, page),
});
