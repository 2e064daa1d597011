import { Decimal } from '@timbre/fiscal';
import type { Employee } from '../employee';
import { calculateReceipt } from '../evaluation';
import { sampleInput } from '../../../test/sample-receipt';
import type { SampleChanges } from '../../../test/sample-receipt';
import type { EvaluatedState } from '../receipt';
import type { IssueCode } from './issue';

const d = (text: string) => Decimal.from(text);

type Case = [code: IssueCode, field: string, condition: string, changes: SampleChanges];

const needingAttention: Case[] = [
  ['rfc_invalid', 'rfc', 'absent', { employee: { rfc: null } }],
  ['rfc_invalid', 'rfc', 'of a company', { employee: { rfc: 'EKU9003173C9' } }],
  ['rfc_invalid', 'rfc', 'generic', { employee: { rfc: 'XAXX010101000' } }],
  ['rfc_invalid', 'rfc', 'dated on 30 February', { employee: { rfc: 'GOLA850230AB1' } }],
  ['tax_system_invalid', 'taxSystem', 'not 605', { employee: { taxSystem: '612' } }],
  ['postal_code_invalid', 'postalCode', 'unknown', { employee: { postalCode: '00001' } }],
  ['curp_invalid', 'curp', 'wrong check digit', { employee: { curp: 'GOLA850312MDFMPN04' } }],
  ['curp_invalid', 'curp', 'absent', { employee: { curp: undefined } }],
  ['employee_number_invalid', 'employeeNumber', 'empty', { employee: { employeeNumber: '' } }],
  ['employee_number_invalid', 'employeeNumber', '16 characters', longNumber()],
  [
    'employee_number_invalid',
    'employeeNumber',
    'with a bar',
    { employee: { employeeNumber: 'A|1' } },
  ],
  ['contract_type_invalid', 'contractType', 'unknown', { employee: { contractType: '77' } }],
  ['regime_type_invalid', 'regimeType', 'unknown', { employee: { regimeType: '01' } }],
  ['regime_type_invalid', 'regimeType', 'not of the contract', { employee: { regimeType: '09' } }],
  [
    'payment_frequency_invalid',
    'paymentFrequency',
    'not the run’s',
    { employee: { paymentFrequency: '02' } },
  ],
  [
    'payment_frequency_invalid',
    'paymentFrequency',
    'unknown',
    { employee: { paymentFrequency: '55' } },
  ],
  ['unsupported_regime', 'regimeType', 'pensioners', { employee: { regimeType: '03' } }],
  ['unsupported_contract', 'contractType', 'no employment', outsideEmployment()],
  ['unsupported_frequency', 'paymentFrequency', 'by the piece', byThePiece()],
  ['state_code_missing', 'stateCode', 'nowhere', { employee: { stateCode: null } }],
  [
    'social_security_number_missing',
    'socialSecurityNumber',
    'absent',
    { employee: { socialSecurityNumber: null } },
  ],
  [
    'social_security_number_missing',
    'socialSecurityNumber',
    'wrong check digit',
    { employee: { socialSecurityNumber: '12345678904' } },
  ],
  [
    'employment_start_missing',
    'employmentStartedOn',
    'absent',
    { employee: { employmentStartedOn: null } },
  ],
  ['position_risk_missing', 'positionRisk', 'absent', { employee: { positionRisk: null } }],
  [
    'integrated_daily_salary_missing',
    'integratedDailySalary',
    'absent',
    { employee: { integratedDailySalary: null } },
  ],
  [
    'integrated_daily_salary_missing',
    'integratedDailySalary',
    'zero',
    { employee: { integratedDailySalary: d('0') } },
  ],
  [
    'bank_account_invalid',
    'bankAccount',
    'CLABE with a wrong digit',
    { employee: { bankAccount: '012180001234567890' } },
  ],
  [
    'bank_account_invalid',
    'bankAccount',
    'CLABE with a bank code',
    { employee: { bankAccount: '012180001234567899', bankCode: '012' } },
  ],
  [
    'bank_account_invalid',
    'bankAccount',
    'card without bank',
    { employee: { bankAccount: '1234567890123456' } },
  ],
  [
    'bank_account_invalid',
    'bankAccount',
    '12 digits',
    { employee: { bankAccount: '123456789012', bankCode: '012' } },
  ],
  ['job_title_invalid', 'jobTitle', 'blank', { employee: { jobTitle: ' ' } }],
  ['job_title_invalid', 'jobTitle', '101 characters', { employee: { jobTitle: 'x'.repeat(101) } }],
  ['department_invalid', 'department', 'with a line end', { employee: { department: 'a\nb' } }],
  [
    'work_schedule_type_invalid',
    'workScheduleType',
    'unknown',
    { employee: { workScheduleType: '10' } },
  ],
  [
    'contribution_base_salary_invalid',
    'contributionBaseSalary',
    'above 25 UMA',
    { employee: { contributionBaseSalary: d('2932.76') } },
  ],
  [
    'contribution_base_salary_invalid',
    'contributionBaseSalary',
    'below the minimum wage',
    { employee: { contributionBaseSalary: d('315.03') } },
  ],
  ['salary_missing', 'salary', 'absent', { employee: { dailyWage: null } }],
  ['invalid_salary', 'salary', 'zero', { employee: { dailyWage: d('0') } }],
  ['invalid_salary', 'salary', 'negative', { employee: { dailyWage: d('-1') } }],
  ['invalid_salary', 'salary', 'beyond the field', { employee: { dailyWage: d('1000000') } }],
  [
    'salary_below_minimum_wage',
    'salary',
    'one cent under',
    { employee: { dailyWage: d('315.03') } },
  ],
  [
    'salary_below_minimum_wage',
    'salary',
    'under the border’s',
    { employee: { dailyWage: d('440.86'), minimumWageZone: 'border' } },
  ],
  [
    'minimum_wage_zone_missing',
    'minimumWageZone',
    'nowhere',
    { employee: { minimumWageZone: null } },
  ],
  [
    'sdi_below_daily_wage',
    'integratedDailySalary',
    'one cent under',
    { employee: { integratedDailySalary: d('499.99') } },
  ],
  ['employer_rfc_missing', 'employer.rfc', 'absent', { employer: { rfc: null } }],
  [
    'employer_registration_missing',
    'employer.registration',
    'absent',
    { employer: { registration: null } },
  ],
  ['employer_curp_missing', 'employer.curp', 'a person', { employer: { rfc: 'CACX7605101P8' } }],
  ['period_already_paid', 'period', 'shares one day', alreadyPaid()],
  ['rules_unavailable', 'paidOn', 'paid in 2027', { period: { paidOn: '2027-01-01' } }],
  ['rules_unavailable', 'paidOn', 'paid before the subsidy decree', paidInApril2024()],
  ['negative_net', 'totals.net', 'deductions above pay', deduction('004', '9000')],
  ['employee_missing', 'employeeId', 'deleted', { employee: null }],
  ['invalid_request', 'incidents.deductions.0.type', 'type made by payroll', deduction('002', '1')],
  ['invalid_request', 'incidents.deductions.0.amount', 'of zero', deduction('004', '0')],
  ['invalid_request', 'incidents.otherEarnings.0.type', 'separation in a run', earning('025')],
  ['invalid_request', 'incidents.otherEarnings.0.type', 'without incapacity', earning('014')],
  ['invalid_request', 'incidents.incapacities.0.days', 'half a day', incapacityOf('1.5')],
  ['invalid_request', 'incidents.incapacities.0.days', 'no day', incapacityOf('0')],
  ['invalid_request', 'incidents.incapacities.0.type', 'unknown', incapacityOf('1', '99')],
  ['invalid_request', 'incidents.absenceDays', 'negative', { incidents: { absenceDays: d('-1') } }],
  ['invalid_request', 'earnings', 'absent the whole period', absentAllPeriod()],
];

