import { status } from '@grpc/grpc-js';
import { withoutKey, type CallContext } from '../operation/context';
import { Refusal } from '../refusal/refusal';

/** The maximum wait for an optional part of a response, in milliseconds. */
const waitMs = 2_000;

/**
 * Calls another service for an optional part of a response. The call has no idempotency key.
 * @returns undefined if the service does not respond within two seconds, or if it runs an older
 * version without this rpc, which happens during a deployment
 * @throws Refusal if the service refuses the call for any other reason
 */
export async function unlessUnavailable<T>(
  context: CallContext,
  ask: (context: CallContext) => Promise<T>,
): Promise<T | undefined> {
  const deadlineMs = Math.min(context.deadlineMs, Date.now() + waitMs);
  try {
    return await ask({ ...withoutKey(context), deadlineMs });
  } catch (error) {
    if (error instanceof Refusal && isWithoutAnswer(error)) return undefined;
    throw error;
  }
}

const isWithoutAnswer = ({ code, cause }: Refusal): boolean =>
  code === 'provider_unavailable' ||
  (cause as { code?: unknown } | undefined)?.code === status.UNIMPLEMENTED;
