import { Decimal, requiredCatalog, type FirstDue, type SettlementTerms } from '@timbre/fiscal';
import type { Item, SaleTotals } from '@timbre/items';
import type { QuoteContent, QuoteItem, QuoteStatus } from './quote';

/** A quote as it is printed. */
export interface PrintableQuote {
  folioNumber: number;
  status: QuoteStatus;
  revisionNumber?: number | null | undefined;
  content: QuoteContent;
}

const legend = 'Esta cotización no es un comprobante fiscal';
const caption = 'Ver y aceptar esta cotización';

/**
 * The words of a quote on paper, in Spanish, as fiscal-cfdi prints them.
 * @param acceptanceUrl the page on which its buyer accepts it, while it is an offer
 */
export function printedQuote(
  { folioNumber, status, revisionNumber, content }: PrintableQuote,
  acceptanceUrl?: string,
) {
  const { customerName, customerEmail, locationName, issueDate, validUntil, totals } = content;
  const mark = markOf(status, validUntil);
  return {
    title: 'Cotización',
    number: String(folioNumber),
    legend,
    ...mark,
    kind: revisionNumber == null ? 'Sin publicar' : `Revisión ${revisionNumber}`,
    datedLocal: `${issueDate}T00:00:00`,
    band: [
      { label: 'Fecha', value: issueDate },
      { label: 'Vigente hasta', value: validUntil },
      { label: 'Moneda', value: 'MXN' },
    ],
    buyerName: customerName,
    buyer: printedFields(['Correo', customerEmail]),
    terms: printedFields(
      ['Sucursal', locationName],
      ['Pago', termsInWords(content.settlementTerms)],
    ),
    items: content.items.map(printedItem),
    sums: sumsOf(totals),
    total: totals.total,
    notes: content.notes,
    ...(acceptanceUrl !== undefined && { qr: { url: acceptanceUrl, caption } }),
  };
}

/** The fields that have a value. */
export const printedFields = (...given: [label: string, value: string | undefined][]) =>
  given.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]));

/** The notice on a quote that is not, or not yet, an offer. */
function markOf(status: QuoteStatus, validUntil: string) {
  switch (status) {
    case 'draft':
      return {
        watermark: 'BORRADOR',
        warning: 'Esta cotización no se ha publicado; puede cambiar.',
      };
    case 'expired':
      return {
        watermark: 'VENCIDA',
        warning: `Esta cotización estuvo vigente hasta ${validUntil}.`,
      };
    case 'canceled':
      return { watermark: 'CANCELADA', warning: 'Esta cotización fue cancelada.' };
    case 'sent':
    case 'accepted':
    case 'converted':
      return {};
  }
}

function printedItem(item: QuoteItem) {
  const { description, quantity, unitPrice, discount, sku } = item;
  const amount = Decimal.from(quantity).times(Decimal.from(unitPrice)).round(2);
  return {
    description,
    quantity,
    unitPrice,
    discount,
    unit: unitInWords(item),
    notes: [...(sku === undefined ? [] : [`Clave ${sku}`]), ...taxNote(item)],
    amount: amount.toString(),
  };
}

/** The unit of an item as its document names it. */
export const unitInWords = ({ unitName, satUnitCode }: Pick<Item, 'unitName' | 'satUnitCode'>) =>
  unitName ??
  requiredCatalog('c_ClaveUnidad').get(satUnitCode, 'latest')?.description ??
  satUnitCode;

/** `IVA 16 %`, and whether the price includes it. */
function taxNote({ taxability, taxRate = '0', taxIncluded }: QuoteItem): string[] {
  if (taxability === undefined) return [];
  if (taxability === 'exempt') return ['Exento de IVA'];
  const percentage = Decimal.from(taxRate).times(Decimal.from(100)).trimmed();
  return [`IVA ${percentage} %${taxIncluded ? ' incluido' : ''}`];
}

/** Subtotal, discount and each tax; deductions are negative. */
function sumsOf({ subtotal, discount, taxBreakdown }: SaleTotals) {
  const lessen = (amount: string) => Decimal.from(amount).negated().toString();
  return [
    { label: 'Subtotal', amount: subtotal },
    ...(discount === undefined ? [] : [{ label: 'Descuento', amount: lessen(discount) }]),
    ...taxBreakdown.map(({ label, amount, withholding }) => {
      return { label, amount: withholding ? lessen(amount) : amount };
    }),
  ];
}

function termsInWords(terms: SettlementTerms | undefined): string | undefined {
  if (!terms) return undefined;
  const { installmentCount, firstDue, recurrence } = terms;
  const first = firstInWords(firstDue);
  if (installmentCount === 1) return `A crédito, ${first}`;
  const days = {
    anchor_day: 'el mismo día de cada mes',
    day_of_month: `el día ${recurrence.kind === 'day_of_month' ? recurrence.day : ''} de cada mes`,
    last_day: 'el último día de cada mes',
  };
  return `${installmentCount} parcialidades: la primera ${first}; las demás, ${days[recurrence.kind]}`;
}

function firstInWords(firstDue: FirstDue): string {
  switch (firstDue.kind) {
    case 'transaction_date':
      return 'el día de la venta';
    case 'months_after_transaction':
      return firstDue.months === 1 ? 'un mes después' : `${firstDue.months} meses después`;
    case 'fixed_date':
      return `el ${firstDue.date}`;
  }
}