const excluding: Case[] = [
  [
    'not_employed_in_period',
    'employmentStartedOn',
    'starts later',
    { employee: { employmentStartedOn: '2026-06-16' } },
  ],
  [
    'not_employed_in_period',
    'employmentStartedOn',
    'ended before',
    { employee: { employmentEndedOn: '2026-05-31' } },
  ],
  ['not_in_roster', 'employeeId', 'left the selection', { row: { isInRoster: false } }],
  ['invalid_request', 'incidents.incapacities', 'unfit the whole period', incapacityOf('15')],
  [
    'invalid_request',
    'incidents.incapacities',
    'unfit or absent the whole period, with a debt',
    {
      incidents: {
        absenceDays: d('5'),
        incapacities: [{ type: '02', days: d('10') }],
        deductions: [{ type: '004', basis: 'amount', amount: d('100') }],
      },
    },
  ],
];

test.each(needingAttention)('a row with the issue %s at %s needs attention: %s', (...one) =>
  expectOnly('needs_attention', one),
);
test.each(excluding)('a row with the issue %s at %s is excluded: %s', (...one) =>
  expectOnly('excluded', one),
);

/**
 * The issues that contract 09 also causes, because contract 09 requires a different regime and no
 * registration.
 */
const companions: Partial<Record<IssueCode, IssueCode[]>> = {
  unsupported_contract: ['unsupported_regime'],
  invalid_request: ['negative_net'],
};

