import { createDueJob, createRun, type JobParts } from '@timbre/kit';
import { claimCancellation, requestCancellation } from '../workflows/request-cancellation';
import type { StampingProviders } from '../workflows/readiness-to-stamp';

const everyMs = 2_000;
const batchMax = 16;

const due = `select org_id, id from payroll_rows
  where state = 'stamped' and next_try_at <= $1 order by next_try_at`;

type Parts = JobParts<StampingProviders>;

/** Requests a cancellation again when its answer was lost or its worker died. */
export const createCancellationReconciler = ({ runtime, systemPool }: Parts) =>
  createDueJob(runtime, systemPool, {
    name: 'payroll-cancellations',
    everyMs,
    due,
    batchMax,
    work: async (context, { id }) => {
      const run = createRun(runtime, context);
      const isClaimed = await run.step((tx) => claimCancellation(tx, id));
      if (isClaimed) await requestCancellation(run, runtime.providers.cfdi, id);
      return isClaimed;
    },
  });
