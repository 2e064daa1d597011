import type { Issue } from '../issue';

/**
 * `requested`: asked for, or waiting for its replacement to be stamped. `in_process`: the receiver
 * has not answered. `accepted` and `expired` (the receiver let the term pass) are canceled;
 * `rejected` leaves the document valid. Facts: pac-sat-webservices.md §4.
 */
export type CancellationState = 'requested' | 'in_process' | 'accepted' | 'rejected' | 'expired';

export const isCancellationOpen = (state: CancellationState): boolean =>
  state === 'requested' || state === 'in_process';

/** Motives of the SAT: 01 replaced, 02 without relation, 03 not carried out, 04 in a global CFDI. */
const motives = ['01', '02', '03', '04'];
const replaced = '01';

/** What the request of a cancellation breaks: `motive_unknown`, `replacement_missing` or `replacement_not_called_for`. */
export function cancellationIssues(request: {
  motive: string;
  replacementDocumentRef?: string | undefined;
}): Issue[] {
  const { motive, replacementDocumentRef } = request;
  if (!motives.includes(motive)) {
    return [{ path: ['motive'], code: 'motive_unknown', message: `${motive} is no motive.` }];
  }
  const path = ['replacementDocumentRef'];
  if (motive === replaced && replacementDocumentRef === undefined)
    return [{ path, code: 'replacement_missing', message: 'Motive 01 names the replacement.' }];
  if (motive !== replaced && replacementDocumentRef !== undefined)
    return [{ path, code: 'replacement_not_called_for', message: `Motive ${motive} has none.` }];
  return [];
}

/** How the SAT shows a document; `cancellation` is its EstatusCancelacion. */
export interface SatState {
  isCanceled: boolean;
  cancellation: string;
}

/** Whether the SAT shows that a request has arrived: words of its own, or the document canceled. */
export const isReceivedBySat = ({ isCanceled, cancellation }: SatState): boolean =>
  isCanceled || cancellation !== '';

/** What the SAT's words mean for a cancellation that it has received. */
export function cancellationBySat({ isCanceled, cancellation }: SatState): CancellationState {
  if (isCanceled) return cancellation === 'Plazo vencido' ? 'expired' : 'accepted';
  if (cancellation === 'Solicitud rechazada') return 'rejected';
  return cancellation === 'En proceso' ? 'in_process' : 'requested';
}

const followMinutes = [1, 2, 5, 15, 60];

/** How long to wait before asking the SAT again, after so many answers. */
export const nextFollowMs = (looks: number): number => (followMinutes[looks] ?? 60) * 60_000;

/** Its stamp wakes what waits for a replacement; this is for what somebody forgot to wake. */
export const replacementCheckMs = 3_600_000;
/** A request to the PAC, or a question to the SAT, is over after this long. */
export const cancelCallMs = 60_000;
