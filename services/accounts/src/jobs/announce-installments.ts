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
/**
 * One pass announces for many organizations, because most have the same midnight and each needs
 * only a short transaction.
 */
const batchesMax = 500;
/** The largest number of installments in one transaction; the next transaction has the rest. */
const installmentsMax = 500;

/** After midnight of each organization, announces the installments that became due or overdue. */
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
 * Announces the installments that became due or overdue until today, even if no pass ran for days. An
 * installment that is already past its due date is announced as overdue only.
 * @returns whether all installments of the day are announced; installments locked by another transaction wait
 * for the next pass
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
