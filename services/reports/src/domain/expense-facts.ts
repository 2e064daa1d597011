import { certain, Decimal, documentRef, fold } from '@timbre/fiscal';
import { noValue } from './cfdi-facts';
import type { DocumentFacts, FactLine } from './fact-shape';

/** The facts of expenses; deleted expenses are not counted. */
export const expenseShape = {
  name: 'expense',
  filters: ['category', 'supplier'],
  groups: ['location', 'paymentForm', 'settlement', 'support'],
  measures: ['count', 'total', 'paid', 'unpaid', 'withCfdi', 'withoutCfdi', 'canceledCfdi'],
} as const;

/** An expense in an event of commerce; amounts are decimal text in pesos. */
export interface AnnouncedExpense {
  expenseId: string;
  version: number;
  fields?:
    | {
        categoryId?: string | undefined;
        settlementMode?: string | undefined;
        paymentForm?: string | undefined;
        total?: string | undefined;
        supplierId?: string | undefined;
        supplierName?: string | undefined;
        locationId?: string | undefined;
        businessDate?: string | undefined;
      }
    | undefined;
  settledAmount: string;
  settlements: { amount: string; paymentForm: string }[];
  paidAmount?: string | undefined;
  cfdiId?: string | undefined;
  cfdiCanceled: boolean;
  deleted: boolean;
}

type Measure = (typeof expenseShape.measures)[number];
type Part = Pick<FactLine<typeof expenseShape>, Measure | 'paymentForm'>;

/**
 * Returns the key and the name of a supplier. The key is the identifier of the contact, or the name if
 * the supplier is not a contact.
 */
export function supplierOf({
  supplierId,
  supplierName,
}: NonNullable<AnnouncedExpense['fields']>): string {
  if (supplierId !== undefined) return supplierId;
  return supplierName === undefined ? noValue : fold(supplierName.trim());
}

/**
 * Returns the facts of an expense in its current state. For an expense on credit, each settlement
 * counts under its own form of payment, and the rest counts under form of payment 99.
 */
export function factsOfExpense(expense: AnnouncedExpense): DocumentFacts<typeof expenseShape> {
  const { expenseId, version, deleted } = expense;
  const lines = deleted ? [] : linesOf(expense);
  return { ref: documentRef('expense', expenseId), version, lines };
}

function linesOf(expense: AnnouncedExpense) {
  const fields = certain(expense.fields, 'fields');
  const dimensions = {
    day: certain(fields.businessDate, 'businessDate'),
    category: certain(fields.categoryId, 'categoryId'),
    supplier: supplierOf(fields),
    location: fields.locationId ?? noValue,
    settlement: settlementOf(expense),
    support: supportOf(expense),
  };
  return partsOf(expense).map((part) => ({ ...dimensions, ...part }));
}

const totalOf = ({ fields }: AnnouncedExpense): Decimal =>
  Decimal.from(certain(certain(fields, 'fields').total, 'total'));

/** Returns the amount of an expense that was paid, in pesos and at most the total. */
function paidOf(expense: AnnouncedExpense): Decimal {
  const total = totalOf(expense);
  if (certain(expense.fields, 'fields').settlementMode === 'paid') return total;
  const { settledAmount, paidAmount = '0' } = expense;
  return Decimal.min(total, Decimal.from(settledAmount).plus(Decimal.from(paidAmount)));
}

function settlementOf(expense: AnnouncedExpense): string {
  const paid = paidOf(expense);
  if (paid.equals(totalOf(expense))) return 'settled';
  return paid.isZero() ? 'open' : 'partially_settled';
}

function supportOf({ cfdiId, cfdiCanceled }: AnnouncedExpense): string {
  if (cfdiId === undefined) return 'without_cfdi';
  return cfdiCanceled ? 'canceled_cfdi' : 'with_cfdi';
}

/**
 * Returns the rows of facts for an expense. The first row of facts is the expense itself, with the
 * amounts that remain after its settlements.
 */
function partsOf(expense: AnnouncedExpense): Part[] {
  const { paymentForm = noValue } = certain(expense.fields, 'fields');
  const settlements = expense.settlements.map(({ paymentForm: form, amount }) => {
    const settled = Decimal.from(amount);
    return partOf(expense, { paymentForm: form, count: '0', total: settled, paid: settled });
  });
  const settled = Decimal.sum(expense.settlements.map(({ amount }) => Decimal.from(amount)));
  const rest = partOf(expense, {
    paymentForm,
    count: '1',
    total: totalOf(expense).minus(settled),
    paid: paidOf(expense).minus(settled),
  });
  return [rest, ...settlements];
}

interface Amounts {
  paymentForm: string;
  count: string;
  total: Decimal;
  paid: Decimal;
}

function partOf(expense: AnnouncedExpense, { paymentForm, count, total, paid }: Amounts): Part {
  const support = supportOf(expense);
  const amount = total.trimmed().toString();
  const supportedBy = (kind: string) => (support === kind ? amount : '0');
  return {
    paymentForm,
    count,
    total: amount,
    paid: paid.trimmed().toString(),
    unpaid: total.minus(paid).trimmed().toString(),
    withCfdi: supportedBy('with_cfdi'),
    withoutCfdi: supportedBy('without_cfdi'),
    canceledCfdi: supportedBy('canceled_cfdi'),
  };
}
