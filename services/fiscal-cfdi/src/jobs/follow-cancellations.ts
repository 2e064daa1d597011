import { createDueJob, createRun, type JobParts } from '@timbre/kit';
import {
  advanceCancellation,
  type CancellationProviders,
} from '../workflows/cancelling/advance-cancellation';

const everyMs = 2_000;
const batchMax = 16;

const due = `select org_id, id from cancellations
  where state in ('requested', 'in_process') and next_check_at <= $1
  order by next_check_at`;

/** Sends cancellations whose replacement is stamped; asks the SAT for the status of the others. */
export const createCancellationJob = ({ runtime, systemPool }: JobParts<CancellationProviders>) =>
  createDueJob(runtime, systemPool, {
    name: 'follow-cancellations',
    everyMs,
    due,
    batchMax,
    work: (context, { id }) =>
      advanceCancellation(createRun(runtime, context), runtime.providers, id),
  });
