import { umas } from '@timbre/fiscal';
import { decimals } from './decimals';
import type { DatedRule } from './dated-rule';

/** Daily minimum wages. The 2026 rises differ by zone: 13 % and 5 %. */
const minimumWages = [
  [2024, '248.93', '374.89', 'DOF 2023-12-12'],
  [2025, '278.80', '419.88', 'DOF 2024-12-19'],
  [2026, '315.04', '440.87', 'DOF 2025-12-09'],
] as const;

/** The UMA is two rules, because it is read on two dates: the payment date for the tax, and the end
 * of the period for social security. */
const umaUses = [
  ['uma.tax', 'UMA for exemptions and subsidy'],
  ['uma.social_security', 'UMA for social security'],
] as const;

export const wageRules: readonly DatedRule[] = [
  ...umaUses.flatMap(([key, label]) =>
    umas.map(({ validFrom, validTo, sourceUrl, ...value }) => ({
      key,
      label,
      legalBasis: 'Constitution art. 26 B; law of the UMA; INEGI',
      sourceUrl,
      validFrom,
      validTo,
      value,
    })),
  ),
  ...minimumWages.flatMap(([year, general, border, published]) => [
    minimumWage(year, 'minimum_wage.general', 'rest of the country', general, published),
    minimumWage(year, 'minimum_wage.border', 'northern border zone', border, published),
  ]),
];

function minimumWage(
  year: number,
  key: 'minimum_wage.general' | 'minimum_wage.border',
  zone: string,
  daily: string,
  published: string,
): DatedRule {
  return {
    key,
    label: `Minimum wage, ${zone}, ${year}`,
    legalBasis: `CONASAMI resolution ${published}`,
    validFrom: `${year}-01-01`,
    validTo: `${year}-12-31`,
    value: decimals({ daily }),
  };
}
