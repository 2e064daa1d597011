import { certain, localDateTimeIn } from '@timbre/fiscal';
import { failpoint, Refusal, type Run, type Transaction } from '@timbre/kit';
import { cancelCallMs, keyWaitMs, nextFollowMs } from '../../domain/cancelling/cancellation';
import {
  isRequestOpen,
  missesMax,
  requestBySat,
  stateAfter,
  type ReceiverChoice,
  type RequestState,
} from '../../domain/cancelling/receiver-request';
import {
  satQueryOf,
  type SatQuery,
  type SatStatusOutcome,
} from '../../domain/cancelling/sat-status';
import type { StoredSigningKey } from '../../domain/ports';
import type { ReceiverAnswerOutcome } from '../../domain/stamping/pac';
import { Cfdi, cfdiName } from '../../store/cfdi/cfdi';
import {
  lockRequest,
  receivedDocument,
  requestSettled,
  type CancellationRequest,
} from '../../store/cancellation-requests';
import { activeSigningKey } from '../../store/stamping/signing-keys';
import { cfdiKind } from '../documents/fiscal-kinds';
import { pacsOf } from '../stamping/organization-pacs';
import type { CancellationProviders } from './advance-cancellation';
import { cancel } from './cancellation-outcome';

type NextStep =
  | { step: 'nothing' }
  /**
   * In the step `send`, the user's answer must be sent to the SAT. An earlier call with this answer might
   * have reached the SAT.
   */
  | {
      step: 'send';
      key: StoredSigningKey;
      rfc: string;
      uuid: string;
      answer: ReceiverChoice;
      wasSent: boolean;
      query: SatQuery | undefined;
    }
  /** The request was answered or is no longer listed, so the status of its document must be queried. */
  | { step: 'ask'; query: SatQuery | undefined };

/** The result of the last step, for the caller that waits for it. */
export type Advanced = 'done' | 'not_sent' | { refused: { code: string; message: string } };

/**
 * Performs the next step of an issuer's cancellation request. An answer is stored before it is sent, and it
 * is sent again until the SAT confirms it. The SAT accepts only the first answer, so a repeated send has no
 * effect.
 * @param isNew is true for a new answer; if the PAC certainly did not receive a new answer, the answer is
 * withdrawn instead of retried
 */
export async function advanceRequest(
  run: Run,
  providers: CancellationProviders,
  id: string,
  { isNew = false } = {},
): Promise<Advanced> {
  const due = await run.step((tx) => claim(tx, id));
  if (due.step === 'nothing') return 'done';
  if (due.step === 'ask') {
    const status = due.query && (await providers.satStatus.consult(due.query));
    await run.step((tx) => settleAsked(tx, id, status));
    return 'done';
  }
  return send(run, providers, id, due, isNew);
}

