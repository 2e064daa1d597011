import {
  createDueJob,
  createRun,
  type JobParts,
  type CallContext,
  type Runtime,
} from '@timbre/kit';
import { organizationsWithNewDues, unannouncedInstallments } from '../store/installments';
import { todayOf } from '../store/organizations';
import { announceInstallments } from '../workflows/follow-installments';

const everyMs = 20_000;
const batchMax = 8;
/**
 * The largest number of installments in one transaction; further installments are handled in the
 * organization's next turn.
 */
const installmentsMax = 500;

/** After midnight of each organization, announces the installments that became due or overdue. */
export const createInstallmentAnnouncer = ({ runtime, systemPool }: JobParts) =>
  createDueJob(runtime, systemPool, {
    name: 'announce-installments',
    everyMs,
    due: organizationsWithNewDues,
    batchMax,
    work: (context) => announceDay(runtime, context),
  });

/**
 * Announces installments that became due or overdue up to today, even if the job did not run for days. An
 * installment that is already past its due date is announced as overdue only.
 * @returns whether an installment was announced; installments that another transaction has locked are
 * handled in the next pass of the job
 */
export const announceDay = (runtime: Runtime, context: CallContext): Promise<boolean> =>
  createRun(runtime, context).step(async (tx) => {
    const today = await todayOf(tx);
    const installments = await unannouncedInstallments(tx, today, installmentsMax);
    await announceInstallments(tx, installments, today);
    return installments.length > 0;
  });
