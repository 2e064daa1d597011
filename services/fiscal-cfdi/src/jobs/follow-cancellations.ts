import { createDueJob, createRun, type JobParts } from '@timbre/kit';
import {
  advanceCancellation,
  type CancellationProviders,
} from '../workflows/cancelling/advance-cancellation';
import { dueCancellations } from '../store/cancellations';

const everyMs = 2_000;
const batchMax = 16;

/**
 * Sends cancellations whose replacement is stamped, and queries the SAT for the status of all other open
 * cancellations.
 */
export const createCancellationJob = ({ runtime, systemPool }: JobParts<CancellationProviders>) =>
  createDueJob(runtime, systemPool, {
    name: 'follow-cancellations',
    everyMs,
    due: dueCancellations,
    batchMax,
    work: (context, { id }) =>
      advanceCancellation(createRun(runtime, context), runtime.providers, id),
  });
