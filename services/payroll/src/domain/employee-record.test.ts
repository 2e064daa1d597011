import { recordIssues } from './employee-record';

const today = '2026-11-21';
const right = {
  rfc: 'GOLA850312AB1',
  curp: 'GOLA850312MDFMPN03',
  socialSecurityNumber: '12345678903',
  bankAccount: '002010077777777771',
  employmentStartedOn: '2024-01-08',
};

type Recorded = Parameters<typeof recordIssues>[0];

/** Returns the issue codes of a record, for all fields or only for the changed fields. */
function codesOf(change: Recorded, changed?: string[]): string[] {
  const record = { ...right, ...change };
  return recordIssues(record, changed ?? Object.keys(record), today).map(
    (issue) => `${issue.path.join('.')}: ${issue.code}`,
  );
}

describe('recordIssues', () => {
  it('recordIssues accepts valid data and an empty record', () => {
    expect(codesOf({})).toEqual([]);
    expect(recordIssues({}, [], today)).toEqual([]);
  });

  it.each([
    ['an RFC of a company', { rfc: 'EKU9003173C9' }, 'rfc: rfc_invalid'],
    ['the generic RFC', { rfc: 'XAXX010101000' }, 'rfc: rfc_invalid'],
    ['a CURP with another check digit', { curp: 'GOLA850312MDFMPN04' }, 'curp: curp_invalid'],
    ['a CURP of another person', { curp: 'XOJI740919MQTDMN02' }, 'curp: curp_of_another_person'],
    [
      'an NSS with another check digit',
      { socialSecurityNumber: '12345678904' },
      'socialSecurityNumber: social_security_number_invalid',
    ],
    [
      'a CLABE with another check digit',
      { bankAccount: '002010077777777772' },
      'bankAccount: bank_account_invalid',
    ],
    ['a CLABE beside a bank code', { bankCode: '002' }, 'bankAccount: bank_account_invalid'],
    [
      'an account without its bank',
      { bankAccount: '1234567890' },
      'bankAccount: bank_account_invalid',
    ],
    [
      'an employment that ends before it begins',
      { employmentEndedOn: '2024-01-07' },
      'employmentEndedOn: employment_dates_out_of_order',
    ],
    [
      'a deduction that payroll computes itself',
      { recurringDeductions: [{ type: '002', basis: 'amount', amount: '10' }] },
      'recurringDeductions.0.type: recurring_item_invalid',
    ],
    [
      'a percent that is missing',
      { recurringDeductions: [{ type: '007', basis: 'percent' }] },
      'recurringDeductions.0.percent: recurring_item_invalid',
    ],
    [
      'an earning of zero',
      { recurringEarnings: [{ type: '029', amount: '0' }] },
      'recurringEarnings.0.amount: recurring_item_invalid',
    ],
  ])('recordIssues reports the field of %s', (_, change, expected) => {
    expect(codesOf(change)).toEqual([expected]);
  });

  it('recordIssues reports all faults at once', () => {
    expect(codesOf({ rfc: 'X', curp: 'X', socialSecurityNumber: '1' })).toHaveLength(3);
  });

  it.each<[string, Recorded, string[], string[]]>([
    ['a field that stays', { rfc: 'X', curp: 'X' }, ['curp'], ['curp: curp_invalid']],
    [
      'what recurs and stays',
      { recurringDeductions: [{ type: '063', basis: 'amount', amount: '1' }] },
      ['recurringEarnings', 'employmentEndedOn'],
      [],
    ],
    ['an account that stays', { bankCode: '002' }, ['jobTitle'], []],
    [
      'one beside which the bank is given',
      { bankCode: '002' },
      ['bankCode'],
      ['bankCode: bank_account_invalid'],
    ],
    [
      'a last day before the first day that is given',
      { employmentEndedOn: '2024-01-07' },
      ['employmentStartedOn'],
      ['employmentStartedOn: employment_dates_out_of_order'],
    ],
  ])(
    'recordIssues checks only changed fields and reports their path: %s',
    (_, change, changed, expected) => {
      expect(codesOf(change, changed)).toEqual(expected);
    },
  );

  it('recordIssues accepts an account that is not a CLABE if it has a bank code', () => {
    expect(codesOf({ bankAccount: '1234567890', bankCode: '002' })).toEqual([]);
  });
});
