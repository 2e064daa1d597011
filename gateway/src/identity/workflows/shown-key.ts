import { createHmac, hash } from 'node:crypto';
import type { CallContext } from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import { modeOf, writeApiKey } from '../domain/api-key';

/**
 * Adds the key to an answer. The stored answer never contains the key. A repeat derives the key
 * again from the request.
 */
export function withApiKey(reply: Buffer, entropy: Buffer, context: CallContext): Buffer {
  const { data } = JSON.parse(reply.toString()) as { data: { credentialId: string } };
  const key = writeApiKey(modeOf(context.environment), data.credentialId, entropy);
  return Buffer.from(JSON.stringify({ data: { ...data, apiKey: key.text } }));
}

/** Makes the same request of another caller a different request, because a repeat shows the key. */
export function ofItsCaller(context: CallContext): CallContext {
  const { actor, idempotency } = context;
  const { fingerprint, ...rest } = certain(idempotency, 'idempotency');
  const own = hash('sha256', `${fingerprint}\n${actor}`, 'hex');
  return { ...context, idempotency: { ...rest, fingerprint: own } };
}

/**
 * @returns 32 bytes derived from the write's idempotency key, so that a repeat of the request shows the same
 * key
 */
export const createKeySecret =
  (contextKey: Buffer) =>
  ({ organizationId, idempotency }: CallContext): Buffer =>
    createHmac('sha256', contextKey)
      .update(`api-key\n${organizationId}\n${idempotency?.key}\n${idempotency?.fingerprint}`)
      .digest();
