import type { SettlementTerms, TermsInput } from '@timbre/fiscal';
import type { Item, ItemComplements, ItemInput } from '@timbre/items';
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
  /** The exchange rate: pesos for one unit of the foreign currency. */
  exchangeRate?: string | undefined;
  seriesId?: string | undefined;
  pdfCustomSection?: string | undefined;
  /** Whether items without withholdings get the withholdings that the law requires. */
  applySuggestedWithholdings?: boolean | undefined;
  /** A credit note has its related documents in `creditNote` instead; see `relatedDocumentsOf`. */
  relations?: { relatedDocuments: RelatedDocumentsInput[] } | undefined;
  /** Whether the documents under relationship 04 are canceled with motive 01 after the stamp. */
  cancelReplaced?: boolean | undefined;
  /** InformacionGlobal: the period of the sales that a global invoice sums up. */
  globalPeriod?: GlobalPeriod | undefined;
  localTaxes?: { taxes: LocalTaxInput[] } | undefined;
  /** Complemento: the values of complements, keyed by their field of the API. */
  complements?: ItemComplements | undefined;
  /** A code of the SAT catalogue c_Exportacion. */
  exportation?: string | undefined;
  /** Confirmacion: the SAT's key for amounts and rates beyond its limits. */
  confirmation?: string | undefined;
  /** LugarExpedicion: the postal code of a branch. */
  placeOfIssue?: string | undefined;
  /** The branch whose stock the goods leave or enter. */
  locationId?: string | undefined;
  /** Name, address and phone of this branch, for the printed document; a client cannot send them. */
  branch?: string | undefined;
  creditNote?: CreditNoteInput | undefined;
  complement?: ComplementInput | undefined;
  employeeId?: string | undefined;
  payroll?: PayrollInput | undefined;
  /** Data of employee and employer, which payroll sends and a client cannot send. */
  payrollSource?: PayrollSource | undefined;
}

/** The bank data that show how the money of a payment moved. */
export interface PaymentMeans {
  formCode: string;
  /** The time of payment at the place of issue; if absent, the time of issue counts. */
  paidLocalDateTime?: string | undefined;
  operationNumber?: string | undefined;
  /** The payer's bank. For a foreign bank `rfc` is XEXX010101000 and the name is required. */
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
  /** A code of the SAT catalogue c_TipoCadenaPago. */
  type: string;
  certificate: string;
  chain: string;
  seal: string;
}

/** A payment of the customer and the invoices it settles, in whole or in part. */
interface ComplementPayment extends PaymentMeans {
  documents: PaidDocumentInput[];
}

/** The payment in the currency of the draft, and additional payments. */
export interface ComplementInput extends ComplementPayment {
  additionalPayments?: AdditionalPaymentInput[] | undefined;
}

/** Without currency and rate, the payment has the currency and rate of the draft. */
export interface AdditionalPaymentInput extends ComplementPayment {
  currency?: string | undefined;
  exchangeRate?: string | undefined;
}

/** An invoice and the amount that the payment pays on it, in the currency of the invoice. */
export interface PaidDocumentInput {
  uuid: string;
  amount: string;
  installment: number;
  previousBalance: string;
  /**
   * If absent (`auto`), the payment has the taxes of the organization's own invoice, in proportion
   * to the amount paid.
   */
  taxes?: DocumentTaxesInput | undefined;
  series?: string | undefined;
  folio?: string | undefined;
  currency?: string | undefined;
  /** EquivalenciaDR: units of the invoice's currency for one unit of the payment's currency. */
  exchangeRate?: string | undefined;
}

export interface DocumentTaxesInput {
  /** A code of the SAT catalogue c_ObjetoImp. */
  taxObject: string;
  entries: TaxEntryInput[];
}

export interface TaxEntryInput {
  base: string;
  /** The tax: IVA, ISR or IEPS. */
  type: string;
  rate: string;
  /** A code of c_TipoFactor; Tasa if absent. */
  factor?: string | undefined;
  withholding?: boolean | undefined;
}

/** The settlement of a credit note and its related documents. */
export interface CreditNoteInput {
  formCode: string;
  /** The method is PUE if absent. */
  methodCode?: string | undefined;
  relatedDocuments: RelatedDocumentsInput[];
}

/** The CFDI that a document names by their UUIDs under one relationship of c_TipoRelacion. */
interface RelatedDocumentsInput {
  relationship: string;
  documents: string[];
}

export interface GlobalPeriod {
  /** A code of the SAT catalogue c_Periodicidad. */
  periodicity: string;
  /** A code of the SAT catalogue c_Meses. */
  months: string;
  year: number;
}

