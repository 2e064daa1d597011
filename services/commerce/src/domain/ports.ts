import type { MailWay } from '@timbre/api';
import type { FileRow } from './imports/cells';
import type { printedQuote } from './printed-quote';
import type { printedReceipt } from './printed-receipt';

export type PrintedSale = ReturnType<typeof printedQuote> | ReturnType<typeof printedReceipt>;

interface UploadedFile {
  fileName: string;
  byteSize: number;
}

/** Reads uploaded files from fiscal-cfdi. */
export interface UploadedFiles<Context> {
  /** @returns undefined if the organization has no file with this identifier */
  find(context: Context, fileId: string): Promise<UploadedFile | undefined>;
  /**
   * Reads the file's content, at most `uploadBytesMax` bytes.
   * @throws Refusal if the content no longer exists
   */
  read(context: Context, fileId: string): Promise<Buffer>;
}

/** A CFDI of the organization, as stored by fiscal-cfdi. */
export interface ReceivedInvoice {
  cfdiId: string;
  uuid?: string | undefined;
  /** The kind: income, credit_note, transfer, payroll or payment_complement. */
  kind: string;
  /** The direction: issued or received. */
  direction: string;
  /** The status: draft, valid or canceled. */
  status: string;
  counterpartyRfc?: string | undefined;
  counterpartyName?: string | undefined;
  issuedLocalDateTime?: string | undefined;
  currency: string;
  total: string;
  /** The exchange rate: the number of pesos for one unit of the currency. */
  exchangeRate?: string | undefined;
  /** The code of c_MetodoPago: PUE or PPD. */
  methodCode?: string | undefined;
}

/** The criteria for finding an expense's invoice. */
export interface InvoiceSearch {
  /** The supplier's RFC, if it is known. */
  counterpartyRfc?: string | undefined;
  /** The total of the expense, in pesos. */
  total: string;
  datedOn: string;
}

/** Reads received CFDI from fiscal-cfdi. */
export interface ReceivedInvoices<Context> {
  /**
   * Returns the CFDI with this identifier.
   * @returns undefined if the organization has no such CFDI
   */
  find(context: Context, cfdiId: string): Promise<ReceivedInvoice | undefined>;
  /** Returns at most 50 received CFDI that may belong to an expense, most likely first. */
  suggest(context: Context, search: InvoiceSearch): Promise<ReceivedInvoice[]>;
}

/** A mail with one attached file. */
export interface FileMail {
  documentRef: string;
  recipients: string[];
  subject: string;
  text: string;
  fileName: string;
  contentType: string;
  content: Uint8Array;
}

/** Prints and mails sales documents through fiscal-cfdi. */
export interface SalesPaper<Context> {
  /**
   * Renders the document as a PDF.
   * @throws Refusal conflict fiscal_profile_missing
   */
  print(context: Context, document: PrintedSale): Promise<Uint8Array>;
  /** Returns how a mail queued now would be sent; undefined if fiscal-cfdi does not respond. */
  mailWay(context: Context): Promise<MailWay | undefined>;
  /**
   * Queues the mail once per idempotency key.
   * @throws Refusal provider_unavailable with mail_not_configured if no mail server is configured
   */
  mail(context: Context, key: string, mail: FileMail): Promise<void>;
}

/** Reads uploaded spreadsheets. */
export interface SheetReader {
  /**
   * Reads the rows of the file, starting with the headings.
   * @throws SheetError if the file cannot be read
   */
  read(bytes: Uint8Array): AsyncIterable<readonly FileRow[]>;
}

export interface ImportProviders<Context> {
  files: UploadedFiles<Context>;
  sheets: SheetReader;
}
