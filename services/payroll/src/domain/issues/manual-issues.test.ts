import { Decimal } from '@timbre/fiscal';
import { checkManualReceipt } from '../manual-receipt';
import { sampleInput } from '../sample-receipt';
import type { SampleChanges } from '../sample-receipt';
import type { ReceiptLines } from '../receipt';

const d = (text: string) => Decimal.from(text);

const subsidyLine = { type: '002', code: '002', amount: d('0.00'), employmentSubsidy: d('100.00') };
const lines: ReceiptLines = {
  earnings: [{ type: '001', code: '001', taxableAmount: d('5000.00'), exemptAmount: d('0.00') }],
  deductions: [{ type: '002', code: '002', amount: d('300.00') }],
  otherPayments: [subsidyLine],
};

function check(changed: Partial<ReceiptLines> = {}, changes: SampleChanges = {}, paidDays = '15') {
  const input = { ...sampleInput(changes), lines: { ...lines, ...changed }, paidDays: d(paidDays) };
  return checkManualReceipt(input);
}

function subsidy(employmentSubsidy: string, amount = '0.00') {
  return [{ ...subsidyLine, amount: d(amount), employmentSubsidy: d(employmentSubsidy) }];
}

test('a valid manual row is ready, with totals and without an explanation', () => {
  const receipt = check();
  expect(receipt).toMatchObject({ source: 'manual', state: 'ready', issues: [] });
  expect(receipt.totals).toEqual({
    gross: d('5000.00'),
    deductions: d('300.00'),
    net: d('4700.00'),
    isr: d('300.00'),
    subsidy: d('100.00'),
    imss: d('0.00'),
  });
  expect(receipt.explanation).toBeUndefined();
});

describe('a separation', () => {
  const paid = (type: string, exempt: string) => ({
    type,
    code: type,
    taxableAmount: d('1.00'),
    exemptAmount: d(exempt),
  });
  const separation = (exempt: string) => ({ earnings: [paid('025', exempt)], otherPayments: [] });

  test('is ready without registration and subsidy, up to 90 UMA for each year of service', () => {
    const changes = { employer: { registration: null } };
    expect(check(separation('300.00'), changes).issues).toEqual([]);
    expect(check(separation('21115.80')).issues).toEqual([]);
    expect(check(separation('21115.81')).issues).toEqual([
      { code: 'invalid_request', field: 'earnings.0.exemptAmount' },
    ]);
  });

  test('is not paid beside wages', () => {
    const earnings = [...lines.earnings, paid('025', '0.00')];
    expect(check({ earnings, otherPayments: [] }).issues).toEqual([
      { code: 'invalid_request', field: 'earnings.0.type' },
    ]);
  });
});

describe('exempt parts', () => {
  const withExempt = (type: string, exempt: string, taxable = '0.00') => ({
    earnings: [
      ...lines.earnings,
      { type, code: type, taxableAmount: d(taxable), exemptAmount: d(exempt) },
    ],
  });
  const excess = { code: 'invalid_request', field: 'earnings.1.exemptAmount' };

  test('exempt parts include the other receipts of the year', () => {
    const used = { row: { earlier: { exemptInYear: { aguinaldo: d('3000.00') } } } };
    expect(check(withExempt('002', '3519.30')).issues).toEqual([]);
    expect(check(withExempt('002', '519.30'), used).issues).toEqual([]);
    const { issues, exemptExcesses } = check(withExempt('002', '519.31'), used);
    expect(issues).toEqual([excess]);
    expect(exemptExcesses).toEqual([
      { index: 1, most: d('519.30'), law: 'LISR art. 93-XIV, a year: 30 UMA' },
    ]);
  });

  test('the exempt part of rest days worked is a half, or all on a minimum wage', () => {
    const minimum = { employee: { dailyWage: d('315.04') } };
    const none = { otherPayments: [{ ...subsidyLine, employmentSubsidy: d('0.00') }] };
    const rest = (exempt: string) => ({ ...withExempt('054', exempt, '500.00'), ...none });
    expect(check(rest('500.00')).issues).toEqual([]);
    expect(check(rest('500.02')).issues).toEqual([excess]);
    expect(check(rest('630.00'), minimum).issues).toEqual([]);
  });

  test('an exempt part of overtime requires the hours, which a manual row cannot have', () => {
    expect(check(withExempt('019', '10.00')).issues).toEqual([
      { code: 'invalid_request', field: 'earnings.1.type' },
    ]);
  });
});

