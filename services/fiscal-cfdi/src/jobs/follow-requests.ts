import { createDueJob, createRun, type Repeated, type JobParts } from '@timbre/kit';
import type { CancellationProviders } from '../workflows/cancelling/advance-cancellation';
import { advanceRequest } from '../workflows/cancelling/advance-request';
import { pollRequests, type PollProviders } from '../workflows/cancelling/poll-requests';
import { dueRequests } from '../store/cancellation-requests';
import { organizationsToPoll } from '../store/cancellation-polls';

/**
 * Sends receivers' answers with an unknown outcome again, and queries the SAT for the result of
 * cancellation requests.
 */
export const createRequestJob = ({
  runtime,
  systemPool,
}: JobParts<CancellationProviders>): Repeated =>
  createDueJob(runtime, systemPool, {
    name: 'follow-cancellation-requests',
    everyMs: 2_000,
    due: dueRequests,
    batchMax: 16,
    work: async (context, { id }) => {
      await advanceRequest(createRun(runtime, context), runtime.providers, id);
      return true;
    },
  });

/** Queries the PAC every half hour for cancellations that wait for an organization's answer. */
export const createPollJob = ({ runtime, systemPool }: JobParts<PollProviders>): Repeated =>
  createDueJob(runtime, systemPool, {
    name: 'poll-cancellation-requests',
    everyMs: 15_000,
    due: organizationsToPoll,
    batchMax: 8,
    work: (context) => pollRequests(createRun(runtime, context), runtime.providers),
  });
