import { setTimeout as pause } from 'node:timers/promises';
import { failpoint, type CallContext, type Run } from '@timbre/kit';
import type { CfdiPort } from '../domain/ports';
import { claimToSend, type Turn } from '../store/row-leases';
import { settleRows, type AnsweredRow } from './settle-rows';

/** Answers that come within this time are settled together. */
const togetherMs = 10;
/** How soon to look again whether the organization has a free place at the stamper. */
const fullMs = 250;
/** Short enough that another run's turn comes soon. */
const turnMs = 10_000;

/**
 * Sends sealed rows of a run, always as many at once as the organization may have at the stamper,
 * for one turn. Each answer is committed before its place is taken again. A worker that dies leaves
 * leases, which run out, and rows that the reconciler sends under the same keys.
 * @returns whether rows may be left
 */
export async function sendRows(
  steps: Run,
  cfdi: CfdiPort<CallContext>,
  runId: string,
  turn: Turn,
): Promise<boolean> {
  const until = Date.now() + turnMs;
  const sending = new Set<Promise<void>>();
  const answered: AnsweredRow[] = [];
  let failure: { error: unknown } | undefined;
  for (;;) {
    const settling = answered.splice(0);
    const mayClaim = Date.now() < until;
    const claimed = await steps.step(async (tx) => {
      if (settling.length > 0) failpoint('payroll.answered');
      if (settling.length > 0) await settleRows(tx, runId, settling);
      return mayClaim ? claimToSend(tx, runId, turn) : { rows: [], isFull: true };
    });
    for (const row of claimed.rows) {
      failpoint('payroll.sending');
      const sent = cfdi
        .stamp(steps.context, row)
        .then((answer) => void answered.push({ row, answer }))
        .catch((error: unknown) => void (failure ??= { error }))
        .finally(() => void sending.delete(sent));
      sending.add(sent);
    }
    if (answered.length === 0 && sending.size > 0) await Promise.race(sending);
    if (failure) throw failure.error;
    if (answered.length > 0) await pause(togetherMs);
    else if (sending.size > 0) continue;
    else if (!claimed.isFull || !mayClaim) return claimed.isFull;
    else await pause(fullMs);
  }
}
