import {
  Decimal,
  paperWords,
  requiredCatalog,
  type FirstDue,
  type PaperLanguage,
  type PaperWords,
  type SettlementTerms,
} from '@timbre/fiscal';
import type { Item, SaleTotals } from '@timbre/items';
import type { QuoteContent, QuoteItem, QuoteStatus } from './quote';

/** The fields of a quote that are printed. */
export interface PrintableQuote {
  folioNumber: number;
  status: QuoteStatus;
  revisionNumber?: number | null | undefined;
  content: QuoteContent;
}

/** The data for printing a quote. */
export interface QuotePaper {
  language: PaperLanguage;
  /**
   * The URL of the page on which the buyer can accept the quote; undefined if the quote is not an
   * open offer.
   */
  acceptanceUrl?: string | undefined;
}

/** Returns the texts with which fiscal-cfdi renders a quote. */
export function printedQuote(
  { folioNumber, status, revisionNumber, content }: PrintableQuote,
  { language, acceptanceUrl }: QuotePaper,
) {
  const paper = paperWords(language);
  const { quote: words, sale } = paper;
  const { customerName, customerEmail, locationName, issueDate, validUntil, totals } = content;
  const mark = markOf(status, validUntil, words);
  return {
    language,
    title: words.title,
    number: String(folioNumber),
    legend: words.legend,
    ...mark,
    kind: revisionNumber == null ? words.unpublished : words.revision(revisionNumber),
    datedLocal: `${issueDate}T00:00:00`,
    band: [
      { label: sale.date, value: issueDate },
      { label: words.validUntil, value: validUntil },
      { label: sale.currency, value: 'MXN' },
    ],
    buyerName: customerName,
    buyer: printedFields([words.email, customerEmail]),
    terms: printedFields(
      [sale.branch, locationName],
      [words.payment, termsInWords(content.settlementTerms, paper)],
    ),
    items: content.items.map((item) => printedItem(item, language)),
    sums: sumsOf(totals, language),
    total: totals.total,
    notes: content.notes,
    ...(acceptanceUrl !== undefined && { qr: { url: acceptanceUrl, caption: words.acceptHere } }),
  };
}

/** Returns the fields with their labels, without fields that have no value. */
export const printedFields = (...given: [label: string, value: string | undefined][]) =>
  given.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]));

/**
 * Returns the notice that is printed on a quote that is not an open offer, such as a draft or an
 * expired quote.
 */
function markOf(status: QuoteStatus, validUntil: string, words: PaperWords['quote']) {
  switch (status) {
    case 'draft':
      return { watermark: words.draft, warning: words.draftMeans };
    case 'expired':
      return { watermark: words.expired, warning: words.expiredMeans(validUntil) };
    case 'canceled':
      return { watermark: words.canceled, warning: words.canceledMeans };
    case 'sent':
    case 'accepted':
    case 'converted':
      return {};
  }
}

function printedItem(item: QuoteItem, language: PaperLanguage) {
  const { quote, sale } = paperWords(language);
  const { description, quantity, unitPrice, discount, sku } = item;
  const amount = Decimal.from(quantity).times(Decimal.from(unitPrice)).round(2);
  return {
    description,
    quantity,
    unitPrice,
    discount,
    unit: unitInWords(item),
    notes: [
      ...(sku === undefined ? [] : [`${sale.sku} ${sku}`]),
      ...taxNote(item, quote.exempt, sale.taxIncluded),
    ],
    amount: amount.toString(),
  };
}

/**
 * Returns the printed unit of an item: its own unit name or, without one, the name of the SAT unit.
 */
export const unitInWords = ({ unitName, satUnitCode }: Pick<Item, 'unitName' | 'satUnitCode'>) =>
  unitName ??
  requiredCatalog('c_ClaveUnidad').get(satUnitCode, 'latest')?.description ??
  satUnitCode;

/**
 * Returns the tax note of an item, such as `IVA 16 %`. The note also states whether the price
 * includes the tax.
 */
function taxNote(
  { taxability, taxRate = '0', taxIncluded }: QuoteItem,
  exempt: string,
  included: PaperWords['sale']['taxIncluded'],
): string[] {
  if (taxability === undefined) return [];
  if (taxability === 'exempt') return [exempt];
  const percentage = Decimal.from(taxRate).times(Decimal.from(100)).trimmed();
  const name = `IVA ${percentage} %`;
  return [taxIncluded ? included(name) : name];
}

/** Returns the rows for the subtotal, the discount and each tax; deductions are negative. */
function sumsOf({ subtotal, discount, taxBreakdown }: SaleTotals, language: PaperLanguage) {
  const { item: words } = paperWords(language);
  const lessen = (amount: string) => Decimal.from(amount).negated().toString();
  return [
    { label: words.subtotal, amount: subtotal },
    ...(discount === undefined ? [] : [{ label: words.discount, amount: lessen(discount) }]),
    ...taxBreakdown.map(({ label, amount, withholding }) => {
      return { label, amount: withholding ? lessen(amount) : amount };
    }),
  ];
}

function termsInWords(terms: SettlementTerms | undefined, paper: PaperWords): string | undefined {
  return terms && paper.say(({ quote }) => installmentsInWords(terms, quote));
}

function installmentsInWords(
  { installmentCount, firstDue, recurrence }: SettlementTerms,
  words: PaperWords['quote'],
): string {
  const first = firstInWords(firstDue, words);
  if (installmentCount === 1) return words.onCredit(first);
  const days = {
    anchor_day: words.sameDay,
    day_of_month: recurrence.kind === 'day_of_month' ? words.dayOfMonth(recurrence.day) : '',
    last_day: words.lastDay,
  };
  return words.installments(installmentCount, first, days[recurrence.kind]);
}

function firstInWords(firstDue: FirstDue, words: PaperWords['quote']): string {
  switch (firstDue.kind) {
    case 'transaction_date':
      return words.onSale;
    case 'months_after_transaction':
      return words.monthsAfter(firstDue.months);
    case 'fixed_date':
      return words.onDay(firstDue.date);
  }
}
