/** A label with its value. */
export interface PrintedField {
  label: string;
  value: string;
}

/** A line of a sales document; decimals are plain text. */
export interface PrintedItem {
  description: string;
  /** Lines in small print below the description. */
  notes: string[];
  quantity: string;
  unit: string;
  unitPrice: string;
  discount?: string | undefined;
  /** The amount before the discount. */
  amount: string;
}

/** A document that is not a CFDI: a quote, a receipt or a statement, in pesos. */
export interface SalesDocument {
  title: string;
  number: string;
  /** The small line below the document's number. */
  kind: string;
  /** The local date and time of the document. They are also the date of the PDF file. */
  datedLocal: string;
  /** The fields in the tinted band below the head. */
  band: PrintedField[];
  buyerName: string;
  buyer: PrintedField[];
  terms: PrintedField[];
  items: PrintedItem[];
  /** The sums from the subtotal to the last tax; deductions are negative. */
  sums: { label: string; amount: string }[];
  total: string;
  notes?: string | undefined;
  /** The line that is printed at the foot of every page. */
  legend: string;
  /** A word printed across every page, and the explanation of the word. */
  watermark?: string | undefined;
  warning?: string | undefined;
  /** Whether to print on a strip of 80 mm instead of letter paper. */
  isTicket?: boolean | undefined;
  /** The seller's own text above and below a receipt. */
  header?: string | undefined;
  footer?: string | undefined;
  /** A link that is printed as a QR code, with the text beside it. */
  qr?: { url: string; caption: string } | undefined;
  /** A table that replaces the items. */
  table?: PrintedTable | undefined;
  /** The currency is MXN if absent. */
  currency?: string | undefined;
  /** The heading above the buyer; `Cliente` if absent. */
  buyerTitle?: string | undefined;
  /** The label is Total if absent. */
  totalLabel?: string | undefined;
  /** The language of the labels: es, en or es-en; Spanish if absent. */
  language?: string | undefined;
}

/** Rows of cells in the order of the columns; amounts are decimal text. */
export interface PrintedTable {
  columns: {
    title: string;
    width?: number | undefined;
    isAmount: boolean;
    isNumber?: boolean | undefined;
  }[];
  rows: { cells: string[] }[];
}
