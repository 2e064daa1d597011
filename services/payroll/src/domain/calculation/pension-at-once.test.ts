import { payrollStepIn } from '@timbre/api';
import { Decimal } from '@timbre/fiscal';
import { calculateReceipt } from '../evaluation';
import { payrollDraftDetailsOf } from '../payroll-draft-details';
import { payrollDraftOf } from '../payroll-draft';
import { sampleEmployee, sampleInput, shownLines } from '../../../test/sample-receipt';
import type { SampleChanges } from '../../../test/sample-receipt';
import { simulate } from '../simulation';
import type { GivenEarning } from './input';

const d = (text: string) => Decimal.from(text);
const paying = (...payments: [type: string, amount: string][]): GivenEarning[] =>
  payments.map(([type, amount]) => ({ type, amount: d(amount) }));

const paid = { kind: 'extraordinary', paidOn: '2026-06-30', periodEndedOn: '2026-06-30' } as const;

/**
 * Returns the input for a pension of 4,000,000.00 that is paid at once, after a last salary of 20,000.00
 * a month.
 */
const inputOf = ({ incidents, period, ...changes }: SampleChanges = {}) =>
  sampleInput({
    ...changes,
    period: { ...paid, ...period },
    incidents: {
      lastMonthlySalary: d('20000.00'),
      otherEarnings: paying(['039', '4000000.00']),
      ...incidents,
    },
  });
const pensioned = (changes?: SampleChanges) => calculateReceipt(inputOf(changes));
const stepsOf = ({ explanation }: ReturnType<typeof pensioned>) =>
  (explanation?.lines ?? []).map(({ label, amount }) => `${payrollStepIn('es', label)}: ${amount}`);

test('90 UMA for each day of a year are exempt, and the rest is taxed at the effective rate of the last salary', () => {
  const receipt = pensioned();
  expect(receipt).toMatchObject({ state: 'ready', issues: [], otherPayments: [] });
  // The exempt amount is 90 x 365 x 117.31 = 3,853,633.50. The tax on 20,000.00 is 2,383.65 (1,856.84 +
  // 2,466.35 x 21.36 %), which is 11.91825 %. At the tax rate of the last salary, the tax on 146,366.50
  // is 17,444.33.
  expect(shownLines(receipt)).toEqual(['039 146366.50 3853633.50', '-002 17444.33']);
  expect(receipt.totals).toEqual({
    gross: d('4000000.00'),
    deductions: d('17444.33'),
    net: d('3982555.67'),
    isr: d('17444.33'),
    subsidy: d('0.00'),
    imss: d('0.00'),
  });
});

test('a taxable part below the last salary is taxed with the monthly tax table', () => {
  const receipt = pensioned({ incidents: { otherEarnings: paying(['039', '3863633.50']) } });
  // The ISR is 420.95 + (10,000.00 - 7,168.52) x 10.88 %.
  expect(shownLines(receipt)).toEqual(['039 10000.00 3853633.50', '-002 729.02']);
});

test('a pension paid at once within the exempt limit has no tax', () => {
  const receipt = pensioned({ incidents: { otherEarnings: paying(['039', '3853633.50']) } });
  expect(shownLines(receipt)).toEqual(['039 0.00 3853633.50']);
});

test('the exempt limit does not depend on the years of service', () => {
  const receipt = pensioned({ employee: { employmentStartedOn: '1986-01-01' } });
  expect(shownLines(receipt)[0]).toBe('039 146366.50 3853633.50');
});

test('the receipt of a pension paid at once explains each step and lists each rule that was read', () => {
  const receipt = pensioned();
  expect(stepsOf(receipt)).toEqual([
    'Jubilaciones, pensiones o haberes de retiro en un solo pago: 4000000.00',
    'Límite exento de una pensión en un solo pago: 3853633.50',
    'Parte exenta: 3853633.50',
    'Base gravable: 146366.50',
    'Último sueldo mensual ordinario: 20000.00',
    'ISR del último sueldo mensual ordinario: 2383.65',
    'Ingreso acumulable: 20000.00',
    'Ingreso no acumulable: 126366.50',
    'ISR retenido: 17444.33',
    'Neto a pagar: 3982555.67',
  ]);
  expect(receipt.explanation).not.toHaveProperty('serviceYears');
  expect(receipt.explanation?.rules.map((rule) => rule.key)).toEqual([
    'isr.tariff.monthly',
    'uma.tax',
    'exemption.pension_at_once',
    'isr.separation',
  ]);
});

test('a second payment shares the exempt limit, and its tax is the tax on both payments minus the tax already withheld', () => {
  const first = {
    isPension: true,
    employmentEndedOn: '2026-06-15',
    exempt: d('3853633.50'),
    taxable: d('146366.50'),
    isr: d('17444.33'),
  };
  const incidents = { otherEarnings: paying(['039', '100000.00']) };
  const second = pensioned({ incidents, row: { earlier: { separations: [first] } } });
  // At 11.91825 %, the tax on 246,366.50 is 29,362.58; 17,444.33 of this tax was already withheld.
  expect(shownLines(second)).toEqual(['039 100000.00 0.00', '-002 11918.25']);
  expect(stepsOf(second)).toEqual(
    expect.arrayContaining([
      'Parte exenta de las otras pensiones en un solo pago: 3853633.50',
      'Base gravable de las otras pensiones en un solo pago: 146366.50',
      'ISR retenido de las otras pensiones en un solo pago: 17444.33',
    ]),
  );
});

