import { Decimal } from '@timbre/fiscal';
import { decimals } from './decimals';
import type { DatedRule } from './dated-rule';

const lft = 'https://www.diputados.gob.mx/LeyesBiblio/pdf/LFT.pdf';

/** Last year of service of each step, and its vacation days. */
const vacationDays = [
  [1, '12'],
  [2, '14'],
  [3, '16'],
  [4, '18'],
  [5, '20'],
  [10, '22'],
  [15, '24'],
  [20, '26'],
  [25, '28'],
  [30, '30'],
  [35, '32'],
  [40, '34'],
] as const;

/** Valid from, to, weekly hours, overtime hours a week paid double (the rest triple). */
const overtime = [
  ['1970-05-01', '2026-12-31', '48', '9'],
  ['2027-01-01', '2027-12-31', '46', '9'],
  ['2028-01-01', '2028-12-31', '44', '10'],
  ['2029-01-01', '2029-12-31', '42', '11'],
  ['2030-01-01', null, '40', '12'],
] as const;

export const labourRules: readonly DatedRule[] = [
  {
    key: 'labour.vacation_days',
    label: 'Vacation days by year of service',
    legalBasis: 'LFT art. 76, reform DOF 2022-12-27',
    sourceUrl: lft,
    validFrom: '2023-01-01',
    validTo: null,
    value: vacationDays.map(([toYear, days]) => ({ toYear, days: Decimal.from(days) })),
  },
  {
    key: 'labour.minimum_benefits',
    label: 'Legal minimum benefits',
    legalBasis: 'LFT art. 71, 80, 87',
    sourceUrl: lft,
    validFrom: '2023-01-01',
    validTo: null,
    value: decimals({ aguinaldoDays: '15', vacationPremium: '0.25', sundayPremium: '0.25' }),
  },
  ...overtime.map(([validFrom, validTo, maxWeeklyHours, doubleHoursPerWeek]) => ({
    key: 'labour.overtime' as const,
    label: 'Weekly hours and weekly overtime paid double',
    legalBasis:
      'Constitution art. 123-A-XI (DOF 2026-03-03); ' +
      'LFT art. 66 to 68 and transitionals (DOF 2026-05-01)',
    sourceUrl: lft,
    validFrom,
    validTo,
    value: decimals({ maxWeeklyHours, doubleHoursPerWeek, doubleFactor: '2', tripleFactor: '3' }),
  })),
  {
    key: 'labour.deduction_limits',
    label: 'Most that may be taken from a wage',
    legalBasis: 'LFT art. 97-III, 97-IV, 110-I, 110-IV, 110-VII',
    sourceUrl: lft,
    validFrom: '1970-05-01',
    validTo: null,
    value: decimals({
      housingCreditOfMinimumWage: '20',
      fonacot: '20',
      fonacotOfMinimumWage: '10',
      employerDebtAboveMinimumWage: '30',
      savingsAboveMinimumWage: '30',
    }),
  },
  {
    key: 'housing.suspension',
    label: 'Absences and incapacity suspend the housing credit',
    legalBasis: 'INFONAVIT law art. 29-III, until the reform DOF 2025-02-21',
    validFrom: '1997-07-01',
    validTo: '2025-10-31',
    value: { isSuspendedByAbsence: true },
  },
  {
    key: 'housing.suspension',
    label: 'Absences and incapacity no longer suspend the housing credit',
    legalBasis: 'INFONAVIT law art. 29-III, reform DOF 2025-02-21, from the Nov-Dec bimester',
    validFrom: '2025-11-01',
    validTo: null,
    value: { isSuspendedByAbsence: false },
  },
];
