import type { MailWay } from '@timbre/api';
import type { FileRow } from './imports/cells';
import type { printedQuote } from './printed-quote';
import type { printedReceipt } from './printed-receipt';

/** A sales document as it is printed. */
export type PrintedSale = ReturnType<typeof printedQuote> | ReturnType<typeof printedReceipt>;

/** A file that a client has uploaded. */
interface UploadedFile {
  fileName: string;
  byteSize: number;
}

/** The files that clients upload; fiscal-cfdi has them. */
export interface UploadedFiles<Context> {
  /**
   * @returns undefined if the organization has no such file
   * @throws Refusal conflict not_stored, if its content never came or is deleted
   */
  find(context: Context, fileId: string): Promise<UploadedFile | undefined>;
  /** The content, of at most `uploadBytesMax`. @throws Refusal if it is no longer there */
  read(context: Context, fileId: string): Promise<Buffer>;
}

/** A CFDI of the organization. */
export interface ReceivedInvoice {
  cfdiId: string;
  uuid?: string | undefined;
  /** income | credit_note | transfer | payroll | payment_complement */
  kind: string;
  /** issued | received */
  direction: string;
  /** draft | valid | canceled */
  status: string;
  counterpartyRfc?: string | undefined;
  counterpartyName?: string | undefined;
  issuedLocalDateTime?: string | undefined;
  currency: string;
  total: string;
  /** Pesos for one unit of the currency. */
  exchangeRate?: string | undefined;
  /** PUE | PPD */
  methodCode?: string | undefined;
}

/** The criteria by which the invoice of an expense is searched. */
export interface InvoiceSearch {
  /** The supplier's, if it is known. */
  counterpartyRfc?: string | undefined;
  /** Pesos. */
  total: string;
  datedOn: string;
}

/** The CFDI that suppliers issued to the organization; fiscal-cfdi has them. */
export interface ReceivedInvoices<Context> {
  /** @returns undefined if the organization has no such CFDI */
  find(context: Context, cfdiId: string): Promise<ReceivedInvoice | undefined>;
  /** Received CFDI that may support an expense, the likeliest first; at most 50. */
  suggest(context: Context, search: InvoiceSearch): Promise<ReceivedInvoice[]>;
}

/** A mail with one file. */
export interface FileMail {
  documentRef: string;
  recipients: string[];
  subject: string;
  text: string;
  fileName: string;
  contentType: string;
  content: Uint8Array;
}

/** Prints and mails documents of this service; fiscal-cfdi does both. */
export interface SalesPaper<Context> {
  /** The document as a PDF. @throws Refusal conflict fiscal_profile_missing */
  print(context: Context, document: PrintedSale): Promise<Uint8Array>;
  /** Where a mail that is queued now will go; undefined while nobody answers. */
  mailWay(context: Context): Promise<MailWay | undefined>;
  /**
   * Queues the mail, once for the key.
   * @throws Refusal provider_unavailable mail_not_configured without a mail server
   */
  mail(context: Context, key: string, mail: FileMail): Promise<void>;
}

/** Reads what people upload as spreadsheets. */
export interface SheetReader {
  /** The rows of the file, its headings first. @throws SheetError if it cannot be read */
  read(bytes: Uint8Array): AsyncIterable<readonly FileRow[]>;
}

export interface ImportProviders<Context> {
  files: UploadedFiles<Context>;
  sheets: SheetReader;
}
