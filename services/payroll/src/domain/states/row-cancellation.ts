/**
 * The states of a cancellation in fiscal-cfdi. After `accepted` and `expired` the receipt is canceled, and
 * after `rejected` it stays valid.
 */
export type CancellationState = 'requested' | 'in_process' | 'accepted' | 'rejected' | 'expired';

/** The newest request to cancel a stamped receipt. */
export interface RowCancellation {
  readonly state: CancellationState;
  /** The cancellation motive; absent if the document was canceled at the SAT's own site. */
  readonly motive?: string | undefined;
  readonly replacementDocumentRef?: string | undefined;
  /** The code and message that fiscal-cfdi or the SAT gave. */
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  /** The instant of the request, in RFC 3339. */
  readonly requestedAt: string;
  /** Identifies the requester, so that a repeated request is recognized. */
  readonly requestedBy?: string | undefined;
  /** The version of the document in the last event; absent before the first event. */
  readonly documentVersion?: number | undefined;
}

/** The cancellation in a response or an event of fiscal-cfdi. */
export type ReportedCancellation = Pick<RowCancellation, 'state' | 'code' | 'message'>;

/** Whether the cancellation is open, which prevents another request. */
export const isOpen = (cancellation: ReportedCancellation | null | undefined): boolean =>
  cancellation?.state === 'requested' || cancellation?.state === 'in_process';

export const isCanceled = (cancellation: RowCancellation | null | undefined): boolean =>
  cancellation?.state === 'accepted' || cancellation?.state === 'expired';

interface CancelNumber {
  readonly rowId: string;
  /** The number of the row's cancellation requests so far. */
  readonly cancelNumber: number;
}

/** Returns the idempotency key of a cancellation request at fiscal-cfdi. */
export const cancelKey = ({ rowId, cancelNumber }: CancelNumber): string =>
  `payroll:${rowId}:cancel:${cancelNumber}`;

/**
 * Whether an event belongs to a request other than the row's open request: an earlier request of the row, or
 * a request by another client. In that case, the open request of the row has ended or will not be accepted.
 * @param requester the requester in the event of fiscal-cfdi; older events have none
 */
export function isOfAnother(
  known: RowCancellation | null | undefined,
  own: CancelNumber,
  requester: string | undefined,
): boolean {
  const isOwnOpen = known?.requestedBy !== undefined && isOpen(known);
  return isOwnOpen && requester !== undefined && requester !== `payroll ${cancelKey(own)}`;
}

/**
 * Applies the response to a request. If an event arrived before the response, the event is newer, and the
 * response is ignored.
 */
export function answered(known: RowCancellation, reported: ReportedCancellation): RowCancellation {
  if (known.documentVersion !== undefined) return known;
  const { state, code, message } = reported;
  return { ...known, state, code, message };
}

/** Applies an event of the document. A new request by another client replaces an older request. */
export function followed(
  known: RowCancellation | null | undefined,
  reported: ReportedCancellation & Pick<RowCancellation, 'motive'>,
  documentVersion: number,
  now: string,
): RowCancellation {
  const isNewRequest = !isOpen(known) && isOpen(reported);
  const kept = isNewRequest ? undefined : known;
  const { state, code, message } = reported;
  const motive = reported.motive ?? kept?.motive;
  const requestedAt = kept?.requestedAt ?? now;
  return { ...kept, motive, requestedAt, state, code, message, documentVersion };
}
