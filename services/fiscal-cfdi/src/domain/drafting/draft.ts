import type { SettlementTerms, TermsInput } from '@timbre/fiscal';
import type { Item, ItemComplements, ItemInput } from '@timbre/items';
import type { RelatedSources } from './draft-sources';
import type { PayrollInput, PayrollSource } from '../receipts/payroll-input';

/** The API's kinds of CFDI, each with its code of c_TipoDeComprobante. */
export const cfdiTypes = {
  income: 'I',
  credit_note: 'E',
  transfer: 'T',
  payroll: 'N',
  payment_complement: 'P',
} as const;

export type CfdiKind = keyof typeof cfdiTypes;
export type CfdiType = (typeof cfdiTypes)[CfdiKind];

/** The input of a draft, as the client sent it; decimals are text. */
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
  /** True if items without withholdings get the withholdings that the law requires. */
  applySuggestedWithholdings?: boolean | undefined;
  /**
   * A credit note has its related documents in `creditNote`, not in this field; see
   * `relatedDocumentsOf`.
   */
  relations?: { relatedDocuments: RelatedDocumentsInput[] } | undefined;
  /**
   * True if the documents under relationship 04 are canceled with motive 01 after this draft is
   * stamped.
   */
  cancelReplaced?: boolean | undefined;
  /** The SAT element InformacionGlobal: the period of the sales that a global invoice sums up. */
  globalPeriod?: GlobalPeriod | undefined;
  localTaxes?: { taxes: LocalTaxInput[] } | undefined;
  /** The values of the SAT element Complemento, keyed by the API's field of each complement. */
  complements?: ItemComplements | undefined;
  /** A code of the SAT catalogue c_Exportacion. */
  exportation?: string | undefined;
  /** The SAT attribute Confirmacion: the SAT's key for amounts and rates beyond its limits. */
  confirmation?: string | undefined;
  /** The SAT attribute LugarExpedicion: the postal code of the branch that issues the document. */
  placeOfIssue?: string | undefined;
  /** The branch from which goods are sold or to which goods are returned. */
  locationId?: string | undefined;
  /**
   * Name, address and phone of the branch for the printed document; clients cannot send this field.
   */
  branch?: string | undefined;
  creditNote?: CreditNoteInput | undefined;
  complement?: ComplementInput | undefined;
  employeeId?: string | undefined;
  payroll?: PayrollInput | undefined;
  /** Data of the employee and the employer, which payroll sends; clients cannot send this field. */
  payrollSource?: PayrollSource | undefined;
}

/** The time and the bank data of a customer's payment. */
export interface PaymentMeans {
  formCode: string;
  /** The time of payment at the place of issue; by default the time of issue. */
  paidLocalDateTime?: string | undefined;
  operationNumber?: string | undefined;
  /**
   * The bank and account from which the customer paid. For a foreign bank, `rfc` is XEXX010101000
   * and the name is required.
   */
  payerBank?: Bank | undefined;
  payeeBank?: Omit<Bank, 'name'> | undefined;
  paymentChain?: PaymentChain | undefined;
}

interface Bank {
  rfc?: string | undefined;
  name?: string | undefined;
  account?: string | undefined;
}

/** The proof of a SPEI transfer; its certificate and seal are base64. */
interface PaymentChain {
  /** A code of the SAT catalogue c_TipoCadenaPago. */
  type: string;
  certificate: string;
  chain: string;
  seal: string;
}

/** A customer's payment, and the invoices that it pays in whole or in part. */
interface ComplementPayment extends PaymentMeans {
  documents: PaidDocumentInput[];
}

/** The main payment of a complement, in the draft's currency, and any additional payments. */
export interface ComplementInput extends ComplementPayment {
  additionalPayments?: AdditionalPaymentInput[] | undefined;
}

/** If the payment has no currency and rate, the draft's currency and rate are used. */
export interface AdditionalPaymentInput extends ComplementPayment {
  currency?: string | undefined;
  exchangeRate?: string | undefined;
}

/** An invoice and the amount that the payment pays of it, in the currency of the invoice. */
export interface PaidDocumentInput {
  uuid: string;
  amount: string;
  installment: number;
  previousBalance: string;
  /**
   * If `taxes` is absent (`auto`), the taxes of the organization's own invoice are used, in
   * proportion to the amount paid.
   */
  taxes?: DocumentTaxesInput | undefined;
  series?: string | undefined;
  folio?: string | undefined;
  currency?: string | undefined;
  /**
   * The SAT attribute EquivalenciaDR: units of the invoice's currency for one unit of the payment's
   * currency.
   */
  exchangeRate?: string | undefined;
}

export interface DocumentTaxesInput {
  /** A code of the SAT catalogue c_ObjetoImp. */
  taxObject: string;
  entries: TaxEntryInput[];
}

export interface TaxEntryInput {
  base: string;
  /** The name of the tax, which is IVA, ISR or IEPS. */
  type: string;
  rate: string;
  /** A code of the SAT catalogue c_TipoFactor; Tasa by default. */
  factor?: string | undefined;
  withholding?: boolean | undefined;
}

/** The form and method of payment of a credit note, and its related documents. */
export interface CreditNoteInput {
  formCode: string;
  /** The method of payment; PUE by default. */
  methodCode?: string | undefined;
  relatedDocuments: RelatedDocumentsInput[];
}

/**
 * The related CFDI of a document under one relationship of c_TipoRelacion, identified by their
 * UUIDs.
 */
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

/** A state or city tax on the whole document (implocal 1.0). */
export interface LocalTaxInput {
  /** `transferred` or `withheld`. */
  kind: string;
  /** The name of the local tax, such as `ISH`, `CEDULAR` or `5 AL MILLAR`. */
  name: string;
  /** The rate of the local tax as a percentage, so that `3` means 3 %. */
  rate: string;
  /** The base of the local tax; by default the subtotal less the discount. */
  base?: string | undefined;
}