function expectOnly(state: EvaluatedState, [code, field, , changes]: Case) {
  const receipt = calculateReceipt(sampleInput(changes));
  const others = receipt.issues.filter((issue) => issue.code !== code || issue.field !== field);
  expect(receipt.issues).toContainEqual(expect.objectContaining({ code, field }));
  expect(companions[code] ?? []).toEqual(expect.arrayContaining(others.map((one) => one.code)));
  expect(receipt.state).toBe(state);
}

test('a valid row has amounts and no issues', () => {
  const receipt = calculateReceipt(sampleInput());
  expect(receipt).toMatchObject({ source: 'calculated', state: 'ready', issues: [] });
  expect(receipt.totals?.gross).toEqual(d('7500.00'));
});

test('a row with an employer-paid incapacity in the whole period is ready, without days of wage', () => {
  const incapacities = [{ type: '02', days: d('15'), employerSubsidy: d('1000') }];
  const receipt = calculateReceipt(sampleInput({ incidents: { incapacities } }));
  expect(receipt).toMatchObject({ state: 'ready', issues: [] });
  expect(receipt.paidDays?.isZero()).toBe(true);
  expect(receipt.earnings.map(({ type }) => type)).toEqual(['014']);
  expect(receipt.totals?.net).toEqual(d('1000.00'));
});

test('a row reports all its issues at once', () => {
  const employee = { rfc: null, curp: null, dailyWage: null, minimumWageZone: null };
  const codes = calculateReceipt(sampleInput({ employee })).issues.map((issue) => issue.code);
  expect(codes).toEqual([
    'rfc_invalid',
    'curp_invalid',
    'salary_missing',
    'minimum_wage_zone_missing',
  ]);
});

test('a row whose only issue concerns the document keeps its amounts', () => {
  const receipt = calculateReceipt(sampleInput({ employee: { rfc: null } }));
  expect(receipt.state).toBe('needs_attention');
  expect(receipt.totals?.net.isPositive()).toBe(true);
});

test.each(['salary_missing', 'invalid_salary', 'minimum_wage_zone_missing', 'rules_unavailable'])(
  'a row with the issue %s has no amounts',
  (code) => {
    const changes = needingAttention.find(([one]) => one === code)?.[3];
    const receipt = calculateReceipt(sampleInput(changes));
    expect(receipt.totals).toBeUndefined();
    expect(receipt.earnings).toEqual([]);
  },
);

