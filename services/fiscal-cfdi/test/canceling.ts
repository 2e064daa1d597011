import { createRun, type CallContext, type Refusal } from '@timbre/kit';
import { withKey } from '@timbre/testkit';
import { advanceCancellation } from '../src/workflows/cancelling/advance-cancellation';
import { cancelCfdi } from '../src/operations/cancel-cfdi';
import { synchronizeCfdi } from '../src/operations/synchronize-cfdi';
import { moveClock, newStampable, stamp, stampKey, startStamping, type Stamping } from './stamping';

type Row = Record<string, unknown>;
type Asked = { motive: string; replacementDocumentRef?: string };

/** A stamped document and its newly created issuer. */
interface ValidCfdi {
  context: CallContext;
  documentRef: string;
  uuid: string;
}

/**
 * Helpers to stamp and cancel documents in tests. All tests of a file share these helpers, so `reset` must
 * run before each test.
 */
export interface Canceling extends Stamping {
  /** Sets the clock, the fake SAT and the fake PACs back to their initial state. */
  reset(): void;
  newValid(): Promise<ValidCfdi>;
  cancel(context: CallContext, documentRef: string, asked?: Asked): Promise<Row>;
  refused(context: CallContext, documentRef: string, asked?: Asked): Promise<Refusal>;
  synchronize(context: CallContext, documentRef: string): Promise<Row>;
  /** Returns the newest stored cancellation of the document. */
  rowOf(documentRef: string): Promise<Row>;
  /** Runs once the job that checks the progress of the document's cancellation. */
  follow(context: CallContext, documentRef: string): Promise<void>;
}

export const cancelKey = (context: CallContext) =>
  withKey(context, 'POST /v1/cfdi/{documentRef}/cancel');

export async function startCanceling(): Promise<Canceling> {
  const stamping = await startStamping();
  const { service, sat, pacs } = stamping;
  const cancel: Canceling['cancel'] = (context, documentRef, asked = { motive: '02' }) =>
    service.answer(cancelCfdi as never, context, { documentRef, ...asked } as never);
  const rowOf = async (documentRef: string) => {
    const sql = 'select * from cancellations where cfdi_id = $1 order by id desc';
    return (await service.rows<Row>(sql, [documentRef.slice(5)]))[0]!;
  };
  return {
    ...stamping,
    cancel,
    rowOf,
    reset() {
      moveClock(stamping, 0);
      sat.answer = { outcome: 'not_found' };
      sat.asked.length = 0;
      for (const pac of pacs) pac.canceled.length = pac.cancelAnswers.length = 0;
    },
    async newValid() {
      const { context, documentRef } = await newStampable(stamping);
      const { uuid } = await stamp(stamping, stampKey(context), documentRef);
      return { context, documentRef, uuid: String(uuid) };
    },
    refused: (context, documentRef, asked) =>
      cancel(context, documentRef, asked).then(
        () => Promise.reject(new Error('not refused')),
        (error: Refusal) => error,
      ),
    synchronize(context, documentRef) {
      const keyed = withKey(context, 'POST /v1/cfdi/{documentRef}/synchronize');
      return service.answer(synchronizeCfdi as never, keyed, { documentRef } as never);
    },
    async follow(context, documentRef) {
      const { runtime } = service;
      const { id } = await rowOf(documentRef);
      const { providers } = runtime as unknown as {
        providers: Parameters<typeof advanceCancellation>[1];
      };
      await advanceCancellation(createRun(runtime, context), providers, String(id));
    },
  };
}