/** A tax of a state or a city on the whole document (implocal 1.0). */
export interface LocalTaxInput {
  /** `transferred` or `withheld`. */
  kind: string;
  /** Name of the local tax, such as `ISH`, `CEDULAR` or `5 AL MILLAR`. */
  name: string;
  /** The rate as a percentage: `3` means 3 %. */
  rate: string;
  /** The base of the tax; if absent, the subtotal less its discount. */
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
  /** The contact from which the customer was copied, and its version; absent in an imported document. */
  customerId?: string | undefined;
  version?: number | undefined;
  legalName: string;
  rfc?: string | undefined;
  taxSystem?: string | undefined;
  postalCode?: string | undefined;
  /** The address for the printed document, in one line, without the postal code. */
  address?: string | undefined;
  cfdiUse?: string | undefined;
  /** `federation` or `state_or_municipality`. */
  publicBody?: string | undefined;
  /** Whether the customer pays IEPS on the goods it buys, and wants it shown separately from the price. */
  iepsTaxpayer?: boolean | undefined;
  /** Country of tax residence (c_Pais) of a receiver abroad. */
  taxResidence?: string | undefined;
  /** The SAT attribute NumRegIdTrib. */
  foreignTaxId?: string | undefined;
  /** The language of the customer's printed documents. */
  documentLanguage?: string | undefined;
  /** The addenda of the customer's invoices, with placeholders. */
  addendaTemplate?: string | undefined;
}

/** A document before its seal; stored drafts have this shape. */
export interface Draft {
  /** The identifier is absent until the draft is stored. */
  id?: string | undefined;
  kind: CfdiKind;
  input: DraftInput;
  customer?: Customer | null | undefined;
  items: readonly Item[];
  related?: RelatedSources | undefined;
  /** The field exists only in a payment complement. */
  paidDocuments?: readonly PaidDocument[] | null | undefined;
  /** The sales receipts from which the document was made. */
  origin?: ReceiptsOrigin | null | undefined;
}

/**
 * The sales receipts of a document that commerce requested. The items of a document of receipts are
 * not part of its input.
 */
export interface ReceiptsOrigin {
  /**
   * The key that commerce gave to the request. A repeated request with the same key returns the same
   * document.
   */
  key: string;
  /** References of the form `sales_receipt:<id>`. */
  receipts: string[];
  /** The last day of the period of a global invoice; absent for other documents. */
  periodEndedOn?: string | undefined;
}

/** A paid invoice with all data of its DoctoRelacionado. */
export interface PaidDocument {
  /** The position of the payment in the complement; absent for the first payment. */
  payment?: number | undefined;
  uuid: string;
  series?: string | undefined;
  folio?: string | undefined;
  currency: string;
  /** EquivalenciaDR; absent if the currencies differ and the client gave no rate. */
  exchangeRate?: string | undefined;
  installment: number;
  previousBalance: string;
  amount: string;
  taxObject: string;
  taxes: PaidTax[];
  /** The stored record of the invoice at the draft's last update; absent for an unknown invoice. */
  invoice?: InvoiceRecord | undefined;
}

/** A payment of a complement, in its own currency; decimals are text. */
export interface PaymentOfComplement extends PaymentMeans {
  amount: string;
  currency: string;
  exchangeRate: string;
}

/** The first payment of a complement, with the additional payments. */
export interface ComplementFacts extends PaymentOfComplement {
  additionalPayments?: PaymentOfComplement[] | undefined;
}

/** A tax of the paid part, in the currency of the invoice. */
export interface PaidTax {
  kind: 'traslado' | 'retencion';
  /** A code of the SAT catalogue c_Impuesto. */
  tax: string;
  factor: string;
  rate?: string | undefined;
  base: string;
}

/** The data of a stored invoice that a payment needs. */
export interface InvoiceRecord {
  cfdiId: string;
  kind: string;
  status: string;
  methodCode?: string | null | undefined;
  currency: string;
  receiverRfc?: string | null | undefined;
  /** The total of the invoice less the amounts that stamped complements pay. */
  balance: string;
  /**
   * The balance less the credit notes that belong to this invoice alone. A payment cannot be more than this
   * amount.
   */
  effectiveBalance: string;
  nextInstallment: number;
  /** The date of issue, `YYYY-MM-DD`. */
  issuedOn?: string | undefined;
  /** Whether the organization issued the invoice, so that all its payments are known. */
  isOurs: boolean;
  /** Whether another complement that pays the invoice is being stamped. */
  isBeingPaid: boolean;
  /**
   * Whether a request to cancel the invoice is open. Drafts that were stored before this field existed
   * receive it only with their seal.
   */
  isBeingCanceled?: boolean | undefined;
}

/** When an income is paid: `single_payment` is PUE, `deferred_or_installments` is PPD. */
export type PaymentTiming = 'single_payment' | 'deferred_or_installments';

/** The payment of a document, in the form of its summary columns. */
export interface PaymentFacts {
  paymentTiming: PaymentTiming;
  formCode: string;
  methodCode: 'PUE' | 'PPD';
  dueDate: string | null;
  conditions: string | null;
  settlementTerms: SettlementTerms | null;
}

/** The data that a document receives with its seal. */
export interface Issuance {
  /** The local time at the place of issue, `YYYY-MM-DDTHH:MM:SS`. */
  fecha: string;
  serie?: string | undefined;
  folio?: string | undefined;
}
