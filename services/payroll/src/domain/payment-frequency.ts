import { Decimal } from '@timbre/fiscal';
import type { TariffName } from './rules/dated-rule';

/**
 * A payment frequency that payroll calculates. `commercialDays` are the days of a full period for the
 * wage and the tax table; a full month has 30 days, regardless of its length.
 */
export interface PaymentFrequency {
  /** A code of the SAT catalogue c_PeriodicidadPago. */
  readonly code: string;
  readonly name: TariffName;
  readonly commercialDays: number;
  readonly commercialDaysDecimal: Decimal;
  /**
   * The minimum and maximum number of calendar days in a period of this payment frequency.
   * Fortnights and ten-day periods are parts of a month of 28 to 31 days. For an employee who is
   * hired or terminated within a period, only the days of the employment count.
   */
  readonly calendarDays: readonly [min: number, max: number];
}

const rows: readonly (readonly [string, TariffName, number, [number, number]])[] = [
  ['01', 'daily', 1, [1, 1]],
  ['02', 'weekly', 7, [7, 7]],
  ['03', 'catorcenal', 14, [14, 14]],
  ['04', 'quincenal', 15, [13, 16]],
  ['05', 'monthly', 30, [28, 31]],
  ['10', 'decenal', 10, [8, 11]],
];

export const paymentFrequencies: readonly PaymentFrequency[] = rows.map(
  ([code, name, commercialDays, calendarDays]) => ({
    code,
    name,
    commercialDays,
    commercialDaysDecimal: Decimal.from(commercialDays),
    calendarDays,
  }),
);

const frequencyByCode = new Map(paymentFrequencies.map((frequency) => [frequency.code, frequency]));

/**
 * Returns the payment frequency with a code. Returns undefined if payroll does not calculate the
 * frequency, for example piecework or commission.
 */
export function frequencyOf(code: string): PaymentFrequency | undefined {
  return frequencyByCode.get(code);
}
