import { Decimal } from '@timbre/fiscal';
import type { TariffName } from './rules/dated-rule';

/** Frequencies a payroll is calculated for. `commercialDays` are the days a full period pays, which
 * the wage and the tariff count; a month pays 30 whatever its length. */
export interface PaymentFrequency {
  /** c_PeriodicidadPago */
  readonly code: string;
  readonly name: TariffName;
  readonly commercialDays: number;
  readonly commercialDaysDecimal: Decimal;
}

const rows: readonly (readonly [string, TariffName, number])[] = [
  ['01', 'daily', 1],
  ['02', 'weekly', 7],
  ['03', 'catorcenal', 14],
  ['04', 'quincenal', 15],
  ['05', 'monthly', 30],
  ['10', 'decenal', 10],
];

export const paymentFrequencies: readonly PaymentFrequency[] = rows.map(
  ([code, name, commercialDays]) => ({
    code,
    name,
    commercialDays,
    commercialDaysDecimal: Decimal.from(commercialDays),
  }),
);

const frequencyByCode = new Map(paymentFrequencies.map((frequency) => [frequency.code, frequency]));

/** Undefined when payroll is not calculated for the frequency (by the piece, commission...). */
export function frequencyOf(code: string): PaymentFrequency | undefined {
  return frequencyByCode.get(code);
}
