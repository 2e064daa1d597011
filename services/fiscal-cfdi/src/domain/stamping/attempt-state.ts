/**
 * The states of a stamp attempt and the transitions between them. The states and transitions ensure that a
 * document is stamped exactly once, although the outcome of a call to the PAC can be unknown for a while.
 * The facts are in reliability.md §2.
 */

/**
 * - `sealed`: the document is sealed and was not sent to a PAC yet
 * - `sending`: the attempt is pinned to a PAC, which might have received the document
 * - `unknown`: the document was sent, but no response contained the outcome
 *
 * All other states of a stamp attempt are final.
 */
export type AttemptState =
  | 'sealed' | 'sending' | 'unknown' | 'stamped' | 'rejected' | 'not_sent' | 'not_found'; // prettier-ignore

export type AttemptTrigger = 'send' | 'stamp' | 'reject' | 'lose' | 'give_up' | 'miss';

/**
 * Each row contains a state, a trigger and the next state. If the code attempts a transition that this
 * table does not contain, the code has a bug.
 */
export const attemptTransitions: readonly (readonly [
  AttemptState,
  AttemptTrigger,
  AttemptState,
])[] = [
  ['sealed', 'send', 'sending'],
  ['sealed', 'give_up', 'not_sent'],
  // The attempt switches to the next PAC, because the previous PAC certainly did not receive the document.
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

/**
 * Returns the next state of an attempt; undefined if `attemptTransitions` does not allow the transition.
 */
export function nextAttemptState(
  from: AttemptState,
  trigger: AttemptTrigger,
): AttemptState | undefined {
  return attemptTransitions.find(([state, by]) => state === from && by === trigger)?.[2];
}

export const isOpen = (state: AttemptState): boolean =>
  state === 'sealed' || state === 'sending' || state === 'unknown';

/**
 * The document must be sent within this time, in milliseconds, after the attempt was pinned to a PAC. The
 * call to the PAC can last at least another 30 s after this time.
 */
export const beginMs = 4_000;
/**
 * Every call to a PAC has ended when this time, in milliseconds, has passed since the attempt was pinned.
 */
export const sendingMs = 35_000;
/** A sealed document that was not sent is released after this time, in milliseconds. */
export const sealedMs = 60_000;
/**
 * A document that was sealed in bulk and was not sent yet is released after this time, in milliseconds. The
 * limit is far below the 72 hours for which the SAT accepts a Fecha.
 */
export const sealedInBulkMs = 6 * 3_600_000;
/** When an attempt has been `unknown` for this time, in milliseconds, clients get `recovery_required`. */
export const recoveryMs = 10 * 60_000;
/** After this time, in milliseconds, the PAC can no longer find the document, so an operator must act. */
export const abandonedMs = 72 * 3_600_000;
export const isAbandoned = (
  { state, sentAt }: { state: AttemptState; sentAt?: Date | null | undefined },
  now: Date,
): boolean =>
  state === 'unknown' && sentAt != null && now.getTime() - sentAt.getTime() > abandonedMs;

/**
 * Within this time after the send, a lookup that finds no stamp is ignored, because some PACs list a new
 * stamp only after some seconds.
 */
export const missCountsMs = 60_000;

const firstChecksMs = [200, 1_000, 2_000, 5_000];
/**
 * The maximum time between lookups while clients still wait for the stamp. When the PAC recovers from an
 * outage, these frequent lookups find the stamp within seconds.
 */
const hopefulCheckMs = 10_000;
const laterChecksMsMax = 600_000;

/** Returns the time until the next lookup of a stamp, in milliseconds. */
export function nextCheckMs(checks: number, sinceSentMs: number): number {
  if (sinceSentMs < recoveryMs) return firstChecksMs[checks] ?? hopefulCheckMs;
  return Math.min(laterChecksMsMax, Math.floor(sinceSentMs / 10));
}
