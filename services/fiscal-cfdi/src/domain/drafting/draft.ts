import type { SettlementTerms, TermsInput } from '@timbre/fiscal';
import type { Item, ItemInput } from '@timbre/items';
import type { RelatedSources } from './draft-sources';
import type { PayrollInput, PayrollSource } from '../receipts/payroll-input';

/** Kinds of CFDI in the API's words, with c_TipoDeComprobante. */
export const cfdiTypes = {
  income: 'I',
  credit_note: 'E',
  transfer: 'T',
  payroll: 'N',
  payment_complement: 'P',
} as const;

export type CfdiKind = keyof typeof cfdiTypes;
export type CfdiType = (typeof cfdiTypes)[CfdiKind];

/** The input of a draft as the client sent it; decimals are plain text. */
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
  /** Whether items without withholdings take the required ones. */
  applySuggestedWithholdings?: boolean | undefined;
  /** A credit note has its related documents in `creditNote`; see `relatedDocumentsOf`. */
  relations?: { relatedDocuments: RelatedDocumentsInput[] } | undefined;
  /** After the stamp, cancels the documents under relationship 04 with motive 01. */
  cancelReplaced?: boolean | undefined;
  /** InformacionGlobal: the period of the sales that a global invoice sums up. */
  globalPeriod?: GlobalPeriod | undefined;
  localTaxes?: { taxes: LocalTaxInput[] } | undefined;
  /** c_Exportacion. */
  exportation?: string | undefined;
  /** Confirmacion: the SAT's key for amounts and rates beyond its limits. */
  confirmation?: string | undefined;
  /** LugarExpedicion: the postal code of a branch. */
  placeOfIssue?: string | undefined;
  /** The branch that the goods leave, or come back to. */
  locationId?: string | undefined;
  creditNote?: CreditNoteInput | undefined;
  complement?: ComplementInput | undefined;
  employeeId?: string | undefined;
  payroll?: PayrollInput | undefined;
  /** Employee and employer as payroll sends them; never from a client. */
  payrollSource?: PayrollSource | undefined;
}

/** How the money of a payment moved. */
export interface PaymentMeans {
  formCode: string;
  /** Time of payment at the place of issue; defaults to the time of issue. */
  paidLocalDateTime?: string | undefined;
  operationNumber?: string | undefined;
  /** The bank of the payer; `rfc` is XEXX010101000, with a name, for a foreign one. */
  payerBank?: Bank | undefined;
  payeeBank?: Omit<Bank, 'name'> | undefined;
  paymentChain?: PaymentChain | undefined;
}

interface Bank {
  rfc?: string | undefined;
  name?: string | undefined;
  account?: string | undefined;
}

/** The proof of a SPEI transfer; certificate and seal are base64. */
interface PaymentChain {
  /** c_TipoCadenaPago. */
  type: string;
  certificate: string;
  chain: string;
  seal: string;
}

/** A payment of the customer and the invoices it settles, in whole or in part. */
interface ComplementPayment extends PaymentMeans {
  documents: PaidDocumentInput[];
}

/** The payment in the currency of the draft, and further payments. */
export interface ComplementInput extends ComplementPayment {
  additionalPayments?: AdditionalPaymentInput[] | undefined;
}

/** Currency and rate are those of the draft when both are absent. */
export interface AdditionalPaymentInput extends ComplementPayment {
  currency?: string | undefined;
  exchangeRate?: string | undefined;
}

/** An invoice and the amount paid of it; amounts are in the currency of the invoice. */
export interface PaidDocumentInput {
  uuid: string;
  amount: string;
  installment: number;
  previousBalance: string;
  /** Absent for `auto`: the taxes of our own invoice, in proportion to the amount paid. */
  taxes?: DocumentTaxesInput | undefined;
  series?: string | undefined;
  folio?: string | undefined;
  currency?: string | undefined;
  /** EquivalenciaDR: units of the invoice's currency for one of the payment's. */
  exchangeRate?: string | undefined;
}

export interface DocumentTaxesInput {
  /** c_ObjetoImp. */
  taxObject: string;
  entries: TaxEntryInput[];
}

export interface TaxEntryInput {
  base: string;
  /** IVA, ISR or IEPS. */
  type: string;
  rate: string;
  /** c_TipoFactor; Tasa when absent. */
  factor?: string | undefined;
  withholding?: boolean | undefined;
}

/** The settlement of a credit note and its related documents. */
export interface CreditNoteInput {
  formCode: string;
  /** PUE when absent. */
  methodCode?: string | undefined;
  relatedDocuments: RelatedDocumentsInput[];
}

/** CFDI by UUID under one relationship of c_TipoRelacion. */
interface RelatedDocumentsInput {
  relationship: string;
  documents: string[];
}

export interface GlobalPeriod {
  /** c_Periodicidad. */
  periodicity: string;
  /** c_Meses. */
  months: string;
  year: number;
}

