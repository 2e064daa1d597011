/**
 * The states that a cancellation can have in fiscal-cfdi. In the states `accepted` and `expired`,
 * the receipt is canceled; in state `rejected`, it stays valid.
 */
export type CancellationState = 'requested' | 'in_process' | 'accepted' | 'rejected' | 'expired';

/** The newest request to cancel a stamped receipt. */
export interface RowCancellation {
  readonly state: CancellationState;
  /** The cancellation motive; absent if the document was canceled on the SAT's website. */
  readonly motive?: string | undefined;
  readonly replacementDocumentRef?: string | undefined;
  /** The error code and message that fiscal-cfdi or the SAT returned. */
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  /** The time of the cancellation request, in RFC 3339 format. */
  readonly requestedAt: string;
  /** Identifies who made the request, so that a repeated request is recognized. */
  readonly requestedBy?: string | undefined;
  /**
   * The document version that the last cancellation event stated; absent before the first event.
   */
  readonly documentVersion?: number | undefined;
}

/** The state of a cancellation that a response or an event of fiscal-cfdi reports. */
export type ReportedCancellation = Pick<RowCancellation, 'state' | 'code' | 'message'>;

/** Whether the cancellation is still open, so that a second request is refused. */
export const isOpen = (cancellation: ReportedCancellation | null | undefined): boolean =>
  cancellation?.state === 'requested' || cancellation?.state === 'in_process';

export const isCanceled = (cancellation: RowCancellation | null | undefined): boolean =>
  cancellation?.state === 'accepted' || cancellation?.state === 'expired';

interface CancelNumber {
  readonly rowId: string;
  /** The number of cancellation requests that were made for the row. */
  readonly cancelNumber: number;
}

/** Returns the idempotency key with which a cancellation is requested from fiscal-cfdi. */
export const cancelKey = ({ rowId, cancelNumber }: CancelNumber): string =>
  `payroll:${rowId}:cancel:${cancelNumber}`;

/**
 * Whether an event belongs to an earlier request of the row or to another client, and not to the
 * row's open request. If the event belongs to another request, the row's open request has ended or
 * will be refused.
 * @param requester the client that made the request, according to the event of fiscal-cfdi; older
 * events do not state the client
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
 * Applies the response of fiscal-cfdi to a cancellation request. If an event arrived before the response,
 * the response is older than the event and is ignored.
 */
export function answered(known: RowCancellation, reported: ReportedCancellation): RowCancellation {
  if (known.documentVersion !== undefined) return known;
  const { state, code, message } = reported;
  return { ...known, state, code, message };
}

/**
 * Applies an event of fiscal-cfdi about the cancellation of a document. A new request by another
 * client replaces an older request.
 */
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
