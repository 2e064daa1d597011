/**
 * The protocol of a stamp: exactly one effect, although the outcome of a send may be unknown for a
 * while. Facts: reliability.md §2.
 */

/**
 * `sealed`: nothing sent yet. `sending`: pinned to a PAC, which may have the document. `unknown`:
 * sent, but no answer gives the outcome. The other states are final.
 */
export type AttemptState =
  | 'sealed' | 'sending' | 'unknown' | 'stamped' | 'rejected' | 'not_sent' | 'not_found'; // prettier-ignore

export type AttemptTrigger = 'send' | 'stamp' | 'reject' | 'lose' | 'give_up' | 'miss';

/** From, trigger, to. Any other transition is a bug. */
export const attemptTransitions: readonly (readonly [
  AttemptState,
  AttemptTrigger,
  AttemptState,
])[] = [
  ['sealed', 'send', 'sending'],
  ['sealed', 'give_up', 'not_sent'],
  // To the next PAC, when the previous one certainly got nothing.
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

/** The next state, or undefined when the table has no such transition. */
export function nextAttemptState(
  from: AttemptState,
  trigger: AttemptTrigger,
): AttemptState | undefined {
  return attemptTransitions.find(([state, by]) => state === from && by === trigger)?.[2];
}

export const isOpen = (state: AttemptState): boolean =>
  state === 'sealed' || state === 'sending' || state === 'unknown';

/** Deadline to send after the pin; the call then has 30 s left. */
export const beginMs = 4_000;
/** A call to a PAC ends within this time after the pin. */
export const sendingMs = 35_000;
/** A sealed document that is not sent within this time is given up. */
export const sealedMs = 60_000;
/**
 * The same limit for documents that were sealed in bulk and queue for the PAC; well within the 72 h
 * in which a Fecha is valid.
 */
export const sealedInBulkMs = 6 * 3_600_000;
/** After this time in `unknown`, clients get `recovery_required`. */
export const recoveryMs = 10 * 60_000;
/** After the PAC's own window a lookup cannot find the document; an operator must act. */
export const abandonedMs = 72 * 3_600_000;
export const isAbandoned = (
  { state, sentAt }: { state: AttemptState; sentAt?: Date | null | undefined },
  now: Date,
): boolean =>
  state === 'unknown' && sentAt != null && now.getTime() - sentAt.getTime() > abandonedMs;

/** A PAC may not show a fresh stamp for some seconds, so earlier misses do not count. */
export const missCountsMs = 60_000;

const firstChecksMs = [200, 1_000, 2_000, 5_000];
/** Frequent while clients still wait, so that a recovered PAC is noticed within seconds. */
const hopefulCheckMs = 10_000;
const laterChecksMsMax = 600_000;

/** The wait before the next lookup. */
export function nextCheckMs(checks: number, sinceSentMs: number): number {
  if (sinceSentMs < recoveryMs) return firstChecksMs[checks] ?? hopefulCheckMs;
  return Math.min(laterChecksMsMax, Math.floor(sinceSentMs / 10));
}