test('a separation of the same employment does not use up the exempt limit of the pension', () => {
  const separation = {
    isPension: false,
    employmentEndedOn: '2026-06-15',
    exempt: d('84463.20'),
    taxable: d('15536.80'),
    isr: d('1499.01'),
  };
  const receipt = pensioned({ row: { earlier: { separations: [separation] } } });
  expect(shownLines(receipt)).toEqual(shownLines(pensioned()));
});

test('the document has the contract and regime of pensions, and states the last salary', () => {
  const input = inputOf();
  const receipt = calculateReceipt(input);
  const draft = payrollDraftOf('e1', sampleEmployee, input.period, receipt);
  expect(draft.payroll.employee).toMatchObject({
    contractType: '10',
    regimeType: '12',
    paymentFrequency: '99',
  });
  expect(draft.payroll).not.toHaveProperty('pensionDailyAmount');
  const details = payrollDraftDetailsOf(sampleEmployee, input.period, receipt);
  expect(details).toMatchObject({ payrollType: 'E', lastMonthlySalary: d('20000.00') });
  expect(details).not.toHaveProperty('employmentEndedOn');
});

test('the last monthly salary is thirty daily wages, except if the daily wage is a pension', () => {
  const incidents = { otherEarnings: paying(['039', '4000000.00']) };
  const input = inputOf();
  // The tax on 15,000.00 is 1,402.82; 1,402.82 / 15,000.00 x 146,366.50 = 13,688.39.
  expect(shownLines(calculateReceipt({ ...input, incidents }))[1]).toBe('-002 13688.39');
  const pensioner = { ...input.employee, contractType: '10', regimeType: '12' };
  expect(calculateReceipt({ ...input, employee: pensioner, incidents }).issues).toEqual([
    { code: 'salary_missing', field: 'salary' },
  ]);
  expect(shownLines(calculateReceipt({ ...input, employee: pensioner }))).toEqual(
    shownLines(pensioned()),
  );
});

test.each([
  ['99', '09'],
  ['99', '10'],
  ['99', '13'],
  ['09', '11'],
])('a person with contract %s and regime %s has no pension at once', (contractType, regimeType) => {
  const issue = { code: 'invalid_request', field: 'incidents.otherEarnings.0.type' };
  const input = inputOf({ employee: { contractType, regimeType } });
  const receipt = calculateReceipt(input);
  expect(receipt.issues).toContainEqual(issue);
  expect(receipt.earnings).toEqual([]);
  expect(simulate({ ...input, employee: { contractType, regimeType } }).issues).toContainEqual(
    issue,
  );
});

test('a simulation of a pension paid at once calculates the same amounts', () => {
  const { period, employer, incidents, earlier } = inputOf();
  const employee = { employmentStartedOn: '2018-01-01' };
  const simulated = simulate({ period, employer, incidents, earlier, employee });
  expect(simulated).toMatchObject({ state: 'ready', issues: [] });
  expect(shownLines(simulated)).toEqual(shownLines(pensioned()));
});

test('the receipt states the missing rules if the figures of the year are missing', () => {
  const missingRules = ['isr.tariff.monthly', 'uma.tax'];
  expect(pensioned({ period: { paidOn: '2027-06-30' } }).issues).toEqual([
    { code: 'rules_unavailable', field: 'paidOn', missingRules },
  ]);
});

test.each<[fields: string[], changes: SampleChanges]>([
  [['incidents.employmentEndedOn'], { incidents: { employmentEndedOn: '2026-06-30' } }],
  [
    ['incidents.otherEarnings.1.type'],
    { incidents: { otherEarnings: paying(['039', '1000'], ['022', '500']) } },
  ],
  [
    ['incidents.otherEarnings.1.type'],
    { incidents: { otherEarnings: paying(['025', '1000'], ['039', '500']) } },
  ],
  [
    ['incidents.otherEarnings.1.type'],
    { incidents: { otherEarnings: paying(['039', '1000'], ['028', '500']) } },
  ],
  [
    ['incidents.aguinaldo'],
    { incidents: { aguinaldo: { days: d('15'), workedDaysInYear: d('180') } } },
  ],
  [
    ['incidents.deductions.0.type'],
    { incidents: { deductions: [{ type: '010', basis: 'percent', percent: d('20') }] } },
  ],
  [
    ['incidents.otherEarnings.0.type', 'incidents.lastMonthlySalary'],
    { period: { kind: 'ordinary' } },
  ],
])('a pension paid at once refuses %j', (fields, changes) => {
  const { issues, earnings } = pensioned(changes);
  expect(issues).toEqual(fields.map((field) => ({ code: 'invalid_request', field })));
  expect(earnings).toEqual([]);
});
