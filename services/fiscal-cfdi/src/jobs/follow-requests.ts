import { createDueJob, createRun, type Repeated, type JobParts } from '@timbre/kit';
import type { CancellationProviders } from '../workflows/cancelling/advance-cancellation';
import { advanceRequest } from '../workflows/cancelling/advance-request';
import { pollRequests, type PollProviders } from '../workflows/cancelling/poll-requests';

const due = `select org_id, id from cancellation_requests where next_check_at <= $1
  order by next_check_at`;

/** Sends answers whose outcome is unknown again, and asks the SAT what became of requests. */
export const createRequestJob = ({
  runtime,
  systemPool,
}: JobParts<CancellationProviders>): Repeated =>
  createDueJob(runtime, systemPool, {
    name: 'follow-cancellation-requests',
    everyMs: 2_000,
    due,
    batchMax: 16,
    work: async (context, { id }) => {
      await advanceRequest(createRun(runtime, context), runtime.providers, id);
      return true;
    },
  });

const dueToPoll = `select p.org_id, p.id from fiscal_profiles p
  left join cancellation_polls l on l.org_id = p.org_id
  where coalesce(l.due_at <= $1 and l.claimed_until <= $1, true) order by l.due_at nulls first`;

/** Asks the PAC every half hour which cancellations wait for each organization. */
export const createPollJob = ({ runtime, systemPool }: JobParts<PollProviders>): Repeated =>
  createDueJob(runtime, systemPool, {
    name: 'poll-cancellation-requests',
    everyMs: 15_000,
    due: dueToPoll,
    batchMax: 8,
    batchesMax: 50,
    work: (context) => pollRequests(createRun(runtime, context), runtime.providers),
  });
