import type { Issue } from '@timbre/fiscal';

/**
 * - `requested`: the request was sent, or it waits for the stamp of the replacement
 * - `in_process`: the receiver has not answered the request
 * - `accepted`: canceled
 * - `expired`: the document is canceled, because the receiver did not answer in time
 * - `rejected`: the document stays valid
 * Facts: pac-sat-webservices.md §4.
 */
export type CancellationState = 'requested' | 'in_process' | 'accepted' | 'rejected' | 'expired';

export const isCancellationOpen = (state: CancellationState): boolean =>
  state === 'requested' || state === 'in_process';

/**
 * The SAT's motives for a cancellation: 01 replaced, 02 issued with errors and not replaced, 03
 * operation not carried out, 04 included in a global CFDI.
 */
const motives = ['01', '02', '03', '04'];
const replaced = '01';

/**
 * Checks a cancellation request.
 * - replacement_missing
 * - motive_unknown: the cancellation motive must be 01, 02, 03 or 04
 * - replacement_not_called_for: this cancellation motive does not allow a replacement
 */
export function cancellationIssues(request: {
  motive: string;
  replacementDocumentRef?: string | undefined;
}): Issue[] {
  const { motive, replacementDocumentRef } = request;
  if (!motives.includes(motive)) {
    return [
      {
        path: ['motive'],
        code: 'motive_unknown',
        message: `${motive} is not a cancellation motive; choose 01, 02, 03 or 04.`,
      },
    ];
  }
  const path = ['replacementDocumentRef'];
  if (motive === replaced && replacementDocumentRef === undefined)
    return [
      {
        path,
        code: 'replacement_missing',
        message:
          'Motive 01 requires replacementDocumentRef: a draft, or a stamped document that names this one under relationship 04.',
      },
    ];
  if (motive !== replaced && replacementDocumentRef !== undefined)
    return [
      {
        path,
        code: 'replacement_not_called_for',
        message: `Motive ${motive} does not allow a replacement.`,
      },
    ];
  return [];
}

/**
 * The state of a document, as the SAT's status service returns it. `cancellation` is the SAT's text
 * in EstatusCancelacion.
 */
export interface SatState {
  isCanceled: boolean;
  cancellation: string;
}

/**
 * Returns whether the SAT has received the cancellation request: the SAT shows a cancellation
 * status, or the document is canceled.
 */
export const isReceivedBySat = ({ isCanceled, cancellation }: SatState): boolean =>
  isCanceled || cancellation !== '';

/**
 * Converts the SAT's state of a document to the state of a cancellation request that the SAT has
 * received.
 */
export function cancellationBySat({ isCanceled, cancellation }: SatState): CancellationState {
  if (isCanceled) return cancellation === 'Plazo vencido' ? 'expired' : 'accepted';
  if (cancellation === 'Solicitud rechazada') return 'rejected';
  return cancellation === 'En proceso' ? 'in_process' : 'requested';
}

const followMinutes = [1, 2, 5, 15, 60];

/**
 * Returns the time until the next status query to the SAT, in milliseconds, after `looks` earlier queries
 * for the same cancellation.
 */
export const nextFollowMs = (looks: number): number => (followMinutes[looks] ?? 60) * 60_000;

/**
 * The interval, in milliseconds, at which a waiting cancellation checks whether its replacement is stamped.
 * Usually the stamp of the replacement makes the cancellation due at once. This check finds the
 * cancellations that the stamp of their replacement did not make due.
 */
export const replacementCheckMs = 3_600_000;
/**
 * If the CSD is missing, expired or revoked, the cancellation is retried after this time, in
 * milliseconds.
 */
export const keyWaitMs = 3_600_000;
/** The timeout of a request to the PAC or a query to the SAT, in milliseconds. */
export const cancelCallMs = 60_000;
