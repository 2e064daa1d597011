import { exemptUma } from '@timbre/fiscal';
import { decimals } from './decimals';
import type { DatedRule } from './dated-rule';

/** LISR art. 93 counts in minimum wages; since the reform DOF 2016-01-27 those are UMA. */
const since = {
  sourceUrl: 'https://www.diputados.gob.mx/LeyesBiblio/pdf/LISR.pdf',
  validFrom: '2016-01-28',
  validTo: null,
} as const;

export const exemptionRules: readonly DatedRule[] = [
  {
    key: 'exemption.aguinaldo',
    label: 'Aguinaldo exemption, UMA a year',
    legalBasis: 'LISR art. 93-XIV',
    ...since,
    value: decimals({ uma: exemptUma.aguinaldo }),
  },
  {
    key: 'exemption.vacation_premium',
    label: 'Vacation premium exemption, UMA a year',
    legalBasis: 'LISR art. 93-XIV',
    ...since,
    value: decimals({ uma: exemptUma.vacationPremium }),
  },
  {
    key: 'exemption.profit_sharing',
    label: 'Profit sharing exemption, UMA a year',
    legalBasis: 'LISR art. 93-XIV',
    ...since,
    value: decimals({ uma: exemptUma.profitSharing }),
  },
  {
    key: 'exemption.sunday_premium',
    label: 'Sunday premium exemption, UMA for each Sunday worked',
    legalBasis: 'LISR art. 93-XIV',
    ...since,
    value: decimals({ uma: exemptUma.sundayPremium }),
  },
  {
    key: 'exemption.overtime',
    label: 'Overtime exemption: half of the double hours, limited each week; all on a minimum wage',
    legalBasis: 'LISR art. 93-I',
    ...since,
    value: decimals({ percent: '50', capUmaPerWeek: exemptUma.overtime }),
  },
  {
    key: 'exemption.separation',
    label: 'Separation and seniority payments exemption, UMA for each year of service',
    legalBasis: 'LISR art. 93-XIII',
    ...since,
    value: decimals({ uma: exemptUma.separation }),
  },
  {
    key: 'exemption.social_welfare',
    label: 'Welfare benefits exemption: limit on wages plus welfare, and floor, UMA a year',
    legalBasis: 'LISR art. 93-VIII, IX and limit paragraph',
    ...since,
    value: decimals({ limitUma: '7', floorUma: '1' }),
  },
];
