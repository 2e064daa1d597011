import { createRun, every, type Background, type Run } from '@timbre/kit';
import { contextOf } from '../events/consumers';
import { sealRows } from '../operations/seal-rows';
import { sendRows } from '../operations/send-rows';
import type { StampingProviders } from '../operations/stamp-payroll-run';

const everyMs = 2_000;
const runsMax = 16;
const rowsMax = 1_000;

/** Runs of all organizations with due rows; row-level security lets the system role read just these. */
const dueRuns = `select distinct org_id, run_id from (
    select org_id, run_id from payroll_rows
    where state in ('queued', 'stamping') and next_try_at <= $1
      and (lease_until is null or lease_until < $1)
    order by next_try_at limit ${rowsMax}) due limit ${runsMax}`;

type Parts = Pick<Background<StampingProviders>, 'runtime' | 'systemPool' | 'settings'>;

/** Every two seconds: finds out what became of receipts whose answer was lost, sends again what
 * certainly did not arrive, and takes up what a worker that died has left. */
export function createStampReconciler({ runtime, systemPool, settings }: Parts) {
  const { logger } = runtime;

  const pass = async (): Promise<void> => {
    const values = [runtime.now()];
    const { rows } = await systemPool.query<{ org_id: string; run_id: string }>(dueRuns, values);
    await Promise.all(rows.map(({ org_id, run_id }) => reconcile(org_id, run_id)));
  };
  const reconcile = async (organizationId: string, runId: string): Promise<void> => {
    const context = contextOf({ settings }, 'payroll-reconciler', organizationId);
    try {
      await reconcileRun(createRun(runtime, context), runtime.providers, runId);
    } catch (error) {
      logger.error({ err: error, runId }, 'receipts of a run could not be reconciled');
    }
  };
  return every(everyMs, pass, logger, 'the stamp reconciler');
}

/** What is due of one run: sealed where that is missing, then sent. */
export async function reconcileRun(
  steps: Run,
  { cfdi }: StampingProviders,
  runId: string,
): Promise<void> {
  await sealRows(steps, cfdi, runId, 'due');
  await sendRows(steps, cfdi, runId, 'due');
}
