import { payrollStepIn } from '@timbre/api';
import { Decimal } from '@timbre/fiscal';
import { calculateReceipt } from '../evaluation';
import { payrollDraftDetailsOf } from '../payroll-draft-details';
import { payrollDraftOf } from '../payroll-draft';
import { sampleEmployee, sampleInput, shownLines } from '../../../test/sample-receipt';
import type { SampleChanges } from '../../../test/sample-receipt';
import { simulate } from '../simulation';
import type { DeductionBasis, GivenEarning, Incidents, OtherSeparation } from './input';

const d = (text: string) => Decimal.from(text);
const paying = (...payments: [type: string, amount: string][]): GivenEarning[] =>
  payments.map(([type, amount]) => ({ type, amount: d(amount) }));

const payments = paying(['025', '70000.00'], ['022', '30000.00']);
/** The incidents of an employee who was employed for eight years and six months, at 20,000.00 a month. */
const ended: Incidents = {
  lastMonthlySalary: d('20000.00'),
  employmentEndedOn: '2026-06-30',
  otherEarnings: payments,
};
const paid = { kind: 'extraordinary', paidOn: '2026-06-30', periodEndedOn: '2026-06-30' } as const;

const inputOf = ({ employee, incidents, period, ...changes }: SampleChanges = {}) =>
  sampleInput({
    ...changes,
    employee: { employmentStartedOn: '2018-01-01', ...employee },
    period: { ...paid, ...period },
    incidents: { ...ended, ...incidents },
  });
const separated = (changes?: SampleChanges) => calculateReceipt(inputOf(changes));
const stepsOf = ({ explanation }: ReturnType<typeof separated>) =>
  (explanation?.lines ?? []).map(({ label, amount }) => `${payrollStepIn('es', label)}: ${amount}`);

test('90 UMA for each year of service are exempt, and the payments of the receipt use up this limit in order', () => {
  const receipt = separated();
  expect(receipt).toMatchObject({ state: 'ready', issues: [], otherPayments: [] });
  // The exempt amount is 8 years x 90 x 117.31 = 84,463.20. An amount below one monthly salary is taxed
  // with the monthly tax table: 1,339.14 + (15,536.80 - 14,644.65) x 17.92 %.
  expect(shownLines(receipt)).toEqual([
    '025 0.00 70000.00',
    '022 15536.80 14463.20',
    '-002 1499.01',
  ]);
  expect(receipt.totals).toEqual({
    gross: d('100000.00'),
    deductions: d('1499.01'),
    net: d('98500.99'),
    isr: d('1499.01'),
    subsidy: d('0.00'),
    imss: d('0.00'),
  });
});

test.each([
  ['2026-06-30', 8],
  ['2026-07-01', 9],
])(
  'a fraction over six months counts as a year: until %s, %d years',
  (employmentEndedOn, years) => {
    const { explanation } = separated({ incidents: { employmentEndedOn } });
    expect(explanation?.serviceYears).toBe(years);
  },
);

test('separation payments above one monthly salary are taxed at the effective tax rate of that salary', () => {
  const receipt = separated({ incidents: { otherEarnings: paying(['025', '184463.20']) } });
  // The tax on 20,000.00 is 2,383.65 (1,856.84 + 2,466.35 x 21.36 %), which is 11.91825 %. At the tax
  // rate of the last salary, the tax on 100,000.00 is 11,918.25.
  expect(shownLines(receipt)).toEqual(['025 100000.00 84463.20', '-002 11918.25']);
  expect(stepsOf(receipt)).toEqual([
    'Indemnizaciones: 184463.20',
    'Límite exento por los años de servicio: 84463.20',
    'Parte exenta: 84463.20',
    'Base gravable: 100000.00',
    'Último sueldo mensual ordinario: 20000.00',
    'ISR del último sueldo mensual ordinario: 2383.65',
    'Ingreso acumulable: 20000.00',
    'Ingreso no acumulable: 80000.00',
    'ISR retenido: 11918.25',
    'Neto a pagar: 172544.95',
  ]);
});

test('a separation that equals one monthly salary is taxed like that salary', () => {
  const receipt = separated({ incidents: { otherEarnings: paying(['023', '104463.20']) } });
  expect(shownLines(receipt)).toEqual(['023 20000.00 84463.20', '-002 2383.65']);
});

