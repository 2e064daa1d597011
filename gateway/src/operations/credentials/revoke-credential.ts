import { credential, identifier } from '@timbre/api';
import { z } from 'zod';
import { revoke } from '../../credentials/revoke';
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
    'They stop working everywhere within five seconds. Revoking it again changes nothing.',
  permissions: ['credentials:manage'],
  environments: 'both',
  isIdempotent: true,
  isForArchived: true,
  success: 200,
  params: z.strictObject({ credentialId: identifier }),
  body: input.optional(),
  response: credential,
  call: async ({ own, forgetPrincipals }, { params, body }, context) => {
    const revoked = await revoke.run(own, context, { ...params, ...body });
    forgetPrincipals(context.organizationId);
    return revoked;
  },
});
