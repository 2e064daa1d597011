import { createRun, every, type Background } from '@timbre/kit';
import { stampClaimedRow } from '../operations/stamp-claimed-row';
import type { StampingProviders } from '../operations/stamp-payroll-run';
import { claimDue } from '../store/row-leases';

const everyMs = 2_000;
const batchMax = 16;

/** Due rows of all organizations; row-level security lets the system role read just these. */
const dueRows = `select org_id, id from payroll_rows
  where state in ('queued', 'stamping') and next_try_at <= now()
    and (lease_until is null or lease_until < now())
  order by next_try_at limit ${batchMax}`;

type Parts = Pick<Background<StampingProviders>, 'runtime' | 'systemPool' | 'settings'>;

/** Every two seconds: finds out what became of receipts whose answer was lost, sends again what
 * certainly did not arrive, and takes up what a worker that died has left. */
export function createStampReconciler({ runtime, systemPool, settings }: Parts) {
  const { logger } = runtime;

  const pass = async (): Promise<void> => {
    const { rows } = await systemPool.query<{ org_id: string; id: string }>(dueRows);
    await Promise.all(rows.map(({ org_id, id }) => reconcile(org_id, id)));
  };
  const reconcile = async (organizationId: string, rowId: string): Promise<void> => {
    const steps = createRun(runtime, {
      organizationId,
      environment: settings.TIMBRE_ENVIRONMENT,
      actor: 'system:payroll-reconciler',
      permissions: [],
      requestId: `job_${rowId}`,
      deadlineMs: Infinity,
    });
    try {
      if (!(await steps.step((tx) => claimDue(tx, rowId)))) return;
      await stampClaimedRow(steps, runtime.providers.cfdi, rowId);
    } catch (error) {
      logger.error({ err: error, rowId }, 'a receipt could not be reconciled');
    }
  };
  return every(everyMs, pass, logger, 'the stamp reconciler');
}
