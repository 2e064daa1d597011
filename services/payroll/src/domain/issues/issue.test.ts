import { payrollIssueCodes } from '@timbre/api';
import { isExcluding, issueOf, unpaidIncapacity } from './issue';

test('the API lists 42 issue codes of payroll, each once', () => {
  expect(payrollIssueCodes).toHaveLength(42);
  expect(new Set(payrollIssueCodes).size).toBe(42);
});

test('every issue code has a field, except three issue codes', () => {
  const without = payrollIssueCodes.filter((code) => issueOf(code).field === undefined);
  expect(without).toEqual(['invalid_request', 'stamp_failed', 'stamp_unconfirmed']);
});

test('only two issue codes, and an unpaid incapacity during the whole period, exclude a row from the run', () => {
  const excluding = payrollIssueCodes.filter((code) => isExcluding({ code }));
  expect(excluding).toEqual(['not_employed_in_period', 'not_in_roster']);
  expect(isExcluding(unpaidIncapacity)).toBe(true);
  expect(isExcluding(issueOf('invalid_request', 'incidents.incapacities.0.days'))).toBe(false);
});
