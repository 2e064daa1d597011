/** As fiscal-cfdi says: `accepted` and `expired` are canceled, `rejected` leaves the receipt valid. */
export type CancellationState = 'requested' | 'in_process' | 'accepted' | 'rejected' | 'expired';

/** The newest request to cancel a stamped receipt. */
export interface RowCancellation {
  readonly state: CancellationState;
  /** Absent where the document was canceled at the SAT's own site. */
  readonly motive?: string | undefined;
  readonly replacementDocumentRef?: string | undefined;
  /** What fiscal-cfdi or the SAT said. */
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  /** Instant, RFC 3339. */
  readonly requestedAt: string;
  /** Whose request it is, so that a repeat finds its own. */
  readonly requestedBy?: string | undefined;
  /** Version of the document that an event of it told; absent before the first. */
  readonly documentVersion?: number | undefined;
}

/** What fiscal-cfdi shows of a cancellation. */
export type ToldCancellation = Pick<RowCancellation, 'state' | 'code' | 'message'>;

/** A request that is not over bars another one. */
export const isOpen = (cancellation: ToldCancellation | null | undefined): boolean =>
  cancellation?.state === 'requested' || cancellation?.state === 'in_process';

export const isCanceled = (cancellation: RowCancellation | null | undefined): boolean =>
  cancellation?.state === 'accepted' || cancellation?.state === 'expired';

interface CancelNumber {
  readonly rowId: string;
  /** Counts the requests of a row. */
  readonly cancelNumber: number;
}

/** The key of a request at fiscal-cfdi. */
export const cancelKey = ({ rowId, cancelNumber }: CancelNumber): string =>
  `payroll:${rowId}:cancel:${cancelNumber}`;

/**
 * Whether an event tells of another request than the one that is under way: of the row's own before
 * it, or of one from elsewhere, either of which ended when this one began or will not be taken.
 * @param toldBy as fiscal-cfdi names who asked; events from before it did name nobody
 */
export function isOfAnother(
  known: RowCancellation | null | undefined,
  own: CancelNumber,
  toldBy: string | undefined,
): boolean {
  const isOwnOpen = known?.requestedBy !== undefined && isOpen(known);
  return isOwnOpen && toldBy !== undefined && toldBy !== `payroll ${cancelKey(own)}`;
}

/** The request as told by its answer. What an event has told since is newer. */
export function answered(known: RowCancellation, told: ToldCancellation): RowCancellation {
  if (known.documentVersion !== undefined) return known;
  const { state, code, message } = told;
  return { ...known, state, code, message };
}

/** What an event of the document tells; a request from elsewhere takes the place of an older one. */
export function followed(
  known: RowCancellation | null | undefined,
  told: ToldCancellation & Pick<RowCancellation, 'motive'>,
  documentVersion: number,
  now: string,
): RowCancellation {
  const isNewRequest = !isOpen(known) && isOpen(told);
  const kept = isNewRequest ? undefined : known;
  const { state, code, message } = told;
  const motive = told.motive ?? kept?.motive;
  const requestedAt = kept?.requestedAt ?? now;
  return { ...kept, motive, requestedAt, state, code, message, documentVersion };
}
