import { createDueJob, createRun, type JobParts } from '@timbre/kit';
import { shapes } from '../domain/shapes';
import { markCompared, organizationsToCompare } from '../store/organizations';
import { compareFacts } from '../workflows/compare-facts';

const everyMs = 60_000;

/**
 * Compares the sums of each organization with its facts once a day; in each transaction, one month
 * is compared.
 */
export const createComparison = ({ runtime, systemPool }: JobParts) =>
  createDueJob(runtime, systemPool, {
    name: 'compare-rollups',
    everyMs,
    due: organizationsToCompare,
    batchMax: 1,
    // The work is spread over time: organizations are compared one after the other, starting with
    // the organizations that have waited longest.
    work: async (context, { org_id: organizationId }) => {
      const run = createRun(runtime, context);
      // An organization is marked as compared before its comparison begins. Otherwise, an
      // organization whose comparison failed would be selected again before all other
      // organizations.
      await run.step((tx) => markCompared(tx));
      for (const drift of await compareFacts(run, shapes)) {
        const message = 'sums differed from their facts and were repaired';
        runtime.logger.error({ organizationId, ...drift }, message);
      }
      return true;
    },
  });
