import type { Issue } from '@timbre/fiscal';

/**
 * `requested`: sent, or waiting for its replacement to be stamped. `in_process`: the receiver has
 * not answered. `accepted` and `expired` (the receiver let the term pass) mean canceled; `rejected`
 * leaves the document valid. Facts: pac-sat-webservices.md §4.
 */
export type CancellationState = 'requested' | 'in_process' | 'accepted' | 'rejected' | 'expired';

export const isCancellationOpen = (state: CancellationState): boolean =>
  state === 'requested' || state === 'in_process';

/** Motives of the SAT: 01 replaced, 02 without relation, 03 not carried out, 04 in a global CFDI. */
const motives = ['01', '02', '03', '04'];
const replaced = '01';

/**
 * Checks a cancellation request: `motive_unknown`, `replacement_missing` or
 * `replacement_not_called_for`.
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
    return [{ path, code: 'replacement_missing', message: 'Motive 01 requires a replacement.' }];
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

/** The SAT's state of a document; `cancellation` is its EstatusCancelacion. */
export interface SatState {
  isCanceled: boolean;
  cancellation: string;
}

/** Whether the SAT shows that the request arrived: a cancellation status, or a canceled document. */
export const isReceivedBySat = ({ isCanceled, cancellation }: SatState): boolean =>
  isCanceled || cancellation !== '';

/** Translates the SAT's state into the state of a cancellation that it has received. */
export function cancellationBySat({ isCanceled, cancellation }: SatState): CancellationState {
  if (isCanceled) return cancellation === 'Plazo vencido' ? 'expired' : 'accepted';
  if (cancellation === 'Solicitud rechazada') return 'rejected';
  return cancellation === 'En proceso' ? 'in_process' : 'requested';
}

const followMinutes = [1, 2, 5, 15, 60];

/** The wait before the next question to the SAT, by the number of earlier questions. */
export const nextFollowMs = (looks: number): number => (followMinutes[looks] ?? 60) * 60_000;

/** The stamp of a replacement makes its cancellations due at once; this check is a safety net. */
export const replacementCheckMs = 3_600_000;
/** Time limit of a request to the PAC or a question to the SAT. */
export const cancelCallMs = 60_000;
