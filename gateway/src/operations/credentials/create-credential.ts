import { createdCredential, instant, permissions, text } from '@timbre/api';
import { z } from 'zod';
import { command, invalid, replyWith, type CallContext } from '@timbre/kit';
import { modeOf, secretDigest, writeApiKey } from '../../auth/api-key';
import { CredentialEntity, credentialResource } from '../../store/credentials';
import { operation } from '../operation';

const input = z.strictObject({
  name: text(100),
  permissions: z.array(z.enum(permissions)).min(1).max(permissions.length),
  expiresAt: instant.optional(),
});

interface CreateCredential extends z.output<typeof input> {
  entropy: Buffer;
  /** The permissions of the calling credential. */
  held: ReadonlySet<string>;
}

const addCredential = command(async (tx, request: CreateCredential) => {
  const { permissions: wanted, expiresAt } = request;
  const issues = wanted
    .map((name, index) => ({ name, index }))
    .filter(({ name }) => !request.held.has(name))
    .map(({ name, index }) => ({
      path: ['permissions', index],
      code: 'permission_not_held',
      message: `This credential cannot grant ${name}, because it does not hold it.`,
    }));
  if (expiresAt && new Date(expiresAt) <= tx.now) {
    issues.push({
      path: ['expiresAt'] as never,
      code: 'in_the_past',
      message: 'expiresAt is in the past.',
    });
  }
  if (issues.length) throw invalid(issues);
  const id = tx.newId();
  const key = writeApiKey(modeOf(tx.context.environment), id, request.entropy);
  tx.add(CredentialEntity, {
    id,
    version: 1,
    name: request.name,
    permissions: [...new Set(wanted)],
    digest: secretDigest(key.secret),
    createdAt: tx.now,
    updatedAt: tx.now,
    ...(expiresAt && { expiresAt: new Date(expiresAt) }),
  });
  return replyWith(credentialResource, id);
});

export const createCredential = operation({
  id: 'createCredential',
  area: 'credentials',
  method: 'POST',
  path: '/v1/credentials',
  summary: 'Create an API credential',
  description: 'Only this answer, and a repeat of the request, shows the key.',
  permissions: ['credentials:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: input,
  response: createdCredential,
  call: async ({ own, keySecret }, { body }, context, { permissions: held }) => {
    const entropy = keySecret(context);
    const reply = await addCredential.run(own, context, { ...body, entropy, held });
    return withApiKey(reply, entropy, context);
  },
});

/** The stored answer never holds the key; a repeat derives it again from the request. */
function withApiKey(reply: Buffer, entropy: Buffer, context: CallContext): Buffer {
  const { data } = JSON.parse(reply.toString()) as { data: { credentialId: string } };
  const key = writeApiKey(modeOf(context.environment), data.credentialId, entropy);
  return Buffer.from(JSON.stringify({ data: { ...data, apiKey: key.text } }));
}
