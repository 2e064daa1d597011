import { setTimeout as pause } from 'node:timers/promises';
import { failpoint, translateDatabaseError, type CallContext, type Run } from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import type { CfdiPort } from '../domain/ports';
import {
  claimToSend,
  releaseLeases,
  type ClaimKind,
  type Claimed,
  type RowToSend,
} from '../store/row-leases';
import { settleRows, type AnsweredRow } from './settle-rows';

/**
 * The time for which stamp responses are collected before they are committed together, in
 * milliseconds. While responses are collected, other leased rows are sent.
 */
const togetherMs = 120;
/**
 * The delay before this worker checks again whether the organization is below its limit of stamp
 * requests.
 */
const fullMs = 250;
/**
 * The time for which one run may send its rows (a turn), in milliseconds. A turn is short, so that
 * other runs do not wait long.
 */
const turnMs = 10_000;
/**
 * The time for which leased rows wait in memory for an unavailable database or a lock, in
 * milliseconds. The leases of the rows last longer than this time.
 */
const patienceMs = 60_000;
/** The delay before this worker tries to use the database again. */
const awayMs = 500;

/**
 * Sends sealed rows of a run for one turn, with as many concurrent requests as the limit of the
 * organization allows. As soon as a stamp call ends, the next leased row is sent. Responses are
 * committed in batches, in the same transaction that claims the next rows. While the database is
 * unavailable, leased rows and responses wait in memory. If the worker crashes, the leases expire,
 * and the reconciler sends the rows with the same idempotency keys.
 * @returns whether the run may still have rows that were not sent
 */
export async function sendRows(
  steps: Run,
  cfdi: CfdiPort<CallContext>,
  runId: string,
  kind: ClaimKind,
): Promise<boolean> {
  const until = Date.now() + turnMs;
  const sender = createSender((row) => cfdi.stamp(steps.context, row));
  for (;;) {
    const settling = sender.takeAnswered();
    const isOver = Date.now() >= until;
    const spared = isOver ? sender.takeWaiting() : [];
    const settled = await unlessDatabaseIsAway(until + patienceMs, () =>
      steps.step(async (tx) => {
        if (settling.length > 0) failpoint('payroll.answered');
        if (settling.length > 0) await settleRows(tx, runId, settling);
        if (!isOver) return { claimed: await claimToSend(tx, runId, kind, sender.inHand()) };
        await releaseLeases(tx, spared);
        return {};
      }),
    );
    if (!settled) {
      sender.takeBack(settling, spared);
      await pause(awayMs);
      continue;
    }
    const { claimed } = settled;
    if (claimed) sender.add(claimed);
    if (await sender.answered()) await pause(togetherMs);
    else if (!claimed) return true;
    else if (sender.inHand() === 0 && !claimed.isFull) return false;
    else await pause(fullMs);
  }
}

/**
 * @returns the result of the write, or undefined if the database is unavailable and the write may
 * be retried
 */
async function unlessDatabaseIsAway<T>(
  untilMs: number,
  write: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await write();
  } catch (error) {
    if (Date.now() >= untilMs || !translateDatabaseError(error)) throw error;
    return undefined;
  }
}

/** Creates a sender that sends leased rows within the limit of concurrent requests. */
function createSender(stamp: (row: RowToSend) => Promise<AnsweredRow['answer']>) {
  const waiting: RowToSend[] = [];
  const sending = new Set<Promise<void>>();
  const answered: AnsweredRow[] = [];
  let inFlightLimit = 0;
  let failure: { error: unknown } | undefined;
  const send = (row: RowToSend): void => {
    failpoint('payroll.sending');
    const sent = stamp(row)
      .then((answer) => void answered.push({ row, answer }))
      .catch((error: unknown) => void (failure ??= { error }))
      .finally(() => {
        sending.delete(sent);
        fill();
      });
    sending.add(sent);
  };
  const fill = (): void => {
    while (!failure && waiting.length > 0 && sending.size < inFlightLimit)
      send(certain(waiting.shift(), 'the next'));
  };
  return {
    inHand: () => waiting.length + sending.size + answered.length,
    takeAnswered: () => answered.splice(0),
    takeWaiting: () => waiting.splice(0),
    takeBack(unsettled: readonly AnsweredRow[], unsent: readonly RowToSend[]): void {
      answered.push(...unsettled);
      waiting.push(...unsent);
    },
    add(claimed: Claimed): void {
      waiting.push(...claimed.rows);
      inFlightLimit = claimed.inFlightLimit;
      fill();
    },
    /**
     * Waits for the next response to a stamp call.
     * @returns false if no stamp call is waiting for a response
     * @throws the error of a call that failed
     */
    async answered(): Promise<boolean> {
      if (answered.length === 0 && sending.size > 0) await Promise.race(sending);
      if (failure) throw failure.error;
      return answered.length > 0;
    },
  };
}