/** A tax of a state or a city on the whole document (implocal 1.0). */
export interface LocalTaxInput {
  /** `transferred` or `withheld`. */
  kind: string;
  /** `ISH`, `CEDULAR`, `5 AL MILLAR`. */
  name: string;
  /** Percentage: 3 for 3 %. */
  rate: string;
  /** The subtotal less its discount when absent. */
  base?: string | undefined;
}

export interface PaymentInput {
  timing: string;
  formCode: string;
  dueDate?: string | undefined;
  settlementTerms?: TermsInput | undefined;
  conditions?: string | undefined;
}

/** The receiver of a document. */
export interface Customer {
  /** The contact that it is a copy of, and its version; absent in an imported document. */
  customerId?: string | undefined;
  version?: number | undefined;
  legalName: string;
  rfc?: string | undefined;
  taxSystem?: string | undefined;
  postalCode?: string | undefined;
  /** Without the postal code, in one line, for its paper. */
  address?: string | undefined;
  cfdiUse?: string | undefined;
  /** `federation` or `state_or_municipality`. */
  publicBody?: string | undefined;
  /** Whether it pays IEPS on the goods it buys, and asks for it apart from the price. */
  iepsTaxpayer?: boolean | undefined;
  /** c_Pais, of a receiver abroad. */
  taxResidence?: string | undefined;
  /** NumRegIdTrib. */
  foreignTaxId?: string | undefined;
  /** The language of its paper. */
  documentLanguage?: string | undefined;
}

/** A document before its seal; stored drafts have this shape. */
export interface Draft {
  /** Absent while it is not stored. */
  id?: string | undefined;
  kind: CfdiKind;
  input: DraftInput;
  customer?: Customer | null | undefined;
  items: readonly Item[];
  related?: RelatedSources | undefined;
  /** Set for a payment complement. */
  paidDocuments?: readonly PaidDocument[] | null | undefined;
  /** The sales receipts that it was made from. */
  origin?: ReceiptsOrigin | null | undefined;
}

/** The sales receipts behind a document of commerce. Its items are not part of its input. */
export interface ReceiptsOrigin {
  /** The name that commerce gave to the request; a repeated one answers the same document. */
  key: string;
  /** References, `sales_receipt:<id>`. */
  receipts: string[];
  /** The last day of the period, for a global invoice. */
  periodEndedOn?: string | undefined;
}

/** A paid invoice with all data of its DoctoRelacionado. */
export interface PaidDocument {
  /** The position of the payment in the complement; absent for the first. */
  payment?: number | undefined;
  uuid: string;
  series?: string | undefined;
  folio?: string | undefined;
  currency: string;
  /** EquivalenciaDR; absent when currencies differ and the client gave no rate. */
  exchangeRate?: string | undefined;
  installment: number;
  previousBalance: string;
  amount: string;
  taxObject: string;
  taxes: PaidTax[];
  /** Our record of the invoice when the draft was last updated; absent for an unknown invoice. */
  invoice?: InvoiceRecord | undefined;
}

/** A payment of a complement, in its own currency; decimals are text. */
export interface PaymentOfComplement extends PaymentMeans {
  amount: string;
  currency: string;
  exchangeRate: string;
}

/** The first payment of a complement, and the others. */
export interface ComplementFacts extends PaymentOfComplement {
  additionalPayments?: PaymentOfComplement[] | undefined;
}

/** A tax of the paid part, in the currency of the invoice. */
export interface PaidTax {
  kind: 'traslado' | 'retencion';
  /** c_Impuesto. */
  tax: string;
  factor: string;
  rate?: string | undefined;
  base: string;
}

/** The data of our own invoice that payments need. */
export interface InvoiceRecord {
  cfdiId: string;
  kind: string;
  status: string;
  methodCode?: string | null | undefined;
  currency: string;
  receiverRfc?: string | null | undefined;
  /** The total minus the stamped complements. */
  balance: string;
  /** The balance less certain credit notes: the most that can be paid. */
  effectiveBalance: string;
  nextInstallment: number;
  /** Date of issue, `YYYY-MM-DD`. */
  issuedOn?: string | undefined;
  /** Whether we issued it, so that we know all its payments. */
  isOurs: boolean;
  /** Whether another complement of it is being stamped. */
  isBeingPaid: boolean;
  /** Whether a request to cancel it is open; absent in drafts of earlier releases until their seal. */
  isBeingCanceled?: boolean | undefined;
}

/** The timing of an income's payment: `single_payment` is PUE, `deferred_or_installments` is PPD. */
export type PaymentTiming = 'single_payment' | 'deferred_or_installments';

/** The payment as stored in the columns of the summary. */
export interface PaymentFacts {
  paymentTiming: PaymentTiming;
  formCode: string;
  methodCode: 'PUE' | 'PPD';
  dueDate: string | null;
  conditions: string | null;
  settlementTerms: SettlementTerms | null;
}

/** The data that a document gets when it is sealed. */
export interface Issuance {
  /** Local time of the place of issue, `YYYY-MM-DDTHH:MM:SS`. */
  fecha: string;
  serie?: string | undefined;
  folio?: string | undefined;
}
