import {
  createDueJob,
  createRun,
  type JobParts,
  type CallContext,
  type Runtime,
} from '@timbre/kit';
import { hasUnannounced, unannouncedInstallments } from '../store/installments';
import { closeDay, todayOf, organizationsWithNewDay } from '../store/organizations';
import { announceInstallments } from '../workflows/follow-installments';

const everyMs = 20_000;
const batchMax = 8;
/** Most organizations have the same midnight, and each waits for its turn of one short transaction. */
const batchesMax = 500;
/** Installments of one commit; the others follow in the next one. */
const installmentsMax = 500;

/** Announces, after the midnight of each organization, the installments that became due or overdue. */
export const createInstallmentAnnouncer = ({ runtime, systemPool }: JobParts) =>
  createDueJob(runtime, systemPool, {
    name: 'announce-dues',
    everyMs,
    due: organizationsWithNewDay,
    batchMax,
    batchesMax,
    work: (context) => announceDay(runtime, context),
  });

/**
 * Announces the unannounced installments that became due or overdue until today, even after days without a
 * pass: an installment that is past its day by then is announced as overdue only.
 * @returns whether the day is closed; installments that another transaction holds wait for the next pass
 */
export async function announceDay(runtime: Runtime, context: CallContext): Promise<boolean> {
  const run = createRun(runtime, context);
  for (;;) {
    const isClosed = await run.step(async (tx) => {
      const today = await todayOf(tx);
      const installments = await unannouncedInstallments(tx, today, installmentsMax);
      await announceInstallments(tx, installments, today);
      if (installments.length === installmentsMax) return undefined;
      if (await hasUnannounced(tx, today)) return false;
      await closeDay(tx, today);
      return true;
    });
    if (isClosed !== undefined) return isClosed;
  }
}
