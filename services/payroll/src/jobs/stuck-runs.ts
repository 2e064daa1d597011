import {
  createDueJob,
  createRun,
  type JobParts,
  type Repeated,
  type Transaction,
} from '@timbre/kit';
import { lockRun } from '../workflows/lock-run';
import { stuckRuns, type PayrollRun, type WorkOnRuns } from '../store/payroll-runs';

const everyMs = 30_000;
const batchMax = 4;

/** A kind of work that can get stuck when messages are lost, and the recovery of runs that are stuck. */
export interface StuckWork {
  /** The name of the job, such as `payroll-calculation-release`. */
  name: string;
  /** The name of the SQL condition that selects the runs with this kind of work. */
  runs: WorkOnRuns;
  stuckAfterMs: number;
  /** Recovers a run that is stuck. The caller must have locked the run. */
  takeUp(tx: Transaction, run: PayrollRun): Promise<void>;
}

export type StuckParts = JobParts;

/** Creates the job that recovers runs of all organizations whose work has made no progress for too long. */
export const createStuckRunJob = (
  { runtime, systemPool }: StuckParts,
  { name, runs, stuckAfterMs, takeUp }: StuckWork,
): Repeated =>
  createDueJob(runtime, systemPool, {
    name,
    everyMs,
    due: stuckRuns(runs, stuckAfterMs),
    batchMax,
    work: (context, { id }) =>
      createRun(runtime, context).step(async (tx) => {
        const run = await lockRun(tx, id);
        if (!run || tx.now.getTime() - run.workedAt.getTime() <= stuckAfterMs) return false;
        await takeUp(tx, run);
        return true;
      }),
  });
