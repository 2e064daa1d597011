import { createRun, every, type Background } from '@timbre/kit';
import { systemContext } from '../workflows/system-context';
import { claimCancellation, requestCancellation } from '../workflows/request-cancellation';
import type { StampingProviders } from '../workflows/readiness-to-stamp';

const everyMs = 2_000;
const batchMax = 16;

/** Requests of all organizations that nobody answered; row-level security lets the system role. */
const dueRows = `select org_id, id from payroll_rows
  where state = 'stamped' and next_try_at <= $1 order by next_try_at limit ${batchMax}`;

type Parts = Pick<Background<StampingProviders>, 'runtime' | 'systemPool' | 'settings'>;

/** Every two seconds: asks again for cancellations whose answer was lost, or whose worker died. */
export function createCancellationReconciler({ runtime, systemPool, settings }: Parts) {
  const { logger, providers } = runtime;
  const pass = async (): Promise<void> => {
    const { rows } = await systemPool.query<{ org_id: string; id: string }>(dueRows, [
      runtime.now(),
    ]);
    await Promise.all(rows.map(({ org_id, id }) => reconcile(org_id, id)));
  };
  const reconcile = async (organizationId: string, rowId: string): Promise<void> => {
    const run = createRun(
      runtime,
      systemContext({ settings }, 'payroll-cancellations', organizationId),
    );
    try {
      if (!(await run.step((tx) => claimCancellation(tx, rowId)))) return;
      await requestCancellation(run, providers.cfdi, rowId);
    } catch (error) {
      logger.error({ err: error, rowId }, 'a cancellation could not be asked for');
    }
  };
  return every(everyMs, pass, logger, 'asking for cancellations');
}
