import {
  Decimal,
  headAddress,
  localDateTimeIn,
  paperWords,
  requiredCatalog,
  taxCodes,
  type AddressParts,
  type PaperLanguage,
  type PaperWords,
} from '@timbre/fiscal';
import type { ChargedItem, IncludedTax } from '@timbre/items';
import { printedFields, unitInWords } from './printed-quote';

/** The fields of a receipt that are printed; amounts are decimal text. */
export interface PrintableReceipt {
  folio: string;
  status: string;
  saleType: 'paid' | 'credit' | 'courtesy';
  businessDate: string;
  createdAt: Date;
  total: string;
  refundedTotal: string;
  taxes: IncludedTax[];
  locationName?: string | null | undefined;
  customerName?: string | null | undefined;
  payments: { paymentForm: string; amount: string }[];
  paymentDueDate?: string | null | undefined;
  notes?: string | null | undefined;
  fields: { label: string; value: string | number; showOnReceipt: boolean }[];
  lines: { item: ChargedItem }[];
}

/** The data for printing a receipt. */
export interface ReceiptPaper {
  language: PaperLanguage;
  isTicket: boolean;
  /** The IANA time zone of the location. */
  zone: string;
  /** The current data of the branch. */
  branch?: Branch | undefined;
  header?: string | null | undefined;
  footer?: string | null | undefined;
  /**
   * The URL of the page on which the buyer can invoice the receipt; undefined if the receipt cannot
   * be invoiced.
   */
  invoicingUrl?: string | undefined;
}

interface Branch {
  postalCode: string;
  address?: AddressParts | null | undefined;
  phone?: string | null | undefined;
}

/** Returns the texts with which fiscal-cfdi renders a receipt. */
export function printedReceipt(receipt: PrintableReceipt, paper: ReceiptPaper) {
  const { folio, saleType, businessDate, createdAt, total, notes, customerName } = receipt;
  const soldLocal = localDateTimeIn(createdAt.getTime(), paper.zone);
  const isOfDay = soldLocal.startsWith(businessDate);
  const words = paperWords(paper.language);
  return {
    language: paper.language,
    title: words.receipt.title,
    number: folio,
    kind: words.receipt[saleType],
    legend: words.receipt.legend,
    isTicket: paper.isTicket,
    ...markOf(receipt, words),
    datedLocal: soldLocal,
    band: printedFields(
      [words.sale.date, isOfDay ? soldLocal.slice(0, 16).replace('T', ' ') : businessDate],
      [words.sale.branch, receipt.locationName ?? undefined],
    ),
    buyerName: customerName ?? words.receipt.publicGeneral,
    buyer: [],
    terms: termsOf(receipt, words),
    items: receipt.lines.map(({ item }) => printedItem(item, words)),
    sums: sumsOf(receipt, words),
    total,
    notes: notes ?? undefined,
    header: headOf(paper, words),
    footer: paper.footer ?? undefined,
    ...(paper.invoicingUrl !== undefined && {
      qr: { url: paper.invoicingUrl, caption: words.receipt.invoiceHere },
    }),
  };
}

/** Returns the address and phone of the branch, followed by the organization's header. */
function headOf({ branch, header }: ReceiptPaper, { sale: words }: PaperWords): string | undefined {
  const lines = [
    headAddress(branch?.address, branch?.postalCode),
    branch?.phone && `${words.telephone} ${branch.phone}`,
    header,
  ].filter(Boolean);
  return lines.length > 0 ? lines.join('\n') : undefined;
}

const markOf = ({ status }: PrintableReceipt, { receipt: words }: PaperWords) =>
  status === 'canceled' ? { watermark: words.canceled, warning: words.canceledMeans } : {};

const cents = (amount: string) => Decimal.from(amount).round(2).toString();

function termsOf(
  { payments, paymentDueDate, refundedTotal, fields }: PrintableReceipt,
  { receipt: words }: PaperWords,
) {
  const forms = requiredCatalog('c_FormaPago');
  const paid = payments.map(({ paymentForm, amount }): [string, string] => [
    forms.get(paymentForm, 'latest')?.description ?? paymentForm,
    cents(amount),
  ]);
  const back = Decimal.from(refundedTotal).isZero() ? undefined : `-${cents(refundedTotal)}`;
  const own = fields.filter(({ showOnReceipt }) => showOnReceipt);
  return printedFields(
    ...paid,
    [words.dueOn, paymentDueDate ?? undefined],
    [words.refunded, back],
    ...own.map(({ label, value }): [string, string] => [label, String(value)]),
  );
}

function printedItem(item: ChargedItem, { sale: words }: PaperWords) {
  const { description, quantity, unitPrice, discount, sku, lineTotal } = item;
  const amount = Decimal.from(lineTotal).plus(Decimal.from(discount ?? '0'));
  return {
    description,
    quantity,
    unitPrice,
    discount,
    unit: unitInWords(item),
    notes: sku === undefined ? [] : [`${words.sku} ${sku}`],
    amount: amount.toString(),
  };
}

/**
 * Returns the rows for the discount, the included taxes and the withheld taxes; deductions are
 * negative.
 */
function sumsOf({ total, taxes, lines }: PrintableReceipt, { item, sale, receipt }: PaperWords) {
  const discount = Decimal.sum(lines.map(({ item }) => Decimal.from(item.discount ?? '0')));
  const charged = Decimal.sum(lines.map(({ item }) => Decimal.from(item.lineTotal)));
  const withheld = Decimal.from(total).minus(charged);
  const subtotal = charged.plus(discount);
  const taken = [
    { label: item.subtotal, amount: subtotal.toString() },
    { label: item.discount, amount: discount.negated().toString() },
  ];
  const included = taxes.flatMap(({ amount, ...tax }) => {
    if (tax.rate === undefined || amount === undefined) return [];
    return [{ label: sale.taxIncluded(inWords(tax)), amount: cents(amount) }];
  });
  const retained = { label: receipt.withheldTaxes, amount: withheld.round(2).toString() };
  return [
    ...(discount.isZero() ? [] : taken),
    ...included,
    ...(withheld.isZero() ? [] : [retained]),
  ];
}

/**
 * Returns the name of a tax with its rate: `IVA 16 %`, `IEPS 26.5 %`, or `IEPS 3.0818` for a fixed
 * amount per unit.
 */
function inWords({ tax, factorType, rate = '0' }: Omit<IncludedTax, 'amount'>): string {
  const name = tax === taxCodes.IEPS ? 'IEPS' : 'IVA';
  if (factorType === 'Cuota') return `${name} ${rate}`;
  return `${name} ${Decimal.from(rate).times(Decimal.from(100)).trimmed()} %`;
}
