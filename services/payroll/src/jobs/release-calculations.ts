import { createRun, every, type Background, type Runtime, type Transaction } from '@timbre/kit';
import { moveRun } from '../domain/states/run-moves';
import { lockRun } from '../operations/lock-run';
import { runChanged } from '../store/run-events';

const everyMs = 60_000;
/** Longer than all deliveries of one part with their waits take. */
const stuckAfterMs = 15 * 60_000;

const stuckRuns = `select org_id, id from payroll_runs
  where state = 'calculating' and worked_at < now() - make_interval(secs => $1) limit 100`;

/** Gives runs back as they were when our calculation failed for good; what was calculated stays. */
export function createCalculationRelease({
  runtime,
  systemPool,
  settings,
}: Pick<Background<unknown>, 'runtime' | 'systemPool' | 'settings'>) {
  const pass = async (): Promise<void> => {
    const values = [stuckAfterMs / 1000];
    const { rows } = await systemPool.query<{ org_id: string; id: string }>(stuckRuns, values);
    for (const { org_id: organizationId, id } of rows) {
      const environment = settings.TIMBRE_ENVIRONMENT;
      await releaseRun(runtime, { organizationId, environment }, id);
    }
  };
  return every(everyMs, pass, runtime.logger, 'the release of calculations');
}

type Owner = { organizationId: string; environment: 'production' | 'sandbox' };

function releaseRun(runtime: Runtime, owner: Owner, runId: string): Promise<void> {
  const actor = 'system:calculation-release';
  const requestId = `job_${runId}`;
  const run = createRun(runtime, {
    ...owner,
    actor,
    permissions: [],
    requestId,
    deadlineMs: Infinity,
  });
  return run.step((tx) => release(tx, runId));
}

async function release(tx: Transaction, runId: string): Promise<void> {
  const run = await lockRun(tx, runId);
  const isStuck = run && tx.now.getTime() - run.workedAt.getTime() > stuckAfterMs;
  if (!isStuck || run.state !== 'calculating' || !run.stateBefore) return;
  run.state = moveRun(run.state, `calculation_failed_${run.stateBefore}`);
  run.stateBefore = null;
  run.calculationId = null;
  run.updatedAt = tx.now;
  tx.emit(() => runChanged(run));
}
