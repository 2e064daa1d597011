import { createHmac, hash } from 'node:crypto';
import type { CallContext } from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import { modeOf, writeApiKey } from '../domain/api-key';

/**
 * Adds the API key to a response. The stored response never contains the key. For a repeated
 * request, the API key is derived from the idempotency key again.
 */
export function withApiKey(reply: Buffer, entropy: Buffer, context: CallContext): Buffer {
  const { data } = JSON.parse(reply.toString()) as { data: { credentialId: string } };
  const key = writeApiKey(modeOf(context.environment), data.credentialId, entropy);
  return Buffer.from(JSON.stringify({ data: { ...data, apiKey: key.text } }));
}

/**
 * Adds the caller to the request's fingerprint, so that the same request from another caller counts
 * as a different request. The response to a repeated request contains the API key, which no other
 * caller may receive.
 */
export function ofItsCaller(context: CallContext): CallContext {
  const { actor, idempotency } = context;
  const { fingerprint, ...rest } = certain(idempotency, 'idempotency');
  const own = hash('sha256', `${fingerprint}\n${actor}`, 'hex');
  return { ...context, idempotency: { ...rest, fingerprint: own } };
}

/**
 * @returns a function that derives 32 bytes from the idempotency key of a write, so that the
 * response to a repeated request contains the same API key
 */
export const createKeySecret =
  (contextKey: Buffer) =>
  ({ organizationId, idempotency }: CallContext): Buffer =>
    createHmac('sha256', contextKey)
      .update(`api-key\n${organizationId}\n${idempotency?.key}\n${idempotency?.fingerprint}`)
      .digest();
