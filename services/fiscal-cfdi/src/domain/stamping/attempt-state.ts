/**
 * The protocol of a stamp. The protocol ensures that a document is stamped exactly once, although the outcome
 * of a send can be unknown for a while. Facts about this protocol: reliability.md §2.
 */

/**
 * - `sealed`: nothing was sent yet
 * - `sending`: pinned to a PAC, which might have received the document
 * - `unknown`: sent, but no response contained the outcome The other states are final.
 */
export type AttemptState =
  | 'sealed' | 'sending' | 'unknown' | 'stamped' | 'rejected' | 'not_sent' | 'not_found'; // prettier-ignore

export type AttemptTrigger = 'send' | 'stamp' | 'reject' | 'lose' | 'give_up' | 'miss';

/** Each row has a state, a trigger and the next state. A transition that is not listed here is a bug. */
export const attemptTransitions: readonly (readonly [
  AttemptState,
  AttemptTrigger,
  AttemptState,
])[] = [
  ['sealed', 'send', 'sending'],
  ['sealed', 'give_up', 'not_sent'],
  // The document is sent to the next PAC, because the previous PAC certainly did not receive it.
  ['sending', 'send', 'sending'],
  ['sending', 'stamp', 'stamped'],
  ['sending', 'reject', 'rejected'],
  ['sending', 'lose', 'unknown'],
  ['sending', 'give_up', 'not_sent'],
  ['unknown', 'stamp', 'stamped'],
  ['unknown', 'reject', 'rejected'],
  ['unknown', 'lose', 'unknown'],
  ['unknown', 'miss', 'not_found'],
];

/** Returns the next state; undefined if `attemptTransitions` has no such transition. */
export function nextAttemptState(
  from: AttemptState,
  trigger: AttemptTrigger,
): AttemptState | undefined {
  return attemptTransitions.find(([state, by]) => state === from && by === trigger)?.[2];
}

export const isOpen = (state: AttemptState): boolean =>
  state === 'sealed' || state === 'sending' || state === 'unknown';

/**
 * The time after the pin within which the send must begin, in milliseconds. The call to the PAC then has at
 * least 30 s left.
 */
export const beginMs = 4_000;
/** The time after the pin at which a call to a PAC ends at the latest. */
export const sendingMs = 35_000;
/** The time after which a sealed document that was not sent is released. */
export const sealedMs = 60_000;
/**
 * The time after which a document that was sealed in bulk and waits for its PAC is released. The limit is far
 * below the 72 h during which a Fecha is valid.
 */
export const sealedInBulkMs = 6 * 3_600_000;
/** The time in state `unknown` after which clients receive `recovery_required`. */
export const recoveryMs = 10 * 60_000;
/** The time after which the PAC can no longer find the document, so that an operator must act. */
export const abandonedMs = 72 * 3_600_000;
export const isAbandoned = (
  { state, sentAt }: { state: AttemptState; sentAt?: Date | null | undefined },
  now: Date,
): boolean =>
  state === 'unknown' && sentAt != null && now.getTime() - sentAt.getTime() > abandonedMs;

/**
 * During this time after the send, a lookup that finds no stamp does not count, because some PACs list a new
 * stamp only after some seconds.
 */
export const missCountsMs = 60_000;

const firstChecksMs = [200, 1_000, 2_000, 5_000];
/**
 * The maximum wait between lookups while clients still wait for the stamp. If the PAC recovers from an
 * outage, frequent lookups notice this within seconds.
 */
const hopefulCheckMs = 10_000;
const laterChecksMsMax = 600_000;

/** Returns the wait before the next lookup, in milliseconds. */
export function nextCheckMs(checks: number, sinceSentMs: number): number {
  if (sinceSentMs < recoveryMs) return firstChecksMs[checks] ?? hopefulCheckMs;
  return Math.min(laterChecksMsMax, Math.floor(sinceSentMs / 10));
}
