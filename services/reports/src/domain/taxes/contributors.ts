import { Decimal } from '@timbre/fiscal';
import { compare } from './filings-in-effect';

/**
 * The lists that can contain a counterparty; `paid` and `received` are lists of counterparties with
 * wages.
 */
type ContributorList = 'income' | 'expenses' | 'paid' | 'received';

/**
 * The amount of the CFDI of one counterparty, in pesos. Canceled CFDI and payment complements are left
 * out.
 */
export interface Contribution {
  list: ContributorList;
  name: string;
  amount: Decimal;
}

/**
 * The sum of the valid CFDI of one counterparty, direction and kind; amounts are decimal text in pesos.
 */
export interface CounterpartySum {
  direction: string;
  kind: string;
  key: string;
  name: string;
  total: string;
}

const signs: Readonly<Record<string, Decimal>> = {
  income: Decimal.one,
  credit_note: Decimal.one.negated(),
  payroll: Decimal.one,
};

/** The kinds of CFDI that count as income or expenses; payment complements and transfers do not count. */
export const contributingKinds = Object.keys(signs);

/** Adds up invoices minus credit notes by counterparty, and wages separately. */
export function contributionsOf(sums: readonly CounterpartySum[]): Contribution[] {
  const contributions = new Map<string, Contribution>();
  for (const { direction, kind, key, name, total } of sums) {
    const sign = signs[kind];
    if (!sign) continue;
    const list = listOf(direction, kind);
    const id = `${list} ${key}`;
    const known = contributions.get(id)?.amount ?? Decimal.zero;
    const amount = known.plus(Decimal.from(total).times(sign));
    contributions.set(id, { list, name, amount });
  }
  return [...contributions.values()];
}

function listOf(direction: string, kind: string): ContributorList {
  if (kind === 'payroll') return direction === 'issued' ? 'paid' : 'received';
  return direction === 'issued' ? 'income' : 'expenses';
}

export interface CfdiContext {
  usedForTaxAmounts: false;
  contributors: {
    source: 'cfdi_activity';
    income: Contributor[];
    expenses: Contributor[];
    payroll: (Contributor & { direction: 'paid' | 'received' })[];
  };
}

interface Contributor {
  name: string;
  amount: number;
  isOther: boolean;
}

const usualLimit = 5;
const othersName = 'Otros';

/**
 * Returns the largest contributors in each list, and the sum of all other contributors. A list is null if
 * it has no CFDI.
 */
export function cfdiContextOf(
  contributions: readonly Contribution[],
  limit = usualLimit,
): CfdiContext | null {
  if (contributions.length === 0) return null;
  const of = (list: ContributorList) =>
    first(
      contributions.filter((one) => one.list === list),
      limit,
    );
  const wages = (direction: 'paid' | 'received') =>
    of(direction).map((one) => ({ ...one, direction }));
  return {
    usedForTaxAmounts: false,
    contributors: {
      source: 'cfdi_activity',
      income: of('income'),
      expenses: of('expenses'),
      payroll: [...wages('paid'), ...wages('received')],
    },
  };
}

function first(contributions: Contribution[], limit: number): Contributor[] {
  const sorted = contributions
    .filter(({ amount }) => !amount.isZero())
    .toSorted((a, b) => b.amount.compare(a.amount) || compare(a.name, b.name));
  const rest = sorted.slice(limit);
  const shown = sorted
    .slice(0, limit)
    .map(({ name, amount }) => ({ name, amount: amount.toNumber(), isOther: false }));
  if (rest.length === 0) return shown;
  const amount = Decimal.sum(rest.map((one) => one.amount)).toNumber();
  return [...shown, { name: othersName, amount, isOther: true }];
}
