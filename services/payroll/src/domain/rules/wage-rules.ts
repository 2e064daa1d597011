import { decimals } from './decimals';
import type { DatedRule } from './dated-rule';

const inegi = 'https://www.inegi.org.mx/temas/uma/';
const inegiOf2026 = 'https://www.dof.gob.mx/nota_detalle.php?codigo=5778072&fecha=09/01/2026';

/** UMA, from February to January: monthly = daily x 30.4, annual = monthly x 12. */
const umas = [
  ['2023-02-01', '2024-01-31', '103.74', '3153.70', '37844.40', inegi],
  ['2024-02-01', '2025-01-31', '108.57', '3300.53', '39606.36', inegi],
  ['2025-02-01', '2026-01-31', '113.14', '3439.46', '41273.52', inegi],
  ['2026-02-01', '2027-01-31', '117.31', '3566.22', '42794.64', inegiOf2026],
] as const;

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
    umas.map(([validFrom, validTo, daily, monthly, annual, sourceUrl]) => ({
      key,
      label,
      legalBasis: 'Constitution art. 26 B; law of the UMA; INEGI',
      sourceUrl,
      validFrom,
      validTo,
      value: decimals({ daily, monthly, annual }),
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
