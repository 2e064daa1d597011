import type { Issue } from './issues/issue';
import type { PayrollDraftDetails } from './payroll-draft-details';
import type { PayrollDraft } from './payroll-draft';
import type { ToldCancellation } from './states/row-cancellation';
import type { StampAnswer } from './states/stamp-outcome';

/** What payroll asks of fiscal-cfdi about the organization. `Context` is who asks. */
export interface FiscalIdentity<Context> {
  /** The employer's RFC; undefined while there is no fiscal profile.
   * @throws when fiscal-cfdi cannot be reached */
  employerRfc(context: Context): Promise<string | undefined>;
}

/** A value as JSON gives it back: decimals are text. */
export type Plain<T> = T extends { toJSON(): infer Text }
  ? Text
  : T extends object
    ? { [Key in keyof T]: Plain<T[Key]> }
    : T;

/** Everything a receipt's document is made of. */
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
  /** The same number is the same sealed document, however often it is asked for. */
  readonly stampNumber: number;
  /** The draft to bring up to date; a new one is made without it. */
  readonly documentRef?: string | undefined;
  readonly input: StampInput;
}

export type SealingAnswer =
  | { readonly kind: 'sealed'; readonly documentRef: string }
  /** The document would break a rule; nothing was sent to anybody. */
  | { readonly kind: 'refused'; readonly issues: readonly Issue[] }
  /** The prepaid balance does not cover its stamp; nothing is wrong with the document. */
  | { readonly kind: 'not_covered' }
  /** Not known, or not now. The same request may be made again. */
  | { readonly kind: 'unavailable' };

export interface StampingRequest {
  readonly rowId: string;
  readonly documentRef: string;
  /** The same number is the same stamp: asking again tells what became of it. */
  readonly stampNumber: number;
}

/** A stamp was asked for: confirmed, refused, surely not received, or nobody knows. */
export type StampingAnswer =
  Exclude<StampAnswer, { kind: 'not_received' }> | { readonly kind: 'not_received' };

/** The prepaid balance, in cents of MXN; a price of 0 is a deployment where stamps are free. */
export interface StampingFunds {
  readonly balanceMinor: number;
  readonly stampPriceMinor: number;
  readonly topUpUrl?: string | undefined;
}

export interface CancelRequest {
  readonly rowId: string;
  readonly documentRef: string;
  /** The same number is the same request: asking again tells what became of it. */
  readonly cancelNumber: number;
  readonly motive: string;
  readonly replacementDocumentRef?: string | undefined;
}

/** A cancellation was asked for: taken, refused, surely not requested, or nobody knows. */
export type CancelAnswer =
  | { readonly kind: 'requested'; readonly told: ToldCancellation }
  /** `refusal` is what the caller is told; `told` unless the request itself was at fault. */
  | { readonly kind: 'refused'; readonly refusal: Error; readonly told?: ToldCancellation }
  | { readonly kind: 'not_requested'; readonly refusal: Error }
  | { readonly kind: 'unknown' };

/** What payroll asks of fiscal-cfdi about its documents. No call throws for an outcome. */
export interface CfdiPort<Context> {
  /** What stamps can be paid with now. @throws a refusal when nothing could be stamped: no
   * certificate, no PAC */
  requireReady(context: Context): Promise<StampingFunds>;
  /** Drafts and seals many receipts at once. @returns what became of each, in their order */
  seal(context: Context, requests: readonly SealingRequest[]): Promise<SealingAnswer[]>;
  /** Has a sealed receipt stamped, or tells what became of it. */
  stamp(context: Context, request: StampingRequest): Promise<StampingAnswer>;
  cancel(context: Context, request: CancelRequest): Promise<CancelAnswer>;
  /** Deletes a draft that no row has any more. @throws while it is not known to be gone */
  discard(context: Context, documentRef: string): Promise<void>;
}
