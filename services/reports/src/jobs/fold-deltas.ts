import { createDueJob, createRun, type JobParts } from '@timbre/kit';
import { shapes } from '../domain/shapes';
import { fold, organizationsToFold } from '../store/rollups';

const everyMs = 5_000;
const batchMax = 4;

/** Adds deltas to the sums. Without this job reports are still exact, but slower. */
export const createFoldJobs = ({ runtime, systemPool }: JobParts) =>
  shapes.map((shape) =>
    createDueJob(runtime, systemPool, {
      name: `fold-${shape.name}`,
      everyMs,
      due: organizationsToFold(shape.name),
      batchMax,
      // Without a result another process is folding, so this process waits until the next pass.
      work: async (context) => {
        const isMore = await createRun(runtime, context).step((tx) => fold(tx, shape));
        return isMore !== undefined;
      },
    }),
  );
