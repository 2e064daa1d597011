import { setTimeout as pause } from 'node:timers/promises';
import { failpoint, translateDatabaseError, type CallContext, type Run } from '@timbre/kit';
import type { CfdiPort } from '../domain/ports';
import {
  claimToSend,
  handBack,
  type Claimed,
  type RowToSend,
  type Turn,
} from '../store/row-leases';
import { settleRows, type AnsweredRow } from './settle-rows';

/** Answers that come within this time are settled together; rows in hand keep the places at the
 * stamper busy meanwhile. */
const togetherMs = 120;
/** How soon to look again whether the organization has a free place at the stamper. */
const fullMs = 250;
/** Short enough that another run's turn comes soon. */
const turnMs = 10_000;
/** How long rows in hand wait for a database that is away, or for a lock; their leases last longer. */
const patienceMs = 60_000;
/** How soon to look again whether it is back. */
const awayMs = 500;

/**
 * Sends sealed rows of a run, always as many at once as the organization may have at the stamper,
 * for one turn. A place that is free is taken by a row in hand; answers are committed together, with
 * the claim of the next rows. While the database is away, rows in hand and their answers wait for it. A
 * worker that dies leaves leases, which run out, and rows that the reconciler sends under the same keys.
 * @returns whether rows may be left
 */
export async function sendRows(
  steps: Run,
  cfdi: CfdiPort<CallContext>,
  runId: string,
  turn: Turn,
): Promise<boolean> {
  const until = Date.now() + turnMs;
  const sender = createSender((row) => cfdi.stamp(steps.context, row));
  for (;;) {
    const settling = sender.takeAnswered();
    const isOver = Date.now() >= until;
    const spared = isOver ? sender.takeWaiting() : [];
    const settled = await unlessAway(until + patienceMs, () =>
      steps.step(async (tx) => {
        if (settling.length > 0) failpoint('payroll.answered');
        if (settling.length > 0) await settleRows(tx, runId, settling);
        if (!isOver) return { claimed: await claimToSend(tx, runId, turn, sender.inHand()) };
        await handBack(tx, spared);
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

/** @returns undefined while what was to be written down cannot be, but may be soon */
async function unlessAway<T>(untilMs: number, write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write();
  } catch (error) {
    if (Date.now() >= untilMs || !translateDatabaseError(error)) throw error;
    return undefined;
  }
}

/** Has rows in hand, some of them at the stamper. */
function createSender(stamp: (row: RowToSend) => Promise<AnsweredRow['answer']>) {
  const waiting: RowToSend[] = [];
  const sending = new Set<Promise<void>>();
  const answered: AnsweredRow[] = [];
  let places = 0;
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
    while (!failure && waiting.length > 0 && sending.size < places) send(waiting.shift()!);
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
      places = claimed.places;
      fill();
    },
    /** Waits for an answer. @returns false when none is to be expected @throws what a call threw */
    async answered(): Promise<boolean> {
      if (answered.length === 0 && sending.size > 0) await Promise.race(sending);
      if (failure) throw failure.error;
      return answered.length > 0;
    },
  };
}
