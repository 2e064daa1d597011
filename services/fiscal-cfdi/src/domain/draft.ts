import type { SettlementTerms } from '@timbre/fiscal';

/** Kinds of CFDI by the API's words, with c_TipoDeComprobante. */
export const cfdiTypes = {
  income: 'I',
  credit_note: 'E',
  transfer: 'T',
  payroll: 'N',
  payment_complement: 'P',
} as const;

export type CfdiKind = keyof typeof cfdiTypes;
export type CfdiType = (typeof cfdiTypes)[CfdiKind];

/** What a draft is made from, as the client sent it; decimals are plain text. */
export interface DraftInput {
  kind: string;
  customerId?: string | undefined;
  items: ItemInput[];
  cfdiUse?: string | undefined;
  payment?: PaymentInput | undefined;
  currency?: string | undefined;
  /** Pesos for one unit of a foreign currency. */
  exchangeRate?: string | undefined;
  seriesId?: string | undefined;
  pdfCustomSection?: string | undefined;
  creditNote?: CreditNoteInput | undefined;
}

/** How a credit note is settled and what it is about. */
export interface CreditNoteInput {
  formCode: string;
  /** PUE when absent. */
  methodCode?: string | undefined;
  relatedDocuments: RelatedDocumentsInput[];
}

/** CFDI by UUID under one relationship of c_TipoRelacion. */
export interface RelatedDocumentsInput {
  relationship: string;
  documents: string[];
}

export interface ItemInput {
  kind: string;
  productId?: string | undefined;
  quantity: string;
  unitPrice: string;
  discount?: string | undefined;
  taxIncluded?: boolean | undefined;
  description?: string | undefined;
  satProductCode?: string | undefined;
  satUnitCode?: string | undefined;
  taxRate?: string | undefined;
  taxability?: string | undefined;
}

export interface PaymentInput {
  timing: string;
  formCode: string;
  dueDate?: string | undefined;
  settlementTerms?: TermsInput | undefined;
  conditions?: string | undefined;
}

/** Settlement terms before their parts are known to fit each other. */
export interface TermsInput {
  installmentCount: number;
  firstDue?: { kind: string; months?: number | undefined; date?: string | undefined } | undefined;
  recurrence?: { kind: string; day?: number | undefined } | undefined;
}

/** The receiver as the contact was when the draft last saw it; `version` is the contact's. */
export interface Customer {
  customerId: string;
  version: number;
  legalName: string;
  rfc?: string | undefined;
  taxSystem?: string | undefined;
  postalCode?: string | undefined;
  cfdiUse?: string | undefined;
}

export type Taxability = 'standard' | 'zero' | 'exempt';

/** An item with everything its concept needs, of the client's or of the product it names. */
export interface DraftItem {
  kind: 'product' | 'custom';
  productId?: string | undefined;
  /** Version of the product that was copied. */
  productVersion?: number | undefined;
  /** NoIdentificacion. */
  sku?: string | undefined;
  description: string;
  satProductCode: string;
  satUnitCode: string;
  quantity: string;
  unitPrice: string;
  discount?: string | undefined;
  taxIncluded?: boolean | undefined;
  taxability: Taxability;
  /** Rate of IVA; absent when exempt. */
  taxRate?: string | undefined;
}

/** A document before its seal: stored drafts satisfy it by shape. */
export interface Draft {
  kind: CfdiKind;
  input: DraftInput;
  customer?: Customer | null | undefined;
  items: readonly DraftItem[];
}

/** How an income is paid: `single_payment` is PUE, `deferred_or_installments` is PPD. */
export type PaymentTiming = 'single_payment' | 'deferred_or_installments';

/** How a document is paid, in the columns of its summary. */
export interface PaymentFacts {
  paymentTiming: PaymentTiming;
  formCode: string;
  methodCode: 'PUE' | 'PPD';
  dueDate: string | null;
  conditions: string | null;
  settlementTerms: SettlementTerms | null;
}

/** What a document gets when it is sealed. */
export interface Issuance {
  /** Local time of the place of issue, `YYYY-MM-DDTHH:MM:SS`. */
  fecha: string;
  serie?: string | undefined;
  folio?: string | undefined;
}
