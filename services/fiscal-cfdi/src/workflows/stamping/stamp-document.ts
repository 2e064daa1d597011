import { parseDocumentRef } from '@timbre/fiscal';
import { longCommand, operationInProgress, replyWith, type Finished, type Run } from '@timbre/kit';
import type { PacDirectory, StampOutcome } from '../../domain/stamping/pac';
import { readAttemptState } from '../../store/stamping/stamp-attempts';
import { isOfPayroll, requesterOf } from './add-attempt';
import { documentIdOf, getDocument, type FiscalKind } from '../documents/fiscal-kinds';
import { prepareStamp, rejection, type Prepared } from './seal-draft';
import { sealFirstAttemptWithLease, type FirstAttempt } from './seal-first-attempt';
import type { StampingProviders } from './sealing';
import { finishStamp } from './finish-stamp';
import { pinSealedReceipt } from './pin-receipt';
import { checkAttempt, sendAttempt, type Attempted, type Settling } from './send-attempt';

/**
 * A request waits for its stamp for this time, in milliseconds. After this time, the request fails and the
 * client retries with the same idempotency key.
 */
const waitMs = 25_000;
/**
 * The first polling interval, in milliseconds. The interval increases, because polling slows down the
 * stamping itself.
 */
const pollMsMin = 200;
const pollMsMax = 1_000;

/** Stamps a draft and returns the document; see ARCHITECTURE.md. */
export const stampCommand = (kind: FiscalKind) =>
  longCommand<{ documentRef: string }, StampingProviders, FirstAttempt>(
    (run, { documentRef }, providers, firstAttempt) =>
      stampDocument(run, kind, documentRef, providers, firstAttempt),
    (opening, { documentRef }, providers) => {
      const documentId = parseDocumentRef(documentRef, kind.kind)?.id ?? '';
      return isOfPayroll(requesterOf(opening))
        ? pinSealedReceipt(opening, documentId, providers)
        : sealFirstAttemptWithLease(opening, kind, documentId, providers);
    },
  );

async function stampDocument(
  run: Run,
  kind: FiscalKind,
  documentRef: string,
  providers: StampingProviders,
  firstAttempt: FirstAttempt | undefined,
): Promise<Finished> {
  const { pacs } = providers;
  const documentId = documentIdOf(kind, documentRef);
  const untilMs = Math.min(Date.now() + waitMs, run.context.deadlineMs - 1_000);
  const prepared: Prepared = firstAttempt
    ? { state: 'attempt', ...firstAttempt }
    : await prepareStamp(run, kind, documentId, providers);
  if (prepared.state === 'stamped') return answer(run, kind, documentId);
  const { attemptId, sealed } = prepared;
  const attempted = { kind, documentId, attemptId, sealed };
  const sent = send(run, pacs, attempted);
  const finished = await Promise.race([sent, afterMs(untilMs - Date.now())]);
  if (finished) return finished;
  return waitFor(run, pacs, attempted, untilMs);
}

/**
 * Sends the document of an attempt to a PAC. One commit stores the stamp and the response for the
 * idempotency key, even if the client has disconnected.
 */
async function send(
  run: Run,
  pacs: PacDirectory,
  attempted: Attempted,
): Promise<Finished | undefined> {
  let finished: Finished | undefined;
  const conclude = async (outcome: StampOutcome, settling: Settling) => {
    finished =
      (await finishStamp(run, attempted, outcome)) ??
      (await finishSettled(run, attempted, settling));
    if (!finished) await run.step(settling);
  };
  await sendAttempt(run, pacs, attempted, conclude);
  return finished;
}

/** @returns the response; undefined if the document is not stamped, in which case nothing is stored */
async function finishSettled(
  run: Run,
  { kind, documentId }: Attempted,
  settling: Settling,
): Promise<Finished | undefined> {
  try {
    return await run.finish(async (tx) => {
      if ((await settling(tx)).state !== 'stamped') throw new NotStamped();
      return replyWith(kind.detail, documentId);
    });
  } catch (error) {
    if (error instanceof NotStamped) return undefined;
    throw error;
  }
}

/**
 * This error is thrown if the outcome of the call to the PAC contains no stamp. An outcome without a stamp
 * has no response to store, so a separate transaction commits it.
 */
class NotStamped extends Error {}

const afterMs = (ms: number) =>
  new Promise<undefined>((resolve) =>
    setTimeout(() => resolve(undefined), Math.max(0, ms)).unref(),
  );

async function waitFor(
  run: Run,
  pacs: PacDirectory,
  { kind, documentId, attemptId }: Attempted,
  untilMs: number,
): Promise<Finished> {
  for (let pollMs = pollMsMin; ; pollMs = Math.min(2 * pollMs, pollMsMax)) {
    const { state, isDue } = await readAttemptState(run.read, attemptId);
    if (state === 'stamped') return answer(run, kind, documentId);
    if (state === 'rejected')
      throw await run.step(async (tx) => rejection(kind, await getDocument(tx, kind, documentId)));
    if (state === 'not_sent' || state === 'not_found') throw operationInProgress(1);
    if (Date.now() >= untilMs) throw operationInProgress(2);
    if (!isDue || !(await checkAttempt(run, pacs, attemptId))) await afterMs(pollMs);
  }
}

const answer = (run: Run, { detail }: FiscalKind, documentId: string): Promise<Finished> =>
  run.finish(() => Promise.resolve(replyWith(detail, documentId)));
