import type { fiscalCfdi } from '@timbre/contract';
import { createRun, notDone, query, withoutKey, type Operation } from '@timbre/kit';
import { isPolled } from '../store/cancellation-polls';
import { cancellationRequestList } from '../store/cancellation-requests';
import { profileIn } from '../store/set-up/read-profile';
import { profileMissing } from '../workflows/drafting/accept-draft';
import { pollRequests, type PollProviders } from '../workflows/cancelling/poll-requests';

const listed = query((read, { state, page }: fiscalCfdi.ListCancellationRequestsRequest) =>
  read.page(cancellationRequestList, page, state ? [['r.state = $1', state]] : []),
);

/**
 * Lists issuers' requests to cancel documents that the organization received. For the first page, the
 * operation first queries the PAC, unless the PAC was queried within the last five seconds. If the PAC's
 * last list is older than two hours, the operation is refused.
 * @throws Refusal with conflict fiscal_profile_missing or provider_unavailable pac_unavailable
 */
export const listCancellationRequests: Operation<
  fiscalCfdi.ListCancellationRequestsRequest,
  PollProviders
> = {
  async run(runtime, context, request) {
    const run = createRun(runtime, withoutKey(context));
    if (!request.page?.cursor) {
      await pollRequests(run, runtime.providers, { isAsked: true });
      await run.step(async (tx) => {
        if (!(await profileIn(tx))) throw profileMissing();
        if (await isPolled(tx)) return;
        throw notDone(
          'The PAC does not list the requests right now; try again.',
          'pac_unavailable',
        );
      });
    }
    return listed.run(runtime, context, request);
  },
};
