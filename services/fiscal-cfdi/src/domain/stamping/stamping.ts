/**
 * The protocol of a stamp: effect exactly once although nobody can know at once what became of a
 * document that was sent. Facts: reliability.md §2.
 */

/**
 * `sealed`: ready, nothing sent. `sending`: a PAC is pinned and may have the document. `unknown`:
 * it was sent and no answer says what became of it. The others are final.
 */
export type AttemptState =
  | 'sealed' | 'sending' | 'unknown' | 'stamped' | 'rejected' | 'not_sent' | 'not_found'; // prettier-ignore

export type AttemptTrigger = 'send' | 'stamp' | 'reject' | 'lose' | 'give_up' | 'miss';

/** From, trigger, to. What is not here cannot happen. */
export const attemptTransitions: readonly (readonly [
  AttemptState,
  AttemptTrigger,
  AttemptState,
])[] = [
  ['sealed', 'send', 'sending'],
  ['sealed', 'give_up', 'not_sent'],
  // Another PAC after one that certainly got nothing.
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

/** The state that a trigger leads to, or undefined where the table has no such way. */
export function nextAttemptState(
  from: AttemptState,
  trigger: AttemptTrigger,
): AttemptState | undefined {
  return attemptTransitions.find(([state, by]) => state === from && by === trigger)?.[2];
}

export const isOpen = (state: AttemptState): boolean =>
  state === 'sealed' || state === 'sending' || state === 'unknown';

/** A document leaves this soon after its PAC was pinned, or not at all: then the call has 30 s. */
export const beginMs = 4_000;
/** A call to a PAC is over, one way or the other, this long after its PAC was pinned. */
export const sendingMs = 35_000;
/** A sealed document that nobody sends within this time is given up; nothing was sent. */
export const sealedMs = 60_000;
/** The same where many were sealed at once and wait for their turn at the PAC; well within the 72 h
 * that a Fecha is good for. */
export const sealedInBulkMs = 6 * 3_600_000;
/** Unknown for longer than this, clients are told that someone has to look (`recovery_required`). */
export const recoveryMs = 10 * 60_000;
/** After the PAC's own window a document cannot be found any more; an operator must act. */
export const abandonedMs = 72 * 3_600_000;
export const isAbandoned = (
  { state, sentAt }: { state: AttemptState; sentAt?: Date | null | undefined },
  now: Date,
): boolean =>
  state === 'unknown' && sentAt != null && now.getTime() - sentAt.getTime() > abandonedMs;

/** A PAC may not show a fresh stamp for some seconds; a miss counts only this long after the send. */
export const missCountsMs = 60_000;

const firstChecksMs = [200, 1_000, 2_000, 5_000];
/** While clients still hope, so that a PAC that is back is noticed within seconds. */
const hopefulCheckMs = 10_000;
const laterChecksMsMax = 600_000;

/** How long to wait before looking again, after so many looks and so long since it was sent. */
export function nextCheckMs(checks: number, sinceSentMs: number): number {
  if (sinceSentMs < recoveryMs) return firstChecksMs[checks] ?? hopefulCheckMs;
  return Math.min(laterChecksMsMax, Math.floor(sinceSentMs / 10));
}
