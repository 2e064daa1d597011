import type { Issue } from './issues/issue';
import type { PayrollDraftDetails } from './payroll-draft-details';
import type { PayrollDraft } from './payroll-draft';
import type { ReportedCancellation } from './states/row-cancellation';
import type { StampAnswer } from './states/stamp-outcome';

/**
 * Reads the organization's fiscal data from fiscal-cfdi. `Context` is the type of the value that
 * identifies the caller.
 */
export interface FiscalIdentity<Context> {
  /**
   * Returns the employer's RFC, or undefined if the organization has no fiscal profile.
   * @throws an error if fiscal-cfdi cannot be reached
   */
  employerRfc(context: Context): Promise<string | undefined>;
}

/** The type of a value after conversion to JSON and back, in which decimal numbers become text. */
type Plain<T> = T extends { toJSON(): infer Text }
  ? Text
  : T extends object
    ? { [Key in keyof T]: Plain<T[Key]> }
    : T;

/** The data from which the document of a receipt is created. */
export interface StampInput {
  readonly draft: Plain<PayrollDraft>;
  readonly details: Plain<PayrollDraftDetails>;
  readonly receiver: {
    readonly legalName: string;
    readonly rfc: string;
    readonly postalCode: string;
  };
  readonly employer: {
    readonly registration?: string | undefined;
    readonly curp?: string | undefined;
  };
}

export interface SealingRequest {
  readonly rowId: string;
  /** A sealing request with the same `stampNumber` always returns the same sealed document. */
  readonly stampNumber: number;
  /** The identifier of the draft to update; if absent, a new draft is created. */
  readonly documentRef?: string | undefined;
  readonly input: StampInput;
}

export type SealingAnswer =
  | { readonly kind: 'sealed'; readonly documentRef: string }
  /** The receipt would violate a rule of the document, so nothing was sent. */
  | { readonly kind: 'refused'; readonly issues: readonly Issue[] }
  /** The prepaid balance does not cover the stamp; the document itself has no fault. */
  | { readonly kind: 'not_covered' }
  /**
   * The outcome of sealing is unknown, or sealing is temporarily impossible. The sealing request
   * may be repeated.
   */
  | { readonly kind: 'unavailable' };

export interface StampingRequest {
  readonly rowId: string;
  readonly documentRef: string;
  /** A stamp request with the same number returns the outcome of the earlier request. */
  readonly stampNumber: number;
}

/** The outcome of a stamp request: confirmed, refused, certainly not received, or unknown. */
export type StampingAnswer =
  Exclude<StampAnswer, { kind: 'not_received' }> | { readonly kind: 'not_received' };

/** The prepaid balance in MXN cents; a price of 0 means that stamps are free. */
export interface StampingFunds {
  readonly balanceMinor: number;
  readonly stampPriceMinor: number;
  readonly topUpUrl?: string | undefined;
}

export interface CancelRequest {
  readonly rowId: string;
  readonly documentRef: string;
  /** A cancellation request with the same number returns the outcome of the earlier request. */
  readonly cancelNumber: number;
  readonly motive: string;
  readonly replacementDocumentRef?: string | undefined;
}

/**
 * The outcome of a cancellation request: accepted, refused, certainly not requested, or unknown.
 */
export type CancelAnswer =
  | { readonly kind: 'requested'; readonly reported: ReportedCancellation }
  /**
   * The caller of payroll receives the field `refusal` as the response. `reported` is absent if the
   * cancellation request itself was invalid.
   */
  | { readonly kind: 'refused'; readonly refusal: Error; readonly reported?: ReportedCancellation }
  | { readonly kind: 'not_requested'; readonly refusal: Error }
  | { readonly kind: 'unknown' };

/**
 * The calls that payroll makes to fiscal-cfdi about documents. Every outcome is returned as a
 * result and not thrown as an error.
 */
export interface CfdiPort<Context> {
  /**
   * Checks that stamping is possible, and returns the available funds.
   * @throws a refusal if stamping is impossible, because the certificate or the PAC is missing
   */
  requireReady(context: Context): Promise<StampingFunds>;
  /**
   * Drafts and seals many receipts at once.
   * @returns the results in the order of the requests
   */
  seal(context: Context, requests: readonly SealingRequest[]): Promise<SealingAnswer[]>;
  /** Stamps a sealed receipt, or returns the outcome of an earlier request with the same number. */
  stamp(context: Context, request: StampingRequest): Promise<StampingAnswer>;
  cancel(context: Context, request: CancelRequest): Promise<CancelAnswer>;
  /**
   * Deletes a draft that no row uses any more.
   * @throws an error if the draft may still exist
   */
  discard(context: Context, documentRef: string): Promise<void>;
}
