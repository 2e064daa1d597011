import { member, roleNames } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const inviteMember = operation({
  id: 'inviteMember',
  area: 'organization',
  method: 'POST',
  path: '/v1/organization/members',
  summary: 'Invite a person by mail',
  description:
    'The mail has a link that works once, for seven days. To invite an address again replaces its invitation. Nobody gives a role with permissions that he lacks, and only an owner makes another one.',
  permissions: ['members:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: z.strictObject({ email: z.email().max(254), role: z.enum(roleNames) }),
  response: member,
  call: ({ services }, { body }, context, granter) =>
    services.identity.inviteMember({ ...body, granter }, context),
});
