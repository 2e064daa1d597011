import { Decimal } from '@timbre/fiscal';
import { calculateReceipt } from '../evaluation';
import { payrollDraftOf } from '../payroll-draft';
import { sampleInput, shownLines } from '../../../test/sample-receipt';
import type { SampleChanges } from '../../../test/sample-receipt';
import { simulate } from '../simulation';

const d = (text: string) => Decimal.from(text);

const month = {
  paymentFrequency: '05',
  periodStartedOn: '2026-06-01',
  periodEndedOn: '2026-06-30',
  paidOn: '2026-06-30',
};
/** A person without an employment, who has no wage zone, social security or contribution base. */
const assimilated = {
  contractType: '99',
  regimeType: '09',
  paymentFrequency: '05',
  dailyWage: d('1000.00'),
  minimumWageZone: null,
  socialSecurityNumber: null,
  positionRisk: null,
  integratedDailySalary: null,
};

const inputOf = ({ employee, ...changes }: SampleChanges = {}) =>
  sampleInput({
    period: month,
    employer: { registration: null },
    employee: { ...assimilated, ...employee },
    ...changes,
  });
const paid = (changes?: SampleChanges) => calculateReceipt(inputOf(changes));

test.each(['05', '06', '08', '09', '11'])(
  'income of regime %s is taxed by the tariff, without subsidy and quotas',
  (regimeType) => {
    const receipt = paid({ employee: { regimeType } });
    expect(receipt).toMatchObject({ state: 'ready', issues: [], otherPayments: [] });
    // The ISR is 1,856.84 + (30,000.00 - 17,533.65) x 21.36 %.
    expect(shownLines(receipt)).toEqual(['046 30000.00 0.00', '-002 4519.65']);
    expect(receipt.totals).toEqual({
      gross: d('30000.00'),
      deductions: d('4519.65'),
      net: d('25480.35'),
      isr: d('4519.65'),
      subsidy: d('0.00'),
      imss: d('0.00'),
    });
    expect(receipt.explanation?.rules.map(({ key }) => key)).toEqual(['isr.tariff.monthly']);
  },
);

test('an employer registration does not change the calculation of assimilated income', () => {
  const insured = { socialSecurityNumber: '12345678903', integratedDailySalary: d('1052.10') };
  const receipt = paid({ employer: { registration: 'A1234567890' }, employee: insured });
  expect(shownLines(receipt)).toEqual(['046 30000.00 0.00', '-002 4519.65']);
  const { period, employee } = inputOf({ employee: insured });
  const draft = payrollDraftOf('e1', employee!, period, receipt);
  expect(draft.payroll.employee).not.toHaveProperty('socialSecurityNumber');
  expect(draft.payroll.employee).not.toHaveProperty('integratedDailySalary');
});

test('assimilated income causes no subsidy, even if the income is low', () => {
  const receipt = paid({ employee: { dailyWage: d('100.00') } });
  // The ISR is 16.22 + (3,000.00 - 844.60) x 6.4 %.
  expect(shownLines(receipt)).toEqual(['046 3000.00 0.00', '-002 154.17']);
  expect(receipt.issues).toEqual([]);
});

test('at least 35 % is withheld from the fees of board members', () => {
  const board = paid({ employee: { regimeType: '07' } });
  expect(shownLines(board)).toEqual(['046 30000.00 0.00', '-002 10500.00']);
});

test('an extraordinary payment of assimilated income refuses deductions by monthly amount', () => {
  const { issues } = paid({
    period: { ...month, kind: 'extraordinary' },
    incidents: {
      otherEarnings: [{ type: '046', amount: d('5000.00') }],
      deductions: [{ type: '004', basis: 'monthly_amount', amount: d('300.00') }],
    },
  });
  expect(issues).toEqual([{ code: 'invalid_request', field: 'incidents.deductions.0.basis' }]);
});

test('other income of the period is added, and deductions are subtracted', () => {
  const incidents = {
    otherEarnings: [{ type: '046', code: 'BON', description: 'Bono', amount: d('5000.00') }],
    deductions: [
      { type: '007', basis: 'percent', percent: d('10') },
      { type: '004', basis: 'monthly_amount', amount: d('300.00') },
    ],
  } as const;
  const receipt = paid({ incidents });
  // The ISR is 1,856.84 + (35,000.00 - 17,533.65) x 21.36 %. The deduction is 10 % of the pay after tax,
  // 29,412.35.
  expect(shownLines(receipt)).toEqual([
    '046 30000.00 0.00',
    '046 5000.00 0.00',
    '-002 5587.65',
    '-007 2941.24',
    '-004 300.00',
  ]);
});

test('assimilated income is paid only for the days within the contract', () => {
  const receipt = paid({ employee: { employmentStartedOn: '2026-06-21' } });
  expect(shownLines(receipt)[0]).toBe('046 10000.00 0.00');
});

