import { Decimal } from '@timbre/fiscal';
import { defaultEmployerSettings } from '../employer-settings';
import { simulate } from '../simulation';
import { workedExamples } from '../../../test/worked-examples';
import type { WorkedAmounts, WorkedExample } from '../../../test/worked-examples';

test.each(workedExamples)('the worked example agrees to the cent: $title', (example) => {
  expect(amountsOf(example)).toEqual(example.expected);
});

test('the examples cover every frequency that payroll calculates', () => {
  const frequencies = new Set(workedExamples.map(({ period }) => period[0]));
  expect([...frequencies].sort()).toEqual(['01', '02', '03', '04', '05', '10']);
});

function amountsOf(example: WorkedExample): WorkedAmounts {
  const { state, issues, calculation } = simulate(inputOf(example));
  expect({ state, issues }).toEqual({ state: 'ready', issues: [] });
  if (calculation === undefined) throw new Error('nothing was calculated');
  const { explanation, totals, taxableBase, subsidyCaused, imssBranches } = calculation;
  return {
    days: `${explanation.paidDays} paid, ${explanation.contributionDays} contributed`,
    contributionBase: `${explanation.contributionBaseSalary}`,
    earnings: calculation.earnings.map((l) => `${l.type} ${l.taxableAmount} ${l.exemptAmount}`),
    tax:
      `${taxableBase} base, ${explanation.isrCaused} caused, ${subsidyCaused} subsidy caused, ` +
      `${totals.subsidy} applied, ${totals.isr} withheld`,
    quotas: Object.values<Decimal>({ ...imssBranches }).join(' '),
    deductions: calculation.deductions.map((line) => `${line.type} ${line.amount}`),
    pay: `${totals.gross} gross, ${totals.deductions} deducted, ${totals.net} net`,
  };
}

function inputOf({ period, pay, incidents, subsidyCausedInMonth = '0' }: WorkedExample) {
  const [paymentFrequency, periodStartedOn, periodEndedOn, paidOn] = period;
  const [dailyWage, integratedDailySalary, employmentStartedOn, minimumWageZone] = pay;
  return {
    period: {
      kind: 'ordinary' as const,
      paymentFrequency,
      periodStartedOn,
      periodEndedOn,
      paidOn,
    },
    employee: {
      dailyWage: Decimal.from(dailyWage),
      integratedDailySalary: Decimal.from(integratedDailySalary),
      employmentStartedOn,
      minimumWageZone,
    },
    employer: { registration: 'A1234567890', settings: defaultEmployerSettings },
    incidents,
    earlier: { subsidyCausedInMonth: Decimal.from(subsidyCausedInMonth) },
  };
}