export interface PaymentInput {
  timing: string;
  formCode: string;
  dueDate?: string | undefined;
  settlementTerms?: TermsInput | undefined;
  conditions?: string | undefined;
}

/** The receiver of a document, with a copy of the contact's data. */
export interface Customer {
  /**
   * The contact from which the customer was copied, and the version of that contact; absent in an
   * imported document.
   */
  customerId?: string | undefined;
  version?: number | undefined;
  legalName: string;
  rfc?: string | undefined;
  taxSystem?: string | undefined;
  postalCode?: string | undefined;
  /** The customer's address for the printed document, in one line, without the postal code. */
  address?: string | undefined;
  cfdiUse?: string | undefined;
  /** `federation` or `state_or_municipality`. */
  publicBody?: string | undefined;
  /** True if the customer pays IEPS on the goods it buys, and wants it shown separately from the price. */
  iepsTaxpayer?: boolean | undefined;
  /** The country of tax residence (c_Pais) of a foreign receiver. */
  taxResidence?: string | undefined;
  /** The SAT attribute NumRegIdTrib, the tax number of a foreign receiver. */
  foreignTaxId?: string | undefined;
  /** The language in which documents for this customer are printed. */
  documentLanguage?: string | undefined;
  /** The template for the addenda of the customer's invoices, with placeholders. */
  addendaTemplate?: string | undefined;
}

/** An unsealed document; stored drafts have this shape. */
export interface Draft {
  /** The identifier is absent until the draft is stored. */
  id?: string | undefined;
  kind: CfdiKind;
  input: DraftInput;
  customer?: Customer | null | undefined;
  items: readonly Item[];
  related?: RelatedSources | undefined;
  /** The payments of a complement; absent in documents of other kinds. */
  paidDocuments?: readonly PaidDocument[] | null | undefined;
  /** The sales receipts from which the document was made. */
  origin?: ReceiptsOrigin | null | undefined;
}

/**
 * The sales receipts from which commerce had a document made. The items of such a document are not
 * part of its input.
 */
export interface ReceiptsOrigin {
  /**
   * The key with which commerce identifies its request. A repeated request with the same key returns the
   * same document.
   */
  key: string;
  /** References of sales receipts, in the form `sales_receipt:<id>`. */
  receipts: string[];
  /** The last day of a global invoice's period; absent in other documents. */
  periodEndedOn?: string | undefined;
}

/** A paid invoice, with all data for its DoctoRelacionado. */
export interface PaidDocument {
  /**
   * The position, in the complement, of the payment that pays this invoice; absent for the first payment.
   */
  payment?: number | undefined;
  uuid: string;
  series?: string | undefined;
  folio?: string | undefined;
  currency: string;
  /**
   * The SAT attribute EquivalenciaDR; absent if the currencies differ and the client sent no rate.
   */
  exchangeRate?: string | undefined;
  installment: number;
  previousBalance: string;
  amount: string;
  taxObject: string;
  taxes: PaidTax[];
  /**
   * The stored data of the invoice when the draft was last updated; absent for an unknown invoice.
   */
  invoice?: InvoiceRecord | undefined;
}

/** A payment of a complement, in the payment's currency; decimals are text. */
export interface PaymentOfComplement extends PaymentMeans {
  amount: string;
  currency: string;
  exchangeRate: string;
}

/** The first payment of a complement, and its additional payments. */
export interface ComplementFacts extends PaymentOfComplement {
  additionalPayments?: PaymentOfComplement[] | undefined;
}

/** A tax on the paid part of an invoice; the amounts are in the invoice's currency. */
export interface PaidTax {
  kind: 'traslado' | 'retencion';
  /** A code of the SAT catalogue c_Impuesto. */
  tax: string;
  factor: string;
  rate?: string | undefined;
  base: string;
}

/** The data of a stored invoice that its payment needs. */
export interface InvoiceRecord {
  cfdiId: string;
  kind: string;
  status: string;
  methodCode?: string | null | undefined;
  currency: string;
  receiverRfc?: string | null | undefined;
  /** The invoice's total less the amounts that stamped complements pay. */
  balance: string;
  /**
   * The balance less the credit notes that concern only this invoice. A payment cannot exceed this
   * amount.
   */
  effectiveBalance: string;
  nextInstallment: number;
  /** The invoice's date of issue, `YYYY-MM-DD`. */
  issuedOn?: string | undefined;
  /** True if the organization issued the invoice, so that all its payments are known. */
  isOurs: boolean;
  /** True if another complement that pays the invoice is being stamped. */
  isBeingPaid: boolean;
  /**
   * True if a request to cancel the invoice is open. Drafts that were stored before this field
   * existed get it only when they are sealed.
   */
  isBeingCanceled?: boolean | undefined;
}

/**
 * Whether an income document is paid at once or later, where `single_payment` is PUE,
 * `deferred_or_installments` is PPD.
 */
export type PaymentTiming = 'single_payment' | 'deferred_or_installments';

/** The values of the database columns for a document's form, method and terms of payment. */
export interface PaymentFacts {
  paymentTiming: PaymentTiming;
  formCode: string;
  methodCode: 'PUE' | 'PPD';
  dueDate: string | null;
  conditions: string | null;
  settlementTerms: SettlementTerms | null;
}

/** The data that sealing adds to a document. */
export interface Issuance {
  /** The local time of issue at the place of issue, in the form `YYYY-MM-DDTHH:MM:SS`. */
  fecha: string;
  serie?: string | undefined;
  folio?: string | undefined;
}
