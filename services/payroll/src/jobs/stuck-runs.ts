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
const batchesMax = 25;

/** Work on runs whose messages may be lost for good, and how to take up a run that is stuck in it. */
export interface StuckWork {
  /** The job that takes the runs up: `payroll-calculation-release`. */
  name: string;
  /** The runs in this work. */
  runs: WorkOnRuns;
  stuckAfterMs: number;
  /** Takes up a run, which is locked. */
  takeUp(tx: Transaction, run: PayrollRun): Promise<void>;
}

export type StuckParts = JobParts;

/** Takes up runs of all organizations whose work has made no progress for too long. */
export const createStuckRunJob = (
  { runtime, systemPool }: StuckParts,
  { name, runs, stuckAfterMs, takeUp }: StuckWork,
): Repeated =>
  createDueJob(runtime, systemPool, {
    name,
    everyMs,
    due: stuckRuns(runs, stuckAfterMs),
    batchMax,
    batchesMax,
    work: (context, { id }) =>
      createRun(runtime, context).step(async (tx) => {
        const run = await lockRun(tx, id);
        if (!run || tx.now.getTime() - run.workedAt.getTime() <= stuckAfterMs) return false;
        await takeUp(tx, run);
        return true;
      }),
  });
