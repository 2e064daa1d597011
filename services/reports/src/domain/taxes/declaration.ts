import type { Decimal } from '@timbre/fiscal';

export type Periodicity =
  'monthly' | 'bimonthly' | 'quarterly' | 'four_monthly' | 'semiannual' | 'annual' | 'none';

/**
 * A tax (concepto de pago) in a declaration. A printed line that the filing receipt (acuse) lacks
 * is absent in the concept; an absent amount is not zero.
 */
export interface Concept {
  name: string;
  charged?: Decimal | undefined;
  inFavor?: Decimal | undefined;
  update?: Decimal | undefined;
  surcharges?: Decimal | undefined;
  fine?: Decimal | undefined;
  applications?: Decimal | undefined;
  paidBefore?: Decimal | undefined;
  amountToPay?: Decimal | undefined;
}

export interface Declaration {
  operationNumber: string;
  fiscalYear: number;
  periodicity: Periodicity;
  /** The last month of the period, 1 to 12; 13 for a whole year, 0 for no period. */
  period: number;
  /** The declaration type as the filing receipt (acuse) prints it: Normal or Complementaria. */
  declarationType: string;
  complementaryType?: string | undefined;
  /** The date, or the local date and time, of the filing. Filings of a period are sorted by this date. */
  filedAt: string;
  total?: Decimal | undefined;
  captureLine?: string | undefined;
  concepts: Concept[];
  payments: { captureLine?: string | undefined; amount: Decimal }[];
}

/** The organization as a taxpayer, with its obligations in the SAT's register. */
export interface Taxpayer {
  rfc: string;
  operationsStartedOn?: string | undefined;
  /** The periodicities of the current obligations; absent if no tax profile is stored. */
  obligations?: readonly string[] | undefined;
}

const lengths: Partial<Record<Periodicity, number>> = {
  monthly: 1,
  bimonthly: 2,
  quarterly: 3,
  four_monthly: 4,
  semiannual: 6,
};

/** The periodicities of provisional declarations with their number of months, sorted by length. */
export const provisional = Object.entries(lengths) as [Periodicity, number][];

/**
 * Returns the first and the last month of a declaration's period, or undefined if the period has no
 * months.
 */
export function monthsOf({
  periodicity,
  period,
}: Pick<Declaration, 'periodicity' | 'period'>): [first: number, last: number] | undefined {
  const length = lengths[periodicity];
  return length === undefined || period < 1 || period > 12
    ? undefined
    : [period - length + 1, period];
}

/** Returns the last month of the period that contains the given month. */
export function lastMonthOf(periodicity: Periodicity, month: number): number {
  const length = lengths[periodicity] ?? 1;
  return Math.ceil(month / length) * length;
}
