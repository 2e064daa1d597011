import type { fiscalCfdi } from '@timbre/contract';
import { isUuid } from '@timbre/fiscal';
import {
  conflict,
  longCommand,
  notDone,
  notFound,
  replyWith,
  type Transaction,
  requireJudged,
} from '@timbre/kit';
import type { ReceiverChoice } from '../domain/cancelling/receiver-request';
import { cancellationRequestResource, lockRequestOf } from '../store/cancellation-requests';
import { activeSigningKey } from '../store/stamping/signing-keys';
import type { CancellationProviders } from '../workflows/cancelling/advance-cancellation';
import { advanceRequest } from '../workflows/cancelling/advance-request';
import { requesterOf } from '../workflows/stamping/add-attempt';

/**
 * Accepts or rejects an issuer's request to cancel a received document. The answer is signed with the
 * organization's CSD. While the outcome is unknown, the request has the state `answering`, and a job sends
 * the answer again or queries the SAT. The operation refuses with not_found, with conflict (request_over,
 * answer_in_progress, answer_refused, certificate_missing and the other conflicts of the CSD), or with
 * provider_unavailable sat_unreachable if nothing was sent.
 * - answer_refused: the SAT refused the answer to the cancellation request
 */
export const answerCancellationRequest = longCommand(
  async (
    run,
    { uuid, answer }: fiscalCfdi.AnswerCancellationRequestRequest,
    providers: CancellationProviders,
  ) => {
    if (!isUuid(uuid)) throw notFound(cancellationRequestResource.name);
    const choice = answer as ReceiverChoice;
    const { id, isNew } = await run.step((tx) => prepare(tx, uuid, choice, requesterOf(run)));
    const advanced = await advanceRequest(run, providers, id, { isNew });
    if (advanced === 'not_sent') {
      const message = 'The SAT cannot be reached right now; nothing was sent. Try again.';
      throw notDone(message, 'sat_unreachable');
    }
    if (advanced !== 'done') {
      const { code, message } = advanced.refused;
      const issue = { path: [], code, message };
      throw conflict('The SAT refused the answer.', 'answer_refused', [issue]);
    }
    return run.finish(() => Promise.resolve(replyWith(cancellationRequestResource, id)));
  },
);

/**
 * Finds an earlier answer with the same idempotency key, or stores a new answer.
 * - answer_in_progress: an answer to this cancellation request is already being sent
 * - request_over: the cancellation request is over, so it cannot be answered
 */
async function prepare(
  tx: Transaction,
  uuid: string,
  answer: ReceiverChoice,
  requestedBy: string,
): Promise<{ id: string; isNew: boolean }> {
  const request = await lockRequestOf(tx, uuid);
  const { id, state } = request;
  if (request.requestedBy === requestedBy) {
    if (state === 'answering') request.nextCheckAt = tx.now;
    return { id, isNew: request.sentAt == null };
  }
  if (state === 'answering')
    throw conflict('An answer to this request is on its way.', 'answer_in_progress');
  if (state !== 'pending') throw conflict(`This request is over; it is ${state}.`, 'request_over');
  await requireJudged(tx, cancellationRequestResource, id);
  await activeSigningKey(tx);
  Object.assign(request, { state: 'answering', answer, requestedBy, actor: tx.context.actor });
  Object.assign(request, { code: null, message: null, nextCheckAt: tx.now });
  return { id, isNew: true };
}
