import { credential, identifier } from '@timbre/api';
import { z } from 'zod';
import { revoke } from '../../credentials/revoke';
import { operation } from '../operation';

export const revokeCredential = operation({
  id: 'revokeCredential',
  area: 'credentials',
  method: 'POST',
  path: '/v1/credentials/{credentialId}/revoke',
  summary: 'Revoke an API credential and all that come from it',
  description:
    'They stop working everywhere within five seconds. Revoking it again changes nothing.',
  permissions: ['credentials:manage'],
  environments: 'both',
  isIdempotent: true,
  isForArchived: true,
  success: 200,
  params: z.strictObject({ credentialId: identifier }),
  response: credential,
  call: async ({ own, forgetPrincipals }, { params }, context) => {
    const revoked = await revoke.run(own, context, params);
    forgetPrincipals(context.organizationId);
    return revoked;
  },
});