test('an exempt part in the line of wages is refused', () => {
  const earnings = [{ ...lines.earnings[0]!, exemptAmount: d('0.01') }];
  expect(check({ earnings }).issues).toEqual([
    { code: 'invalid_request', field: 'earnings.0.exemptAmount' },
  ]);
});

describe('subsidy_line_invalid', () => {
  const issue = { code: 'subsidy_line_invalid', field: 'otherPayments' };
  test('the subsidy is more than the ISR: the excess would be paid out', () => {
    const paidOut = { otherPayments: subsidy('100.00', '100.00') };
    expect(check(paidOut).issues).toEqual([]);
    expect(check({ ...paidOut, deductions: [] }).issues).toEqual([issue]);
  });

  const correction = { type: '007', code: '007', amount: d('10.00') };

  test.each<[string, ReceiptLines['otherPayments']]>([
    ['regime 02 without its line 002', []],
    ['two lines 002', [subsidyLine, subsidyLine]],
    ['a line 002 without the subsidy caused', [{ type: '002', code: '002', amount: d('0.00') }]],
    ['an amount above the subsidy caused', subsidy('100.00', '100.01')],
    ['a line 002 together with a correction', [subsidyLine, correction]],
    [
      'another line that states the subsidy caused',
      [subsidyLine, { ...correction, type: '999', employmentSubsidy: d('0.00') }],
    ],
    [
      'a correction that states the subsidy caused',
      [{ ...correction, employmentSubsidy: d('10.00') }],
    ],
  ])('%s', (_, otherPayments) => {
    expect(check({ otherPayments }).issues).toEqual([issue]);
  });

  test('a subsidy caused that another line states counts neither in the totals nor in the month', () => {
    const travel = { type: '003', code: '003', amount: d('10.00') };
    const otherPayments = [subsidyLine, { ...travel, employmentSubsidy: d('600.00') }];
    const receipt = check({ otherPayments });
    expect(receipt.issues).toEqual([issue]);
    expect(receipt.totals?.subsidy).toEqual(d('100.00'));
  });

  test('another regime has no subsidy line', () => {
    const employee = { contractType: '99', regimeType: '13' };
    const employer = { registration: null };
    expect(check({}, { employee, employer }).issues).toEqual([issue]);
    expect(check({ otherPayments: [] }, { employee, employer }).issues).toEqual([]);
  });

  test('a correction replaces line 002', () => {
    expect(check({ otherPayments: [correction] }).issues).toEqual([]);
  });
});

describe('subsidy_ceiling_exceeded', () => {
  const issue = { code: 'subsidy_ceiling_exceeded', field: 'otherPayments' };

  test('fifteen days of June 2026 cause at most 264.30', () => {
    expect(check({ otherPayments: subsidy('264.30') }).issues).toEqual([]);
    expect(check({ otherPayments: subsidy('264.31') }).issues).toEqual([issue]);
  });

  test('an income above the cap causes no subsidy', () => {
    const earnings = [
      { type: '001', code: '001', taxableAmount: d('5670.73'), exemptAmount: d('0.00') },
    ];
    expect(check({ earnings }).issues).toEqual([issue]);
    expect(check({ earnings, otherPayments: subsidy('0.00') }).issues).toEqual([]);
  });

  test('the SAT’s own limit applies to dates before the subsidy decree', () => {
    const period = {
      periodStartedOn: '2024-01-01',
      periodEndedOn: '2024-01-15',
      paidOn: '2024-01-15',
    };
    const codes = check({ otherPayments: subsidy('407.03') }, { period }).issues.map(
      (one) => one.code,
    );
    expect(codes).toEqual(['subsidy_ceiling_exceeded']);
  });
});

test('subsidy_month_cap_exceeded: the rows of a month together exceed the monthly amount', () => {
  const row = (caused: string) => ({ row: { earlier: { subsidyCausedInMonth: d(caused) } } });
  expect(check({}, row('435.65')).issues).toEqual([]);
  expect(check({}, row('435.66')).issues).toEqual([
    { code: 'subsidy_month_cap_exceeded', field: 'otherPayments' },
  ]);
});

