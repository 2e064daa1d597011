import { status } from '@grpc/grpc-js';
import { withoutKey, type CallContext } from '../operation/context';
import { Refusal } from '../refusal/refusal';

/** An answer waits no longer for what it can do without. */
const waitMs = 2_000;

/**
 * Asks another service for something that the answer can do without. The call has no idempotency key.
 * @returns undefined if the service does not answer within two seconds, or if it is of an older version that does not
 *   know the question, as during an upgrade
 * @throws Refusal of any other kind
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
