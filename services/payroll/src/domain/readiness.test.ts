import { Decimal } from '@timbre/fiscal';
import { issueOf } from './issues/issue';
import { canUseLastReceiptSalary, readinessIssues } from './readiness';
import { sampleEmployee, sampleEmployer } from '../../test/sample-receipt';

const today = '2026-06-15';

test('an employee with complete data is ready today', () => {
  expect(readinessIssues(sampleEmployee, sampleEmployer, today)).toEqual([]);
});

test('an empty employee record has an issue for each missing value', () => {
  const codes = readinessIssues({}, sampleEmployer, today).map((issue) => issue.code);
  expect(codes).toEqual([
    'rfc_invalid',
    'tax_system_invalid',
    'postal_code_invalid',
    'curp_invalid',
    'employee_number_invalid',
    'contract_type_invalid',
    'regime_type_invalid',
    'payment_frequency_invalid',
    'state_code_missing',
    'employment_start_missing',
    'social_security_number_missing',
    'position_risk_missing',
    'integrated_daily_salary_missing',
    'salary_missing',
    'minimum_wage_zone_missing',
  ]);
});

test('readiness reports a terminated employee as not employed, and the missing rules of a year without figures', () => {
  const left = { ...sampleEmployee, employmentEndedOn: '2026-06-14' };
  expect(readinessIssues(left, sampleEmployer, today)).toEqual([issueOf('not_employed_in_period')]);
  expect(readinessIssues(sampleEmployee, sampleEmployer, '2027-01-01')).toEqual([
    {
      ...issueOf('rules_unavailable'),
      missingRules: ['isr.tariff.quincenal', 'isr.subsidy', 'minimum_wage.general'],
    },
  ]);
});

test('an employee with recurring items is ready as long as their codes are in force', () => {
  const recurring = {
    recurringEarnings: [{ type: '029', amount: '400' }],
    recurringDeductions: [{ type: '063', basis: 'amount', amount: '100' }],
  };
  const issuesOn = (on: string) => readinessIssues(sampleEmployee, sampleEmployer, on, recurring);
  expect(issuesOn('2026-02-15')).toEqual([]);
  expect(issuesOn(today)).toEqual([issueOf('invalid_request', 'recurringDeductions.0.type')]);
});

test('the salary of the last receipt is offered only if the record has no salary and the receipt states a complete salary', () => {
  const last = { dailyWage: Decimal.from('500'), integratedDailySalary: Decimal.from('526.05') };
  expect(canUseLastReceiptSalary([issueOf('salary_missing')], last)).toBe(true);
  expect(canUseLastReceiptSalary([issueOf('curp_invalid')], last)).toBe(false);
  expect(canUseLastReceiptSalary([issueOf('salary_missing')], undefined)).toBe(false);
  expect(canUseLastReceiptSalary([issueOf('salary_missing')], { dailyWage: null })).toBe(false);
});
