import { createDueJob, createRun, type JobParts } from '@timbre/kit';
import { shapes } from '../domain/shapes';
import { markCompared, organizationsToCompare } from '../store/organizations';
import { compareFacts } from '../workflows/compare-facts';

const everyMs = 60_000;

/** Compares the sums of each organization with its facts once a day, with one month in each transaction. */
export const createComparison = ({ runtime, systemPool }: JobParts) =>
  createDueJob(runtime, systemPool, {
    name: 'compare-rollups',
    everyMs,
    due: organizationsToCompare,
    batchMax: 1,
    // The work is spread over time: one organization after the other, those waiting longest first.
    work: async (context, { org_id: organizationId }) => {
      const run = createRun(runtime, context);
      // The organization is marked before its comparison, so that a failure does not put it before
      // all other organizations again.
      await run.step((tx) => markCompared(tx));
      for (const drift of await compareFacts(run, shapes)) {
        const message = 'sums differed from their facts and were repaired';
        runtime.logger.error({ organizationId, ...drift }, message);
      }
      return true;
    },
  });
