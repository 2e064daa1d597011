import { identifier } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const disconnectApplication = operation({
  id: 'disconnectApplication',
  area: 'organization',
  method: 'DELETE',
  path: '/v1/organization/applications/{applicationId}',
  summary: 'Disconnect an application of a member',
  description:
    'Its tokens, and the credentials and open invitations made through it, end within five seconds; its webhooks are disabled. listAccess shows them before.',
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
