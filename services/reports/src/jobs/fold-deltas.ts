import { createDueJob, createRun, type JobParts } from '@timbre/kit';
import { shapes } from '../domain/shapes';
import { fold, organizationsToFold } from '../store/rollups';

const everyMs = 1_000;
const batchMax = 4;
/** One pass serves at most 200 organizations, four at the same time. */
const batchesMax = 50;
/** The largest number of folds of one organization in a pass, so that others do not wait long. */
const foldsMax = 20;

/** Adds deltas to the sums. Without this job reports are still exact, but slower. */
export const createFoldJobs = ({ runtime, systemPool }: JobParts) =>
  shapes.map((shape) =>
    createDueJob(runtime, systemPool, {
      name: `fold-${shape.name}`,
      everyMs,
      due: organizationsToFold(shape.name),
      batchMax,
      batchesMax,
      work: async (context) => {
        const run = createRun(runtime, context);
        for (let count = 0; count < foldsMax; count += 1) {
          const isMore = await run.step((tx) => fold(tx, shape));
          // Another replica is folding, so this replica waits until the next pass.
          if (isMore === undefined) return count > 0;
          if (!isMore) return true;
        }
        return true;
      },
    }),
  );