describe('invalid_request', () => {
  const earning = { type: '001', code: '001', taxableAmount: d('1.00'), exemptAmount: d('0.00') };

  test.each<[string, string, Partial<ReceiptLines>]>([
    ['no earning', 'earnings', { earnings: [] }],
    ['unknown earning', 'earnings.0.type', { earnings: [{ ...earning, type: '999' }] }],
    [
      'earning code of two characters',
      'earnings.0.code',
      { earnings: [{ ...earning, code: '01' }] },
    ],
    ['earning of zero', 'earnings.0', { earnings: [{ ...earning, taxableAmount: d('0.00') }] }],
    [
      'negative earning',
      'earnings.0.exemptAmount',
      { earnings: [{ ...earning, exemptAmount: d('-0.50') }] },
    ],
    [
      'half a cent',
      'earnings.0.taxableAmount',
      { earnings: [{ ...earning, taxableAmount: d('1.005') }] },
    ],
    [
      'exempt part of 038',
      'earnings.0.exemptAmount',
      { earnings: [{ ...earning, type: '038', exemptAmount: d('1.00') }] },
    ],
    [
      'deduction of zero',
      'deductions.0.amount',
      { deductions: [{ type: '004', code: '004', amount: d('0.00') }] },
    ],
    [
      'deduction ended in March 2026',
      'deductions.0.type',
      { deductions: [{ type: '063', code: '063', amount: d('1.00') }] },
    ],
    ...['014', '019', '039', '044', '045'].map((type): [string, string, Partial<ReceiptLines>] => [
      `earning ${type}, which requires details that no line can have`,
      'earnings.0.type',
      { earnings: [{ ...earning, type }] },
    ]),
    [
      'deduction for an incapacity, which no line can state',
      'deductions.0.type',
      { deductions: [{ type: '006', code: '006', amount: d('1.00') }] },
    ],
    [
      'balance in favour without its year',
      'otherPayments.1.type',
      { otherPayments: [subsidyLine, { type: '004', code: '004', amount: d('1.00') }] },
    ],
    [
      'other payment of zero',
      'otherPayments.1.amount',
      { otherPayments: [subsidyLine, { type: '999', code: '999', amount: d('0.00') }] },
    ],
  ])('%s', (_, field, changed) => {
    expect(check(changed).issues).toEqual([{ code: 'invalid_request', field }]);
  });

  test('a row without paid days is refused', () => {
    expect(check({}, {}, '0').issues).toEqual([{ code: 'invalid_request', field: 'paidDays' }]);
  });
});

test('negative_net applies to manual rows too', () => {
  const deductions = [{ type: '004', code: '004', amount: d('5000.01') }];
  expect(check({ deductions }).issues).toEqual([{ code: 'negative_net', field: 'totals.net' }]);
});

test('a manual row has issues of the document, but no issues of the salary', () => {
  const employee = { dailyWage: null, minimumWageZone: null, curp: null };
  expect(check({}, { employee }).issues).toEqual([{ code: 'curp_invalid', field: 'curp' }]);
});

test('section 12: a manual row stays in its run when the roster changes', () => {
  expect(check({}, { row: { isInRoster: false } })).toMatchObject({ state: 'ready', issues: [] });
});

test('section 12: a manual row conflicts with a period that is already paid', () => {
  const paid = { ...sampleInput().period };
  expect(check({}, { row: { paidPeriods: [paid] } }).issues).toEqual([
    { code: 'period_already_paid', field: 'period' },
  ]);
});

test('section 10: a contract other than an employment requires no social security data', () => {
  const outside = { contractType: '99', regimeType: '13' };
  const unknown = { socialSecurityNumber: null, positionRisk: null, integratedDailySalary: null };
  const receipt = check({ otherPayments: [] }, { employee: { ...outside, ...unknown } });
  expect(receipt.issues).toEqual([]);
  expect(check({}, { employee: unknown }).issues.map((issue) => issue.code)).toEqual([
    'social_security_number_missing',
    'position_risk_missing',
    'integrated_daily_salary_missing',
  ]);
});

test('the row of a deleted employee keeps its lines', () => {
  const receipt = check({}, { employee: null });
  expect(receipt.issues).toEqual([{ code: 'employee_missing', field: 'employeeId' }]);
  expect(receipt.earnings).toEqual(lines.earnings);
});
