import { credential, identifier } from '@timbre/api';
import { z } from 'zod';
import { creatorOf } from '../../../identity/workflows/creator';
import { revoke } from '../../../identity/operations/revoke-credential';
import { operation } from '../operation';

const input = z.strictObject({
  replacements: z.boolean().default(false).meta({
    description:
      'Whether what replaced it by a rotation ends too, with all that came from that: for a key that was stolen, which may have been rotated since.',
  }),
});

export const revokeCredential = operation({
  id: 'revokeCredential',
  area: 'credentials',
  method: 'POST',
  path: '/v1/credentials/{credentialId}/revoke',
  summary: 'Revoke an API credential and all that come from it',
  description:
    'They stop working everywhere within five seconds. Revoking it again changes nothing. It takes all permissions of the credential, and an owner for one of an owner; the last one that manages credentials stays until there is another.',
  permissions: ['credentials:manage'],
  environments: 'both',
  isIdempotent: true,
  isForArchived: true,
  success: 200,
  params: z.strictObject({ credentialId: identifier }),
  body: input.optional(),
  response: credential,
  call: async ({ own, forgetPrincipals }, { params, body }, context, principal) => {
    const request = {
      ...params,
      ...body,
      creator: creatorOf({ ...principal, proposer: undefined }),
    };
    const revoked = await revoke.run(own, context, request);
    forgetPrincipals(context.organizationId);
    return revoked;
  },
});
