import { Decimal, documentRef, localDateTimeIn, firstIn, itemAt } from '@timbre/fiscal';
import { noValue } from './cfdi-facts';
import type { DocumentFacts, FactLine } from './fact-shape';

/** The facts of sales receipts; the status distinguishes canceled receipts. */
export const salesShape = {
  name: 'sales',
  filters: ['location', 'saleType', 'status'],
  groups: ['customer', 'product', 'paymentForm', 'hour', 'seller'],
  // The measure `costedUnits` is the number of units whose cost is known.
  measures: ['receipts', 'units', 'gross', 'discount', 'refunds', 'tax', 'cost', 'costedUnits'],
} as const;

interface AnnouncedLine {
  productId?: string | undefined;
  quantity: string;
  discount?: string | undefined;
  lineTotal: string;
  refundedQuantity: string;
  refundedAmount: string;
  leftTax?: string | undefined;
  unitCost?: string | undefined;
}

/** A sales receipt in an event of commerce; amounts are decimal text in pesos. */
export interface AnnouncedReceipt {
  receiptId: string;
  version: number;
  status: string;
  saleType: string;
  businessDate: string;
  createdAt: string;
  timeZone?: string | undefined;
  total: string;
  refundedTotal: string;
  locationId?: string | undefined;
  customerId?: string | undefined;
  seller?: string | undefined;
  paymentForm?: string | undefined;
  payments: { paymentForm: string; amount: string }[];
  lines: AnnouncedLine[];
}

type Measure = (typeof salesShape.measures)[number];
type Part = Pick<FactLine<typeof salesShape>, Measure | 'product' | 'paymentForm'>;

const cents = 2;
const zero = Decimal.zero;

/**
 * Returns the facts of a receipt after all its refunds so far. Each line of the receipt becomes a row of
 * facts. The row of the largest line also contains the count of the receipt and the rounding
 * difference of the total, so that all rows add up to the receipt. If the receipt was paid in
 * several forms, the amount of each form of payment is counted separately.
 */
export function factsOfReceipt(receipt: AnnouncedReceipt): DocumentFacts<typeof salesShape> {
  const { receiptId, version, status, saleType } = receipt;
  const dimensions = {
    day: receipt.businessDate,
    location: receipt.locationId ?? noValue,
    saleType,
    status,
    customer: receipt.customerId ?? noValue,
    hour: hourOf(receipt),
    seller: receipt.seller ?? noValue,
  };
  const parts = linesOf(receipt);
  const lines = [...parts, ...formsOf(receipt, firstIn(parts))];
  return {
    ref: documentRef('sales_receipt', receiptId),
    version,
    lines: lines.map((line) => ({ ...dimensions, ...line })),
  };
}

/**
 * Returns the local hour of the sale, 00 to 23, or `noValue` for a sale that was not recorded on its
 * business date.
 */
function hourOf({ createdAt, timeZone, businessDate }: AnnouncedReceipt): string {
  if (timeZone === undefined) return noValue;
  const [day, time = ''] = localDateTimeIn(Date.parse(createdAt), timeZone).split('T');
  return day === businessDate ? time.slice(0, 2) : noValue;
}

type Amounts = Record<'gross' | 'discount' | 'refunds' | 'tax', Decimal>;

/** Returns the rows of a receipt, the largest amount first. */
function linesOf(receipt: AnnouncedReceipt): Part[] {
  const { paymentForm = noValue } = receipt;
  const [main, ...others] = receipt.lines.toSorted((a, b) =>
    Decimal.from(b.lineTotal).compare(Decimal.from(a.lineTotal)),
  );
  const rounded = others.map((line) => amountsOf(line));
  const rest = restOf(receipt, rounded);
  const row = (line: AnnouncedLine | undefined, amounts: Amounts, receipts: string): Part => ({
    product: line?.productId ?? noValue,
    paymentForm,
    receipts,
    ...(line ? goodsOf(line) : noGoods),
    ...textOf(amounts),
  });
  return [row(main, rest, '1'), ...others.map((line, at) => row(line, itemAt(rounded, at), '0'))];
}

const noGoods = { units: '0', cost: '0', costedUnits: '0' };

/** Returns the units of a line that were not refunded, with their cost. */
function goodsOf({ quantity, refundedQuantity, unitCost }: AnnouncedLine): typeof noGoods {
  const kept = Decimal.from(quantity).minus(Decimal.from(refundedQuantity));
  const units = kept.trimmed().toString();
  if (unitCost === undefined) return { ...noGoods, units };
  const cost = kept.times(Decimal.from(unitCost)).round(cents).trimmed().toString();
  return { units, cost, costedUnits: units };
}

function amountsOf({ lineTotal, discount = '0', refundedAmount, leftTax = '0' }: AnnouncedLine) {
  const given = Decimal.from(discount);
  return {
    gross: Decimal.from(lineTotal).plus(given),
    discount: given,
    refunds: Decimal.from(refundedAmount),
    tax: Decimal.from(leftTax).round(cents),
  };
}

/** Returns the amounts of the receipt minus the amounts of the given lines. */
function restOf(receipt: AnnouncedReceipt, lines: Amounts[]): Amounts {
  const sum = (pick: (line: AnnouncedLine) => string | undefined) =>
    Decimal.sum(receipt.lines.map((line) => Decimal.from(pick(line) ?? '0')));
  const discount = sum((line) => line.discount);
  const whole: Amounts = {
    gross: Decimal.from(receipt.total).plus(discount),
    discount,
    refunds: Decimal.from(receipt.refundedTotal),
    tax: sum((line) => line.leftTax).round(cents),
  };
  const left = (name: keyof Amounts) =>
    whole[name].minus(Decimal.sum(lines.map((line) => line[name])));
  return {
    gross: left('gross'),
    discount: left('discount'),
    refunds: left('refunds'),
    tax: left('tax'),
  };
}

/**
 * Moves amounts from the main form of payment to the other forms in which they were paid, with a
 * proportional part of the tax.
 */
function formsOf({ payments, paymentForm, total }: AnnouncedReceipt, main: Part): Part[] {
  const tax = Decimal.from(main.tax);
  const none = { discount: zero, refunds: zero };
  return payments
    .filter((payment) => payment.paymentForm !== paymentForm)
    .flatMap((payment) => {
      const gross = Decimal.from(payment.amount);
      const moved = tax.times(gross).dividedBy(Decimal.from(total), cents);
      const at = { ...noGoods, product: main.product, receipts: '0' };
      return [
        {
          ...at,
          paymentForm: payment.paymentForm,
          ...textOf({ ...none, gross, tax: moved }),
        },
        {
          ...at,
          paymentForm: main.paymentForm,
          ...textOf({ ...none, gross: zero.minus(gross), tax: zero.minus(moved) }),
        },
      ];
    });
}

const textOf = ({ gross, discount, refunds, tax }: Amounts) => ({
  gross: gross.trimmed().toString(),
  discount: discount.trimmed().toString(),
  refunds: refunds.trimmed().toString(),
  tax: tax.trimmed().toString(),
});
