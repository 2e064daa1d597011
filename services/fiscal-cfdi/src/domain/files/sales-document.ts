/** A labeled value of a sales document. */
export interface PrintedField {
  label: string;
  value: string;
}

/** An item of a sales document; decimals are text. */
export interface PrintedItem {
  description: string;
  /** Notes that are printed in small type below the item's description. */
  notes: string[];
  quantity: string;
  unit: string;
  unitPrice: string;
  discount?: string | undefined;
  /** The amount of the item before its discount. */
  amount: string;
}

/** A sales document that is not a CFDI: a quote, a receipt or a statement, in pesos. */
export interface SalesDocument {
  title: string;
  number: string;
  /** The kind of document, printed in small type below its number. */
  kind: string;
  /** The local date and time of the document. The PDF file has the same creation date. */
  datedLocal: string;
  /** The fields in the tinted band below the document's head. */
  band: PrintedField[];
  buyerName: string;
  buyer: PrintedField[];
  terms: PrintedField[];
  items: PrintedItem[];
  /**
   * The sums between the items and the total, from the subtotal to the last tax; deducted amounts are
   * negative.
   */
  sums: { label: string; amount: string }[];
  total: string;
  notes?: string | undefined;
  /** The line at the foot of every page. */
  legend: string;
  /** A watermark that is printed across every page, with its explanation. */
  watermark?: string | undefined;
  warning?: string | undefined;
  /** True if the document is printed on a strip 80 mm wide instead of letter paper. */
  isTicket?: boolean | undefined;
  /** The seller's own text at the top and the bottom of a receipt. */
  header?: string | undefined;
  footer?: string | undefined;
  /** The URL of a QR code, and the caption beside the QR code. */
  qr?: { url: string; caption: string } | undefined;
  /** A table that is printed instead of the items. */
  table?: PrintedTable | undefined;
  /** The currency of the amounts; MXN by default. */
  currency?: string | undefined;
  /** The heading above the buyer's data; `Cliente` by default. */
  buyerTitle?: string | undefined;
  /** The label of the total; `Total` by default. */
  totalLabel?: string | undefined;
  /** The language of the labels: es, en or es-en; Spanish by default. */
  language?: string | undefined;
}

/** A table whose rows contain the cells in the order of the columns; amounts are decimal text. */
export interface PrintedTable {
  columns: {
    title: string;
    width?: number | undefined;
    isAmount: boolean;
    isNumber?: boolean | undefined;
  }[];
  rows: { cells: string[] }[];
}
