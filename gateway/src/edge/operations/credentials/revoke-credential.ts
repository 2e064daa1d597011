import { credential, identifier } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

const input = z.strictObject({
  replacements: z.boolean().default(false).meta({
    description:
      'Whether the credentials that replaced it by rotation end too, with the credentials that they created; use it for a stolen key, which the thief may have rotated.',
  }),
});

export const revokeCredential = operation({
  id: 'revokeCredential',
  area: 'credentials',
  method: 'POST',
  path: '/v1/credentials/{credentialId}/revoke',
  summary: 'Revoke an API credential and the credentials that it created',
  description:
    'The credentials stop working everywhere within five seconds. Revoking it again changes nothing. The caller needs all permissions of the credential, and must be an owner to revoke the credential of an owner. The last credential that manages credentials cannot be revoked.',
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
