import { credential, identifier } from '@timbre/api';
import { z } from 'zod';
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
  call: ({ services }, { params, body }, context, principal) =>
    services.identity.revokeCredential({ ...params, ...body }, principal, context),
});
