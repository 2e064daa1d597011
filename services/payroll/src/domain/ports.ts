import type { Issue } from './issues/issue';
import type { PayrollDraftDetails } from './payroll-draft-details';
import type { PayrollDraft } from './payroll-draft';
import type { ReportedCancellation } from './states/row-cancellation';
import type { StampAnswer } from './states/stamp-outcome';

/**
 * Reads the organization's data from fiscal-cfdi. `Context` is the type that identifies the caller.
 */
export interface FiscalIdentity<Context> {
  /**
   * The employer's RFC; undefined without a fiscal profile.
   * @throws when fiscal-cfdi cannot be reached
   */
  employerRfc(context: Context): Promise<string | undefined>;
}

/** The type of a value after a JSON round trip, in which decimals are text. */
type Plain<T> = T extends { toJSON(): infer Text }
  ? Text
  : T extends object
    ? { [Key in keyof T]: Plain<T[Key]> }
    : T;

/** The data from which a receipt's document is made. */
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
  /** The same number always identifies the same sealed document. */
  readonly stampNumber: number;
  /** The draft to update; if absent, a new draft is created. */
  readonly documentRef?: string | undefined;
  readonly input: StampInput;
}

export type SealingAnswer =
  | { readonly kind: 'sealed'; readonly documentRef: string }
  /** The document would violate a rule; nothing was sent. */
  | { readonly kind: 'refused'; readonly issues: readonly Issue[] }
  /** The prepaid balance does not cover the stamp; the document itself has no fault. */
  | { readonly kind: 'not_covered' }
  /** The outcome is unknown, or sealing is temporarily impossible. The request can be repeated. */
  | { readonly kind: 'unavailable' };

export interface StampingRequest {
  readonly rowId: string;
  readonly documentRef: string;
  /** The same number always identifies the same stamp; a repeat returns its outcome. */
  readonly stampNumber: number;
}

/** The outcome of a stamp request: confirmed, refused, certainly not received, or unknown. */
export type StampingAnswer =
  Exclude<StampAnswer, { kind: 'not_received' }> | { readonly kind: 'not_received' };

/** The prepaid balance in cents of MXN; a price of 0 means that stamps are free. */
export interface StampingFunds {
  readonly balanceMinor: number;
  readonly stampPriceMinor: number;
  readonly topUpUrl?: string | undefined;
}

export interface CancelRequest {
  readonly rowId: string;
  readonly documentRef: string;
  /** The same number always identifies the same request; a repeat returns its outcome. */
  readonly cancelNumber: number;
  readonly motive: string;
  readonly replacementDocumentRef?: string | undefined;
}

/**
 * The outcome of a cancellation request: accepted, refused, certainly not requested, or unknown.
 */
export type CancelAnswer =
  | { readonly kind: 'requested'; readonly reported: ReportedCancellation }
  /** `refusal` is returned to the caller. `reported` is absent if the request itself was invalid. */
  | { readonly kind: 'refused'; readonly refusal: Error; readonly reported?: ReportedCancellation }
  | { readonly kind: 'not_requested'; readonly refusal: Error }
  | { readonly kind: 'unknown' };

/** The requests of payroll to fiscal-cfdi about documents. Every outcome is a result, not an error. */
export interface CfdiPort<Context> {
  /**
   * Returns the available funds.
   * @throws a refusal when stamping is impossible: no certificate, no PAC
   */
  requireReady(context: Context): Promise<StampingFunds>;
  /**
   * Drafts and seals many receipts at once.
   * @returns the results in the order of the requests
   */
  seal(context: Context, requests: readonly SealingRequest[]): Promise<SealingAnswer[]>;
  /** Stamps a sealed receipt, or returns the outcome of an earlier request. */
  stamp(context: Context, request: StampingRequest): Promise<StampingAnswer>;
  cancel(context: Context, request: CancelRequest): Promise<CancelAnswer>;
  /**
   * Deletes a draft to which no row refers any more.
   * @throws until the deletion is certain
   */
  discard(context: Context, documentRef: string): Promise<void>;
}
