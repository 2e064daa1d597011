import { Decimal, subsidyCeilings } from '@timbre/fiscal';
import { decimals } from './decimals';
import type { DatedRule, SubsidyFigures } from './dated-rule';

const lisr = 'https://www.diputados.gob.mx/LeyesBiblio/pdf/LISR.pdf';
const decreeOf2025 = 'https://www.dof.gob.mx/nota_detalle.php?codigo=5777649&fecha=31/12/2025';

/** Employment subsidy: amount = percent of the monthly UMA, to the cent; only for incomes up to the
 * cap; it reduces the ISR down to zero and is never paid. January keeps the UMA of the year before.
 * Columns: valid from, to, percent, monthly UMA, monthly amount, monthly income cap, decree. */
const subsidies = [
  ['2024-05-01', '2024-12-31', '11.82', '3300.53', '390.12', '9081.00', 'DOF 2024-05-01'],
  ['2025-01-01', '2025-01-31', '14.39', '3300.53', '474.95', '10171.00', 'DOF 2024-12-31'],
  ['2025-02-01', '2025-12-31', '13.80', '3439.46', '474.65', '10171.00', 'DOF 2024-12-31'],
  ['2026-01-01', '2026-01-31', '15.59', '3439.46', '536.21', '11492.66', 'DOF 2025-12-31'],
  ['2026-02-01', '2026-12-31', '15.02', '3566.22', '535.65', '11492.66', 'DOF 2025-12-31'],
] as const;

/** The monthly table until April 2024, when the subsidy could be paid in cash. It is only listed: a
 * payment before 2024-05-01 has no `isr.subsidy` rule and reports rules_unavailable. */
const legacySubsidy = [
  ['0.01', '407.02'],
  ['1768.97', '406.83'],
  ['2653.39', '406.62'],
  ['3472.85', '392.77'],
  ['3537.88', '382.46'],
  ['4446.16', '354.23'],
  ['4717.19', '324.87'],
  ['5335.43', '294.63'],
  ['6224.68', '253.54'],
  ['7113.91', '217.61'],
  ['7382.34', '0.00'],
] as const;

export const isrRules: readonly DatedRule[] = [
  ...subsidies.map(([validFrom, validTo, percent, uma, amount, cap, decree]) => ({
    key: 'isr.subsidy' as const,
    label: 'Employment subsidy',
    legalBasis: `Decree ${decree}${validTo.endsWith('-01-31') ? ', transitional article' : ''}`,
    ...(decree === 'DOF 2025-12-31' ? { sourceUrl: decreeOf2025 } : {}),
    validFrom,
    validTo,
    value: subsidyOf(percent, uma, amount, cap),
  })),
  {
    key: 'isr.subsidy.legacy',
    label: 'Employment subsidy table until April 2024',
    legalBasis: 'Decree DOF 2013-12-11, tenth article',
    validFrom: '2014-01-01',
    validTo: '2024-04-30',
    value: legacySubsidy.map(([from, amount]) => decimals({ from, amount })),
  },
  {
    key: 'isr.minimum_wage_exemption',
    label: 'No ISR withheld when the payment brings only one minimum wage',
    legalBasis: 'LISR art. 96, second sentence',
    sourceUrl: lisr,
    validFrom: '2014-01-01',
    validTo: null,
    value: decimals({ minimumWages: '1' }),
  },
  {
    key: 'isr.regulation174',
    label: 'Optional withholding on aguinaldo, profit sharing and vacation premium',
    legalBasis: 'LISR regulation art. 174',
    validFrom: '2015-10-09',
    validTo: null,
    value: decimals({ yearDays: '365', monthDays: '30.4' }),
  },
  ...subsidyCeilings.map(({ legalBasis, validFrom, validTo, ...value }) => ({
    key: 'sat.subsidy_ceilings' as const,
    label: 'Most subsidy caused that the authority stamps',
    ...{ legalBasis, validFrom, validTo, value },
  })),
];

function subsidyOf(percent: string, uma: string, amount: string, cap: string): SubsidyFigures {
  return {
    percentOfMonthlyUma: Decimal.from(percent),
    monthlyUma: Decimal.from(uma),
    monthlyAmount: Decimal.from(amount),
    monthlyIncomeCap: Decimal.from(cap),
  };
}
