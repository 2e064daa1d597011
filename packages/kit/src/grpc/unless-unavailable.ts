import { withoutKey, type CallContext } from '../operation/context';
import { Refusal } from '../refusal/refusal';

/** An answer waits no longer for what it can do without. */
const waitMs = 2_000;

/**
 * Asks another service for something that the answer can do without. The call has no idempotency key.
 * @returns undefined if the service does not answer within two seconds
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
    if (error instanceof Refusal && error.code === 'provider_unavailable') return undefined;
    throw error;
  }
}
