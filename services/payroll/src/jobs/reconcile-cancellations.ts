import { createDueJob, createRun, type JobParts } from '@timbre/kit';
import { claimCancellation, requestCancellation } from '../workflows/request-cancellation';
import type { StampingProviders } from '../workflows/readiness-to-stamp';
import { dueCancellations } from '../store/payroll-rows';

const everyMs = 2_000;
const batchMax = 16;

type Parts = JobParts<StampingProviders>;

/** Repeats a cancellation request after a lost response or a stopped worker. */
export const createCancellationReconciler = ({ runtime, systemPool }: Parts) =>
  createDueJob(runtime, systemPool, {
    name: 'payroll-cancellations',
    everyMs,
    due: dueCancellations,
    batchMax,
    work: async (context, { id }) => {
      const run = createRun(runtime, context);
      const isClaimed = await run.step((tx) => claimCancellation(tx, id));
      if (isClaimed) await requestCancellation(run, runtime.providers.cfdi, id);
      return isClaimed;
    },
  });
