import type { fiscalCfdi } from '@timbre/contract';
import {
  longCommand,
  operationInProgress,
  replyWith,
  type Finished,
  type Run,
  type Transaction,
} from '@timbre/kit';
import type { PacDirectory } from '../domain/pac';
import { Cfdi, cfdiName } from '../store/cfdi';
import { cfdiDetail } from '../store/cfdi-resources';
import { StampAttempt } from '../store/stamp-attempts';
import { cfdiIdOf } from './editable-cfdi';
import { prepareStamp, rejection, type SealingProviders } from './seal-draft';
import { checkAttempt, sendAttempt } from './send-attempt';

/** What stamping needs of the outside. */
export interface StampingProviders extends SealingProviders {
  pacs: PacDirectory;
}

/** How long a request waits for its stamp; afterwards the same key asks for the result. */
const waitMs = 25_000;
const pollMs = 200;

export const stampCfdi = longCommand(
  async (run, request: fiscalCfdi.StampCfdiRequest, providers: StampingProviders) => {
    const { pacs } = providers;
    const cfdiId = cfdiIdOf(request.documentRef);
    const untilMs = Math.min(Date.now() + waitMs, run.context.deadlineMs - 1_000);
    const prepared = await prepareStamp(run, cfdiId, providers);
    if (prepared.state === 'stamped') return answer(run, cfdiId);
    const { attemptId } = prepared;
    const sent = send(run, pacs, attemptId, cfdiId);
    const finished = await Promise.race([sent, afterMs(untilMs - Date.now())]);
    if (finished) return finished;
    return waitFor(run, pacs, attemptId, cfdiId, untilMs);
  },
);

/** The stamp and the answer under the key are one commit, also when nobody waits any more. */
async function send(
  run: Run,
  pacs: PacDirectory,
  attemptId: string,
  cfdiId: string,
): Promise<Finished | undefined> {
  let finished: Finished | undefined;
  const conclude = async (work: (tx: Transaction) => Promise<StampAttempt>) => {
    let state: string | undefined;
    const result = await run
      .finish(async (tx) => {
        state = (await work(tx)).state;
        if (state !== 'stamped') throw new NotStamped();
        return replyWith(cfdiDetail, cfdiId);
      })
      .catch((error: unknown) => {
        if (error instanceof NotStamped) return undefined;
        throw error;
      });
    if (result) finished = result;
    else await run.step(work);
  };
  await sendAttempt(run, pacs, attemptId, conclude);
  return finished;
}

/** The outcome has no answer to keep; its step is committed by itself. */
class NotStamped extends Error {}

const afterMs = (ms: number) =>
  new Promise<undefined>((resolve) =>
    setTimeout(() => resolve(undefined), Math.max(0, ms)).unref(),
  );

async function waitFor(
  run: Run,
  pacs: PacDirectory,
  attemptId: string,
  cfdiId: string,
  untilMs: number,
): Promise<Finished> {
  for (;;) {
    const state = await run.step(
      async (tx) => (await tx.get(StampAttempt, attemptId, 'attempt')).state,
    );
    if (state === 'stamped') return answer(run, cfdiId);
    if (state === 'rejected')
      throw await run.step(async (tx) => rejection(await tx.get(Cfdi, cfdiId, cfdiName)));
    if (state === 'not_sent' || state === 'not_found') throw operationInProgress(1);
    if (Date.now() >= untilMs) throw operationInProgress(2);
    if (!(await checkAttempt(run, pacs, attemptId))) await afterMs(pollMs);
  }
}

const answer = (run: Run, cfdiId: string): Promise<Finished> =>
  run.finish(() => Promise.resolve(replyWith(cfdiDetail, cfdiId)));
