import { createDueJob, createRun, type JobParts } from '@timbre/kit';
import { shapes } from '../domain/shapes';
import { fold, organizationsToFold } from '../store/rollups';

const everyMs = 5_000;
const batchMax = 4;

/**
 * Adds the stored deltas to the sums. Reports are exact even if this job does not run, but reading
 * them then takes longer.
 */
export const createFoldJobs = ({ runtime, systemPool }: JobParts) =>
  shapes.map((shape) =>
    createDueJob(runtime, systemPool, {
      name: `fold-${shape.name}`,
      everyMs,
      due: organizationsToFold(shape.name),
      batchMax,
      // If the result is undefined, that another process is adding deltas, so this process waits
      // until the next pass.
      work: async (context) => {
        const isMore = await createRun(runtime, context).step((tx) => fold(tx, shape));
        return isMore !== undefined;
      },
    }),
  );
