import { payrollStepIn } from '@timbre/api';
import { Decimal } from '@timbre/fiscal';
import { calculateReceipt } from '../evaluation';
import { payrollDraftOf } from '../payroll-draft';
import { sampleEmployee, sampleInput, shownLines } from '../../../test/sample-receipt';
import type { SampleChanges } from '../../../test/sample-receipt';
import { simulate } from '../simulation';

const d = (text: string) => Decimal.from(text);

const month = {
  paymentFrequency: '05',
  periodStartedOn: '2026-06-01',
  periodEndedOn: '2026-06-30',
  paidOn: '2026-06-30',
};
/**
 * A pensioner with a pension of 2,500.00 a day, who has no wage zone, social security or contribution
 * base.
 */
const pensioner = {
  contractType: '10',
  regimeType: '12',
  paymentFrequency: '05',
  dailyWage: d('2500.00'),
  minimumWageZone: null,
  socialSecurityNumber: null,
  positionRisk: null,
  integratedDailySalary: null,
};

const inputOf = ({ employee, period, ...changes }: SampleChanges = {}) =>
  sampleInput({
    ...changes,
    employer: { registration: null },
    period: { ...month, ...period },
    employee: { ...pensioner, ...employee },
  });
const paid = (changes?: SampleChanges) => calculateReceipt(inputOf(changes));

test('15 UMA for each day are exempt, and the tax table applies to the rest of the pension', () => {
  const receipt = paid();
  expect(receipt).toMatchObject({ state: 'ready', issues: [], otherPayments: [] });
  // The exempt part is 30 days x 15 UMA x 117.31. The ISR is 1,856.84 + (22,210.50 - 17,533.65) x
  // 21.36 %.
  expect(shownLines(receipt)).toEqual(['044 22210.50 52789.50', '-002 2855.82']);
  expect(receipt.totals).toEqual({
    gross: d('75000.00'),
    deductions: d('2855.82'),
    net: d('72144.18'),
    isr: d('2855.82'),
    subsidy: d('0.00'),
    imss: d('0.00'),
  });
});

test('a pension of exactly 15 UMA a day has no tax', () => {
  const receipt = paid({ employee: { dailyWage: d('1759.65') } });
  expect(shownLines(receipt)).toEqual(['044 0.00 52789.50']);
});

test('a pension that starts within the period is paid and exempt only for the days after its start', () => {
  const receipt = paid({ employee: { employmentStartedOn: '2026-06-21' } });
  // The pension for ten days is 25,000.00. The exempt part is 10 x 15 x 117.31 = 17,596.50. The ISR
  // for a month is 420.95 + 235.00 x 10.88 %.
  expect(receipt.paidDays).toEqual(d('10'));
  expect(shownLines(receipt)).toEqual(['044 7403.50 17596.50', '-002 446.52']);
});

test('alimony is a percentage of the pension after tax', () => {
  const deductions = [{ type: '007', basis: 'percent', percent: d('20') }] as const;
  const receipt = paid({ incidents: { deductions } });
  // The alimony is 20 % of (75,000.00 - 2,855.82).
  expect(shownLines(receipt).slice(1)).toEqual(['-002 2855.82', '-007 14428.84']);
});

test('the receipt of a pension explains each step and lists each rule that was read', () => {
  const { explanation } = paid();
  const steps = (explanation?.lines ?? []).map(
    ({ label, amount }) => `${payrollStepIn('es', label)}: ${amount}`,
  );
  expect(steps).toEqual([
    'Jubilaciones, pensiones o haberes de retiro en parcialidades: 75000.00',
    'Límite exento por los días de la pensión: 52789.50',
    'Parte exenta: 52789.50',
    'Base gravable: 22210.50',
    'ISR retenido: 2855.82',
    'Neto a pagar: 72144.18',
  ]);
  expect(explanation?.rules.map(({ key }) => key)).toEqual([
    'isr.tariff.monthly',
    'uma.tax',
    'exemption.pension',
  ]);
});

test('the document states the daily amount under the contract and regime of pensions', () => {
  const input = inputOf();
  const employee = { ...sampleEmployee, ...pensioner };
  const draft = payrollDraftOf('e1', employee, input.period, calculateReceipt(input));
  expect(draft.payroll).toMatchObject({
    employee: { contractType: '10', regimeType: '12' },
    pensionDailyAmount: d('2500.00'),
  });
});

test('a simulation of a pension calculates the same amounts', () => {
  const { period, employer, incidents, earlier } = inputOf();
  const { contractType, regimeType, dailyWage } = pensioner;
  const employee = { contractType, regimeType, dailyWage, employmentStartedOn: '2024-01-08' };
  const simulated = simulate({ period, employer, incidents, earlier, employee });
  expect(simulated).toMatchObject({ state: 'ready', issues: [] });
  expect(shownLines(simulated)).toEqual(shownLines(paid()));
});

test('the receipt of a pension states the missing rules if the figures of the year are missing', () => {
  const { issues } = paid({ period: { paidOn: '2027-06-30' } });
  const missingRules = ['isr.tariff.monthly', 'uma.tax'];
  expect(issues).toEqual([{ code: 'rules_unavailable', field: 'paidOn', missingRules }]);
});

test('an extraordinary payment of a pension in installments is refused', () => {
  const codes = paid({ period: { kind: 'extraordinary' } }).issues.map(({ code }) => code);
  expect(codes).toEqual(['unsupported_regime', 'unsupported_contract']);
});

test('a pension refuses incidents of an employment and other earnings', () => {
  const otherEarnings = [{ type: '028', amount: d('100') }];
  const { issues } = paid({ incidents: { absenceDays: d('1'), otherEarnings } });
  expect(issues.map(({ field }) => field)).toEqual([
    'incidents.absenceDays',
    'incidents.otherEarnings.0.type',
  ]);
});