test('assimilated income refuses incidents of an employment, and wages refuse assimilated income', () => {
  const incidents = {
    absenceDays: d('1'),
    aguinaldo: { days: d('15'), workedDaysInYear: d('365') },
    weeks: [{ overtimeHours: d('2') }],
    otherEarnings: [{ type: '010', amount: d('1.00') }],
    deductions: [{ type: '010', basis: 'amount', amount: d('1.00') }],
  } as const;
  const fields = paid({ incidents }).issues.map(({ code, field }) => `${code} ${field}`);
  expect(fields).toEqual([
    'invalid_request incidents.absenceDays',
    'invalid_request incidents.weeks',
    'invalid_request incidents.aguinaldo',
    'invalid_request incidents.otherEarnings.0.type',
    'invalid_request incidents.deductions.0.type',
  ]);
  const wages = sampleInput({ incidents: { otherEarnings: [{ type: '046', amount: d('1') }] } });
  expect(calculateReceipt(wages).issues).toEqual([
    { code: 'invalid_request', field: 'incidents.otherEarnings.0.type' },
  ]);
});

/** Returns the input for a person who has no daily income and is paid in shares. */
const paidInShares = (changes: SampleChanges = {}) =>
  paid({
    period: { ...month, kind: 'extraordinary' },
    incidents: { otherEarnings: [shares('50000.00')] },
    ...changes,
    employee: { regimeType: '10', dailyWage: null, ...changes.employee },
  });
const shares = (amount: string) => ({
  type: '045',
  amount: d(amount),
  shares: { marketValue: d('80000.00'), grantPrice: d('30000.00') },
});

test('income in shares is taxed with the monthly tax table for every payment frequency', () => {
  const receipt = paidInShares();
  expect(receipt).toMatchObject({ state: 'ready', issues: [], otherPayments: [] });
  // The ISR is 5,665.16 + (50,000.00 - 35,362.84) x 23.52 %.
  expect(shownLines(receipt)).toEqual(['045 50000.00 0.00', '-002 9107.82']);
  expect(receipt.earnings[0]).toMatchObject({ shares: shares('50000.00').shares });
  expect(receipt.explanation?.rules.map(({ key }) => key)).toEqual(['isr.tariff.monthly']);
  const weekly = paidInShares({
    period: { ...month, kind: 'extraordinary', paymentFrequency: '02' },
    employee: { paymentFrequency: '02' },
  });
  expect(shownLines(weekly)).toEqual(shownLines(receipt));
});

test('the document of income in shares states the shares and omits the employment data', () => {
  const receipt = paidInShares();
  const input = inputOf({ period: { ...month, kind: 'extraordinary' } });
  const employee = { ...input.employee, regimeType: '10', dailyWage: null };
  const { payroll } = payrollDraftOf('e1', employee, input.period, receipt);
  expect(payroll).toMatchObject({
    earnings: [{ type: '045', shares: shares('50000.00').shares }],
    employee: { contractType: '99', regimeType: '10', paymentFrequency: '99' },
  });
});

test.each<[field: string, changes: SampleChanges]>([
  [
    'incidents.otherEarnings.0.shares',
    { incidents: { otherEarnings: [{ type: '045', amount: d('1.00') }] } },
  ],
  [
    'incidents.otherEarnings.0.shares',
    {
      incidents: { otherEarnings: [{ ...shares('1.00'), type: '046' }] },
      employee: { regimeType: '09', dailyWage: d('1.00') },
    },
  ],
  [
    'incidents.otherEarnings.0.type',
    { incidents: { otherEarnings: [{ type: '046', amount: d('1.00') }] } },
  ],
  [
    'incidents.otherEarnings.0.type',
    {
      incidents: { otherEarnings: [shares('1.00')] },
      employee: { regimeType: '09', dailyWage: d('1.00') },
    },
  ],
])('the calculation refuses %s', (field, changes) => {
  expect(paidInShares(changes).issues).toEqual([{ code: 'invalid_request', field }]);
});

test('a calculation of wages refuses income in shares', () => {
  const wages = sampleInput({ incidents: { otherEarnings: [shares('1.00')] } });
  expect(calculateReceipt(wages).issues).toEqual([
    { code: 'invalid_request', field: 'incidents.otherEarnings.0.type' },
  ]);
});

test.each(['10', '12', '13', '99'])('regime %s refuses a daily income', (regimeType) => {
  const codes = paid({ employee: { regimeType } }).issues.map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(['unsupported_regime', 'unsupported_contract']));
});

test('a simulation of assimilated income needs no integrated salary', () => {
  const { period, employee, employer, incidents, earlier } = inputOf({
    employer: { registration: 'A1234567890' },
  });
  const { contractType, regimeType, dailyWage, employmentStartedOn } = employee!;
  const known = { contractType, regimeType, dailyWage, employmentStartedOn };
  const receipt = simulate({ period, employee: known, employer, incidents, earlier });
  expect(receipt).toMatchObject({ issues: [], totals: { isr: d('4519.65') } });
});

test('a year without a tax table raises only the issue of the missing tax table', () => {
  const period = {
    ...month,
    periodStartedOn: '2040-06-01',
    periodEndedOn: '2040-06-30',
    paidOn: '2040-06-30',
  };
  expect(paid({ period }).issues).toEqual([
    { code: 'rules_unavailable', field: 'paidOn', missingRules: ['isr.tariff.monthly'] },
  ]);
});
