import { credential, identifier } from '@timbre/api';
import { z } from 'zod';
import { command, replyWith } from '@timbre/kit';
import { CredentialEntity, credentialResource } from '../../store/credentials';
import { operation } from '../operation';

const revoke = command(async (tx, request: { credentialId: string }) => {
  const stored = await tx.lock(CredentialEntity, request.credentialId, credentialResource.name);
  if (!stored.revokedAt) {
    stored.revokedAt = tx.now;
    stored.updatedAt = tx.now;
  }
  return replyWith(credentialResource, stored.id);
});

export const revokeCredential = operation({
  id: 'revokeCredential',
  area: 'credentials',
  method: 'POST',
  path: '/v1/credentials/{credentialId}/revoke',
  summary: 'Revoke an API credential',
  description:
    'It stops working everywhere within five seconds. Revoking it again changes nothing.',
  permissions: ['credentials:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ credentialId: identifier }),
  response: credential,
  call: async ({ own, forgetCredential }, { params }, context) => {
    const revoked = await revoke.run(own, context, params);
    forgetCredential(params.credentialId.toLowerCase());
    return revoked;
  },
});