describe('paying a separation in two receipts', () => {
  const first = separated();
  const other = {
    isPension: false,
    employmentEndedOn: '2026-06-30',
    exempt: d('84463.20'),
    taxable: d('15536.80'),
    isr: d('1499.01'),
  };
  const after = (...separations: OtherSeparation[]) =>
    separated({
      incidents: { otherEarnings: paying(['023', '84463.20']) },
      row: { earlier: { separations } },
    });

  test('two receipts of a separation share one exempt limit, and their tax together equals the tax on one receipt', () => {
    const receipt = after(other);
    // The ISR on one receipt of 184,463.20 is 11,918.25; 1,499.01 of this ISR was already withheld.
    expect(shownLines(receipt)).toEqual(['023 84463.20 0.00', '-002 10419.24']);
    expect(receipt.totals?.isr.plus(first.totals?.isr ?? d('0'))).toEqual(d('11918.25'));
    expect(stepsOf(receipt)).toEqual(
      expect.arrayContaining([
        'Límite exento por los años de servicio: 84463.20',
        'Parte exenta de los otros pagos por separación: 84463.20',
        'Parte exenta: 0.00',
        'Base gravable: 84463.20',
        'Base gravable de los otros pagos por separación: 15536.80',
        'ISR retenido de los otros pagos por separación: 1499.01',
        'ISR retenido: 10419.24',
      ]),
    );
  });

  test('the second receipt of a separation uses the rest of the exempt limit', () => {
    const half = { ...other, exempt: d('40000.00'), taxable: d('0'), isr: d('0') };
    // The tax on the salary is 1,856.84 + (20,000.00 - 17,533.65) x 21.36 %, and the effective rate
    // of this tax applies to 40,000.00.
    expect(shownLines(after(half))).toEqual(['023 40000.00 44463.20', '-002 4767.30']);
  });

  test('the second receipt of a separation never returns excess tax that the first receipt withheld', () => {
    const { totals } = after({ ...other, isr: d('20000.00') });
    expect(totals?.isr).toEqual(d('0.00'));
  });

  test('a separation after another employment has its own full exempt limit', () => {
    const earlier = { ...other, employmentEndedOn: '2017-12-31' };
    expect(shownLines(after(earlier))).toEqual(['023 0.00 84463.20']);
  });
});

test('a separation within the exempt limit has no tax', () => {
  const receipt = separated({ incidents: { otherEarnings: paying(['023', '84463.20']) } });
  expect(shownLines(receipt)).toEqual(['023 0.00 84463.20']);
});

test('the last salary and the last day are read from the record if the incidents lack them', () => {
  const input = inputOf({
    employee: { employmentStartedOn: '2024-01-08', employmentEndedOn: '2026-06-15' },
    period: { periodEndedOn: '2026-06-15' },
  });
  // The payments are three months of integrated salary and a seniority premium, after two years and five
  // months.
  const otherEarnings = paying(['025', '47344.50'], ['022', '14630.00']);
  const receipt = calculateReceipt({ ...input, incidents: { otherEarnings } });
  // The exempt part is 2 x 90 x 117.31 = 21,115.80. The tax on 15,000.00 is 1,402.82 (1,339.14 + 355.35 x
  // 17.92 %); 1,402.82 / 15,000.00 x 40,858.70 = 3,821.16.
  expect(shownLines(receipt)).toEqual([
    '025 26228.70 21115.80',
    '022 14630.00 0.00',
    '-002 3821.16',
  ]);
  expect(receipt.calculation?.employmentEnd).toEqual({
    lastMonthlySalary: d('15000.00'),
    employmentEndedOn: '2026-06-15',
  });
});

test('alimony is a percentage of the separation after tax, and a debt is deducted without a limit', () => {
  const receipt = separated({
    incidents: {
      deductions: [
        { type: '007', basis: 'percent', percent: d('20') },
        { type: '004', basis: 'amount', amount: d('1000') },
      ],
    },
  });
  // The alimony is 20 % of (100,000.00 - 1,499.01).
  expect(shownLines(receipt).slice(2)).toEqual(['-002 1499.01', '-007 19700.20', '-004 1000.00']);
  expect(receipt.totals?.net).toEqual(d('77800.79'));
});

test('the receipt of a separation lists each rule that was read', () => {
  expect(separated().explanation?.rules.map((rule) => rule.key)).toEqual([
    'isr.tariff.monthly',
    'uma.tax',
    'exemption.separation',
    'isr.separation',
  ]);
});

test('the receipt of a separation states the missing rules if the figures of the year are missing', () => {
  const receipt = separated({ period: { paidOn: '2027-06-30' } });
  const missingRules = ['isr.tariff.monthly', 'uma.tax'];
  const issues = [{ code: 'rules_unavailable', field: 'paidOn', missingRules }];
  expect(receipt).toMatchObject({ state: 'needs_attention', issues, earnings: [] });
});

test('the document of a separation has the contract and regime of separations, and is extraordinary', () => {
  const input = inputOf();
  const receipt = calculateReceipt(input);
  const employee = { ...sampleEmployee, employmentStartedOn: '2018-01-01' };
  const draft = payrollDraftOf('e1', employee, input.period, receipt);
  expect(draft.payroll.employee).toMatchObject({ contractType: '99', regimeType: '13' });
  expect(draft.payroll.paidDays).toEqual(Decimal.one);
  expect(payrollDraftDetailsOf(employee, input.period, receipt)).toMatchObject({
    payrollType: 'E',
    lastMonthlySalary: d('20000.00'),
    employmentEndedOn: '2026-06-30',
  });
});