async function claim(tx: Transaction, id: string): Promise<NextStep> {
  const request = await lockRequest(tx, id);
  const { state, nextCheckAt, uuid, rfc, answer, sentAt } = request;
  if (!nextCheckAt || nextCheckAt > tx.now) return { step: 'nothing' };
  request.nextCheckAt = new Date(tx.now.getTime() + cancelCallMs);
  const received = await receivedDocument(tx, uuid);
  const query = received?.xml ? satQueryOf('cfdi', received.xml) : undefined;
  if (state !== 'answering') return { step: 'ask', query };
  try {
    const key = await activeSigningKey(tx);
    return {
      step: 'send',
      key,
      rfc,
      uuid,
      answer: certain(answer, 'answer'),
      wasSent: sentAt != null,
      query,
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    request.nextCheckAt = new Date(tx.now.getTime() + keyWaitMs);
    return { step: 'nothing' };
  }
}

async function send(
  run: Run,
  { signer, pacs, satStatus }: CancellationProviders,
  id: string,
  { key: stored, rfc, uuid, answer, wasSent, query }: Extract<NextStep, { step: 'send' }>,
  isNew: boolean,
): Promise<Advanced> {
  const pac = (await pacsOf(run, pacs)).inOrder[0];
  if (!pac) return run.step((tx) => takeBack(tx, id, { isNew, wasSent }));
  const key = await signer.open(stored);
  const fecha = localDateTimeIn(run.businessNow().getTime(), 'America/Mexico_City');
  const signed = key.signReceiverAnswer({
    receiverRfc: rfc,
    pacRfc: pac.rfc,
    fecha,
    uuid,
    answer,
  });
  await run.step(async (tx) => {
    const request = await lockRequest(tx, id);
    request.answerXml = Buffer.from(signed);
    request.sentAt = tx.now;
  });
  failpoint('cancellation_request.sending');
  const outcome = await pac.answerCancellation(signed);
  failpoint('cancellation_request.answered');
  const isDoubtful = outcome.outcome === 'answered' && outcome.code !== '1000';
  const status = isDoubtful && query ? await satStatus.consult(query) : undefined;
  return run.step((tx) => settleSent(tx, id, outcome, { isNew, wasSent, status }));
}

interface Sending {
  isNew: boolean;
  wasSent: boolean;
}

async function settleSent(
  tx: Transaction,
  id: string,
  outcome: ReceiverAnswerOutcome,
  { isNew, wasSent, status }: Sending & { status: SatStatusOutcome | undefined },
): Promise<Advanced> {
  const request = await lockRequest(tx, id);
  if (request.state !== 'answering') return 'done';
  switch (outcome.outcome) {
    case 'answered': {
      const state = stateAfter(certain(request.answer, 'answer'), outcome.code, {
        wasSent,
        status,
      });
      if (outcome.acuse !== undefined) request.acuse = Buffer.from(outcome.acuse);
      request.code = outcome.code;
      if (state) await settle(tx, request, state);
      return 'done';
    }
    case 'refused':
      reopen(request);
      Object.assign(request, { code: outcome.code, message: outcome.message });
      return { refused: outcome };
    case 'account':
    case 'not_sent':
      return takeBackOf(request, { isNew, wasSent });
    case 'unknown':
      return 'done';
  }
}

const takeBack = async (tx: Transaction, id: string, sending: Sending): Promise<Advanced> =>
  takeBackOf(await lockRequest(tx, id), sending);

/** Withdraws an answer that the SAT certainly did not receive. */
function takeBackOf(request: CancellationRequest, { isNew, wasSent }: Sending): Advanced {
  if (wasSent) return 'done';
  request.sentAt = null;
  if (!isNew) return 'done';
  reopen(request);
  return 'not_sent';
}

/** Returns the cancellation request to the state in which it waits for the organization's answer. */
function reopen(request: CancellationRequest): void {
  Object.assign(request, { state: 'pending', answer: null, requestedBy: null, actor: null });
  Object.assign(request, { answerXml: null, sentAt: null, nextCheckAt: null });
}

/**
 * The maximum number of status queries after the organization accepted a cancellation. The queries extend
 * over three days, because the XML of a missing document can arrive within that time.
 */
const looksMax = 76;

async function settle(
  tx: Transaction,
  request: CancellationRequest,
  state: RequestState,
  isCanceled = false,
): Promise<void> {
  const received = await receivedDocument(tx, request.uuid);
  request.state = state;
  request.finishedAt = tx.now;
  request.nextCheckAt = null;
  tx.emit(() => requestSettled(request, received));
  if (isCanceled) return cancelReceived(tx, received?.id);
  // A document is marked as canceled only when the SAT's status service shows it as canceled. The SAT's
  // status is therefore queried even if the document is not stored yet.
  if (state === 'accepted') request.nextCheckAt = new Date(tx.now.getTime() + nextFollowMs(0));
}

/**
 * Stores the SAT's status for a request that the PAC no longer lists as pending, or that the organization has
 * accepted.
 */
async function settleAsked(
  tx: Transaction,
  id: string,
  status: SatStatusOutcome | undefined,
): Promise<void> {
  const request = await lockRequest(tx, id);
  const isCanceled = status?.outcome === 'found' && status.isCanceled;
  if (isRequestOpen(request.state)) {
    const stateBySat = status ? requestBySat(status) : 'closed';
    if (stateBySat === undefined) return;
    if (stateBySat !== 'pending') return settle(tx, request, stateBySat, isCanceled);
    Object.assign(request, { missed: missesMax - 1, nextCheckAt: null });
    return;
  }
  request.looks += 1;
  const isOver = isCanceled || request.looks >= looksMax;
  request.nextCheckAt = isOver ? null : new Date(tx.now.getTime() + nextFollowMs(request.looks));
  if (isCanceled) await cancelReceived(tx, (await receivedDocument(tx, request.uuid))?.id);
}

async function cancelReceived(tx: Transaction, id: string | undefined): Promise<void> {
  if (id === undefined) return;
  const cfdi = await tx.lock(Cfdi, id, cfdiName);
  if (cfdi.status === 'valid') cancel(tx, cfdiKind, cfdi);
}
