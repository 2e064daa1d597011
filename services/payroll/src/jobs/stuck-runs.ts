import { createRun, every, type Background, type Repeated, type Transaction } from '@timbre/kit';
import { systemContext } from '../workflows/system-context';
import { lockRun } from '../workflows/lock-run';
import type { PayrollRun } from '../store/payroll-runs';

const everyMs = 30_000;
const runsMax = 100;

/** Work on runs whose messages may be lost for good, and what becomes of a run that it left. */
export interface StuckWork {
  /** Who does it: `payroll-calculation-release`. */
  name: string;
  /** Which runs are at this work; implies the condition of an index. */
  runs: string;
  stuckAfterMs: number;
  /** Decides for a run, which is locked. */
  takeUp(tx: Transaction, run: PayrollRun): Promise<void>;
}

export type StuckParts = Pick<Background<unknown>, 'runtime' | 'systemPool' | 'settings'>;

/** Looks for runs of all organizations on which such work has not got on for too long. */
export function createStuckRunJob(
  { runtime, systemPool, settings }: StuckParts,
  { name, runs, stuckAfterMs, takeUp }: StuckWork,
): Repeated {
  const { logger } = runtime;
  const stuckRuns = `select org_id, id from payroll_runs
    where ${runs} and worked_at < $1 order by worked_at limit ${runsMax}`;

  const pass = async (): Promise<void> => {
    const { rows } = await systemPool.query<{ org_id: string; id: string }>(stuckRuns, [
      new Date(runtime.now().getTime() - stuckAfterMs),
    ]);
    for (const { org_id, id } of rows) await attempt(org_id, id);
  };
  const attempt = async (organizationId: string, runId: string): Promise<void> => {
    const steps = createRun(runtime, systemContext({ settings }, name, organizationId));
    try {
      await steps.step(async (tx) => {
        const run = await lockRun(tx, runId);
        const isStuck = run && tx.now.getTime() - run.workedAt.getTime() > stuckAfterMs;
        if (isStuck) await takeUp(tx, run);
      });
    } catch (error) {
      logger.error({ err: error, runId }, `a run could not be taken up by ${name}`);
    }
  };
  return every(everyMs, pass, logger, name);
}
