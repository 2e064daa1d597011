import { Decimal } from '@timbre/fiscal';
import { decimals } from './decimals';
import type { DatedRule, OldAgeBand } from './dated-rule';

const lss = 'https://www.diputados.gob.mx/LeyesBiblio/pdf/LSS.pdf';

/** Employer old-age percent by year and band of the base (decree DOF 2020-12-16). Bands: one
 * minimum wage, then up to 1.5, 2, 2.5, 3, 3.5, 4 UMA, then above. 2026 was read twice and 2030
 * once. The other years are from memory, each within 0.002 of the linear increase of the decree. */
const oldAgeBandUma = ['1.50', '2.00', '2.50', '3.00', '3.50', '4.00'];
const oldAgePercents: Record<number, string> = {
  2023: '3.150 3.281 3.575 3.751 3.869 3.953 4.016 4.241',
  2024: '3.150 3.413 4.000 4.353 4.588 4.756 4.882 5.331',
  2025: '3.150 3.544 4.426 4.954 5.307 5.559 5.747 6.422',
  2026: '3.150 3.676 4.851 5.556 6.026 6.361 6.613 7.513',
  2027: '3.150 3.807 5.276 6.157 6.745 7.164 7.479 8.603',
  2028: '3.150 3.939 5.701 6.759 7.464 7.967 8.345 9.694',
  2029: '3.150 4.070 6.126 7.360 8.183 8.770 9.211 10.784',
  2030: '3.150 4.202 6.552 7.962 8.902 9.573 10.077 11.875',
};
const lastOldAgeYear = 2030;

export const socialSecurityRules: readonly DatedRule[] = [
  {
    key: 'imss.base_limits',
    label: 'Contribution base: at least one minimum wage, at most 25 UMA; excess above 3 UMA',
    legalBasis: 'LSS art. 28 and 106-II',
    sourceUrl: lss,
    validFrom: '2017-01-01',
    validTo: null,
    value: decimals({ capUma: '25', excessUma: '3' }),
  },
  {
    key: 'imss.employee_rates',
    label: 'Worker quotas',
    legalBasis: 'LSS art. 25, 106-II, 107, 147, 168-II',
    sourceUrl: lss,
    validFrom: '2007-07-01',
    validTo: null,
    value: decimals({
      sicknessExcess: '0.40',
      sicknessCash: '0.25',
      pensionersMedical: '0.375',
      disabilityLife: '0.625',
      oldAge: '1.125',
    }),
  },
  {
    key: 'imss.employer_rates',
    label: 'Employer quotas',
    legalBasis: 'LSS art. 25, 106, 107, 147, 168, 211; INFONAVIT law art. 29-II',
    sourceUrl: lss,
    validFrom: '2007-07-01',
    validTo: null,
    value: decimals({
      sicknessFixedOnUma: '20.40',
      sicknessExcess: '1.10',
      sicknessCash: '0.70',
      pensionersMedical: '1.05',
      disabilityLife: '1.75',
      childcare: '1.00',
      retirement: '2.00',
      housing: '5.00',
    }),
  },
  {
    key: 'imss.work_risk',
    label: 'Average work-risk premium by class',
    legalBasis: 'LSS art. 73; art. 72 and 74 for the premium of each company',
    sourceUrl: lss,
    validFrom: '2001-12-21',
    validTo: null,
    value: {
      averages: ['0.54355', '1.13065', '2.59840', '4.65325', '7.58875'].map(Decimal.from),
      ...decimals({ min: '0.50', max: '15.00' }),
    },
  },
  ...Object.entries(oldAgePercents).map(([year, percents]) => ({
    key: 'imss.employer_old_age' as const,
    label: `Employer old-age quota by band, ${year}`,
    legalBasis: 'LSS art. 168-II-a; decree DOF 2020-12-16, second transitional',
    validFrom: `${year}-01-01`,
    validTo: Number(year) === lastOldAgeYear ? null : `${year}-12-31`,
    value: percents.split(' ').map(oldAgeBand),
  })),
];

function oldAgeBand(percent: string, index: number): OldAgeBand {
  const toUma = oldAgeBandUma[index - 1];
  return {
    ...(index === 0 ? { toMinimumWages: Decimal.one } : {}),
    ...(toUma === undefined ? {} : { toUma: Decimal.from(toUma) }),
    percent: Decimal.from(percent),
  };
}