test('missing rules of a year are reported even if the data prevent a calculation', () => {
  const employee = { dailyWage: null, paymentFrequency: '02' };
  const period = { paidOn: '2027-01-01' };
  const codes = calculateReceipt(sampleInput({ employee, period })).issues.map((one) => one.code);
  expect(codes).toEqual(['payment_frequency_invalid', 'salary_missing', 'rules_unavailable']);
});

test('with provisional rules, wage and contribution base are compared with the last published figures', () => {
  const period = {
    periodStartedOn: '2027-01-01',
    periodEndedOn: '2027-01-15',
    paidOn: '2027-01-15',
  };
  const settings = { provisionalRules: true };
  const codesOf = (employee: Employee) =>
    calculateReceipt(sampleInput({ employee, period, settings })).issues.map((one) => one.code);
  expect(codesOf({})).toEqual([]);
  expect(codesOf({ dailyWage: d('315.03') })).toContain('salary_below_minimum_wage');
  expect(codesOf({ contributionBaseSalary: d('2932.76') })).toEqual([
    'contribution_base_salary_invalid',
  ]);
});

test('the contribution base is checked even without a registration', () => {
  const employee = { contributionBaseSalary: d('2932.76') };
  const employer = { registration: null };
  const codes = calculateReceipt(sampleInput({ employee, employer })).issues.map((one) => one.code);
  expect(codes).toEqual(['employer_registration_missing', 'contribution_base_salary_invalid']);
});

test('an hourly or reduced schedule allows a daily wage below the minimum wage', () => {
  const employee = { dailyWage: d('200'), workScheduleType: '05' };
  expect(calculateReceipt(sampleInput({ employee })).issues).toEqual([]);
});

test('an employee without state and zone gets the state and zone of the location', () => {
  const location = { stateCode: 'BCN', minimumWageZone: 'border' } as const;
  const employee = { stateCode: null, minimumWageZone: null, location };
  expect(calculateReceipt(sampleInput({ employee })).issues).toEqual([]);
});

test('an extraordinary run does not conflict with an ordinary run that pays the wage of the same days', () => {
  const { row } = alreadyPaid();
  const incidents = { profitSharing: d('1000') };
  const receipt = calculateReceipt(
    sampleInput({ row, incidents, period: { kind: 'extraordinary' } }),
  );
  expect(receipt.issues).toEqual([]);
});

function longNumber(): SampleChanges {
  return { employee: { employeeNumber: '1234567890123456' } };
}

function outsideEmployment(): SampleChanges {
  return { employee: { contractType: '99', regimeType: '12' } };
}

function byThePiece(): SampleChanges {
  return { employee: { paymentFrequency: '07' }, period: { paymentFrequency: '07' } };
}

function alreadyPaid() {
  const paid = {
    periodStartedOn: '2026-06-15',
    periodEndedOn: '2026-06-21',
    kind: 'ordinary',
  } as const;
  return { row: { paidPeriods: [paid] } };
}

function paidInApril2024(): SampleChanges {
  const period = {
    periodStartedOn: '2024-04-16',
    periodEndedOn: '2024-04-30',
    paidOn: '2024-04-30',
  };
  return { period };
}

function deduction(type: string, amount: string): SampleChanges {
  return { incidents: { deductions: [{ type, basis: 'amount', amount: d(amount) }] } };
}

function earning(type: string): SampleChanges {
  return { incidents: { otherEarnings: [{ type, amount: d('100') }] } };
}

function incapacityOf(days: string, type = '02'): SampleChanges {
  return { incidents: { incapacities: [{ type, days: d(days) }] } };
}

function absentAllPeriod(): SampleChanges {
  return { incidents: { absenceDays: d('15') } };
}