test('a separation needs no registration, wage zone or integrated salary', () => {
  const receipt = separated({
    employer: { registration: null },
    employee: {
      dailyWage: null,
      integratedDailySalary: null,
      minimumWageZone: null,
      socialSecurityNumber: null,
      positionRisk: null,
    },
  });
  expect(receipt).toMatchObject({ state: 'ready', explanation: { dailyWage: d('666.67') } });
});

test('a separation may be paid in a period after the employment', () => {
  const employmentEndedOn = '2026-05-20';
  const receipt = separated({ employee: { employmentEndedOn }, incidents: { employmentEndedOn } });
  expect(receipt).toMatchObject({ state: 'ready', issues: [] });
});

test('a simulation of a separation calculates the same amounts', () => {
  const { period, employer, incidents, earlier } = inputOf();
  const employee = { employmentStartedOn: '2018-01-01' };
  const simulated = simulate({ period, employer, incidents, earlier, employee });
  expect(simulated).toMatchObject({ state: 'ready', issues: [] });
  expect(shownLines(simulated)).toEqual(shownLines(separated()));
});

const twenty = { basis: 'percent', percent: d('20') } as const;
const deducting = (type: string, basis: DeductionBasis): SampleChanges => ({
  incidents: { deductions: [{ type, ...basis }] },
});

test.each<[code: string, field: string, changes: SampleChanges]>([
  ['employment_start_missing', 'employmentStartedOn', { employee: { employmentStartedOn: null } }],
  [
    'invalid_request',
    'incidents.employmentEndedOn',
    { incidents: { employmentEndedOn: '2017-12-31' } },
  ],
  [
    'invalid_request',
    'incidents.employmentEndedOn',
    { incidents: { employmentEndedOn: '2026-08-01' } },
  ],
  [
    'invalid_request',
    'incidents.aguinaldo',
    { incidents: { aguinaldo: { days: d('15'), workedDaysInYear: d('180') } } },
  ],
  [
    'invalid_request',
    'incidents.vacationDaysPaidOut',
    { incidents: { vacationDaysPaidOut: d('6') } },
  ],
  [
    'invalid_request',
    'incidents.otherEarnings.1.type',
    { incidents: { otherEarnings: paying(['023', '1000'], ['028', '500']) } },
  ],
  // Without this issue, a housing credit of 20 % would deduct a fifth of the whole separation.
  ['invalid_request', 'incidents.deductions.0.type', deducting('010', twenty)],
  ['invalid_request', 'incidents.deductions.0.type', deducting('011', twenty)],
  ['invalid_request', 'incidents.deductions.0.type', deducting('019', twenty)],
  // A separation has no days, so a deduction by monthly amount would be zero.
  [
    'invalid_request',
    'incidents.deductions.0.basis',
    deducting('007', { basis: 'monthly_amount', amount: d('3000') }),
  ],
  [
    'invalid_request',
    'incidents.deductions.0.basis',
    deducting('004', { basis: 'factor', factor: d('10'), unitValue: d('100.81') }),
  ],
])('the issue %s at %s prevents the calculation', (code, field, changes) => {
  const receipt = separated(changes);
  expect(receipt).toMatchObject({
    state: 'needs_attention',
    issues: [{ code, field }],
    earnings: [],
  });
});

test.each<[code: string, dailyWage: Decimal | null]>([
  ['salary_missing', null],
  ['invalid_salary', d('0')],
])(
  'a separation without a last monthly salary and a valid daily wage has the issue %s',
  (code, dailyWage) => {
    const input = inputOf({ employee: { dailyWage } });
    const receipt = calculateReceipt({ ...input, incidents: { otherEarnings: payments } });
    expect(receipt.issues).toEqual([{ code, field: 'salary' }]);
  },
);

test('an ordinary payment cannot contain separation earnings', () => {
  const { issues } = separated({ period: { kind: 'ordinary' } });
  expect(issues.map(({ field }) => field)).toEqual([
    'incidents.otherEarnings.0.type',
    'incidents.otherEarnings.1.type',
    'incidents.lastMonthlySalary',
    'incidents.employmentEndedOn',
  ]);
});

test('a payment of aguinaldo refuses an end date of the employment', () => {
  const incidents = {
    ...ended,
    otherEarnings: [],
    aguinaldo: { days: d('15'), workedDaysInYear: d('180') },
  };
  expect(separated({ incidents }).issues.map(({ field }) => field)).toEqual([
    'incidents.lastMonthlySalary',
    'incidents.employmentEndedOn',
  ]);
});
