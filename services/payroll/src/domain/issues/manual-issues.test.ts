import { Decimal } from '@timbre/fiscal';
import { checkManualReceipt } from '../manual-receipt';
import { sampleInput } from '../../../test/sample-receipt';
import type { SampleChanges } from '../../../test/sample-receipt';
import type { EarningLine, ManualDetails, ReceiptLines } from '../receipt';

const d = (text: string) => Decimal.from(text);

const subsidyLine = { type: '002', code: '002', amount: d('0.00'), employmentSubsidy: d('100.00') };
const lines: ReceiptLines = {
  earnings: [{ type: '001', code: '001', taxableAmount: d('5000.00'), exemptAmount: d('0.00') }],
  deductions: [{ type: '002', code: '002', amount: d('300.00') }],
  otherPayments: [subsidyLine],
};

interface Given {
  readonly paidDays?: string;
  readonly details?: Partial<ManualDetails>;
}

function check(
  changed: Partial<ReceiptLines> = {},
  changes: SampleChanges = {},
  { paidDays = '15', details = {} }: Given = {},
) {
  return checkManualReceipt({
    ...sampleInput(changes),
    lines: { ...lines, ...changed },
    details: { incapacities: [], ...details },
    paidDays: d(paidDays),
  });
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

  test('a separation is ready without registration and subsidy, with an exempt part of up to 90 UMA for each year of service', () => {
    const changes = { employer: { registration: null } };
    expect(check(separation('300.00'), changes).issues).toEqual([]);
    expect(check(separation('21115.80')).issues).toEqual([]);
    expect(check(separation('21115.81')).issues).toEqual([
      { code: 'invalid_request', field: 'earnings.0.exemptAmount' },
    ]);
  });

  test('the exempt limit of a separation is the amount that its other receipts have not used', () => {
    const other = {
      isPension: false,
      employmentEndedOn: '2026-06-15',
      taxable: d('0'),
      isr: d('0'),
    };
    const used = { row: { earlier: { separations: [{ ...other, exempt: d('20000.00') }] } } };
    expect(check(separation('1115.80'), used).issues).toEqual([]);
    expect(check(separation('1115.81'), used).issues).toEqual([
      { code: 'invalid_request', field: 'earnings.0.exemptAmount' },
    ]);
  });

  test('a pension paid at once shares its exempt limit with other pensions paid at once', () => {
    const other = { employmentEndedOn: '2026-06-15', taxable: d('0'), isr: d('0') };
    const paidBefore = (isPension: boolean) => ({
      row: { earlier: { separations: [{ ...other, isPension, exempt: d('3853633.49') }] } },
    });
    const pension = { earnings: [paid('039', '0.02')], deductions: [], otherPayments: [] };
    expect(check(pension, paidBefore(false)).issues).toEqual([]);
    expect(check(pension, paidBefore(true)).issues).toEqual([
      { code: 'invalid_request', field: 'earnings.0.exemptAmount' },
    ]);
  });

  test('the pension of a pensioner is not used as the last salary of a pension paid at once', () => {
    const pensioner = { employee: { contractType: '10', regimeType: '12' } };
    const pension = { earnings: [paid('039', '0.00')], deductions: [], otherPayments: [] };
    expect(check(pension, pensioner).issues).toEqual([{ code: 'salary_missing', field: 'salary' }]);
    const details = { lastMonthlySalary: d('20000.00') };
    expect(check(pension, pensioner, { details }).issues).toEqual([]);
  });

  test('a receipt cannot contain both a separation and wages', () => {
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

  test('the exempt limits of a year take into account the other receipts of the employee in that year', () => {
    const used = { row: { earlier: { exemptInYear: { aguinaldo: d('3000.00') } } } };
    expect(check(withExempt('002', '3519.30')).issues).toEqual([]);
    expect(check(withExempt('002', '519.30'), used).issues).toEqual([]);
    const { issues, exemptExcesses } = check(withExempt('002', '519.31'), used);
    expect(issues).toEqual([excess]);
    expect(exemptExcesses).toEqual([
      { index: 1, most: d('519.30'), law: 'LISR art. 93-XIV, a year: 30 UMA' },
    ]);
  });

  test('half of the pay for rest days worked is exempt, and all of the pay is exempt on a minimum wage', () => {
    const minimum = { employee: { dailyWage: d('315.04') } };
    const none = { otherPayments: [{ ...subsidyLine, employmentSubsidy: d('0.00') }] };
    const rest = (exempt: string) => ({ ...withExempt('054', exempt, '500.00'), ...none });
    expect(check(rest('500.00')).issues).toEqual([]);
    expect(check(rest('500.02')).issues).toEqual([excess]);
    expect(check(rest('630.00'), minimum).issues).toEqual([]);
  });

  test('half of the pay for double hours is exempt, and pay for triple hours is taxable', () => {
    const overtime = [
      { days: 3, hoursType: '01', hours: d('6'), amount: d('750.00') },
      { days: 1, hoursType: '02', hours: d('2'), amount: d('375.00') },
    ];
    const worked = (exempt: string, taxable: string): Partial<ReceiptLines> => ({
      earnings: [
        ...lines.earnings,
        { type: '019', code: '019', overtime, taxableAmount: d(taxable), exemptAmount: d(exempt) },
      ],
      otherPayments: subsidy('0.00'),
    });
    expect(check(worked('375.00', '750.00')).issues).toEqual([]);
    expect(check(worked('375.01', '749.99')).issues).toEqual([excess]);
  });
});

describe('a line must have the elements that its earning or deduction type requires', () => {
  const added = (line: Partial<EarningLine> & { type: string }): Partial<ReceiptLines> => ({
    earnings: [
      ...lines.earnings,
      { code: line.type, taxableAmount: d('0.00'), exemptAmount: d('0.00'), ...line },
    ],
  });
  const fieldsOf = ({ issues }: { issues: readonly { field?: string }[] }) =>
    issues.map(({ field }) => field);
  const none = { otherPayments: subsidy('0.00') };

  test('earning 014 and deduction 006 require incapacities with the same amounts', () => {
    const incapacities = [
      { type: '02', days: d('2'), amount: d('300.00') },
      { type: '01', days: d('1'), amount: d('100.00') },
    ];
    const paid = added({ type: '014', exemptAmount: d('400.00') });
    expect(check(paid, {}, { details: { incapacities } }).issues).toEqual([]);
    expect(fieldsOf(check(paid))).toEqual(['incapacities']);
    const less = added({ type: '014', exemptAmount: d('399.99') });
    expect(fieldsOf(check(less, {}, { details: { incapacities } }))).toEqual(['incapacities']);
    const [line] = added({ type: '014', exemptAmount: d('200.00') }).earnings!.slice(1);
    const twice = { earnings: [...lines.earnings, line!, line!] };
    expect(fieldsOf(check(twice, {}, { details: { incapacities } }))).toEqual(['incapacities']);
    const deductions = [{ type: '006', code: '006', amount: d('400.00') }];
    expect(check({ deductions }, {}, { details: { incapacities } }).issues).toEqual([]);
    expect(fieldsOf(check({ deductions }))).toEqual(['incapacities']);
    const unknown = [{ ...incapacities[0]!, type: '09', amount: d('400.00') }];
    expect(fieldsOf(check({ deductions }, {}, { details: { incapacities: unknown } }))).toEqual([
      'incapacities.0.type',
    ]);
  });

  test('only overtime requires hours, and only shares require a value', () => {
    const hours = { days: 1, hoursType: '01', hours: d('2'), amount: d('100.00') };
    const shares = { marketValue: d('120.00'), grantPrice: d('100.00') };
    const amount = { taxableAmount: d('100.00') };
    expect(check({ ...added({ type: '045', ...amount, shares }), ...none }).issues).toEqual([]);
    const wrong: [string, Partial<EarningLine> & { type: string }][] = [
      ['earnings.1.overtime', { type: '019' }],
      ['earnings.1.overtime', { type: '019', overtime: [{ ...hours, hoursType: '09' }] }],
      ['earnings.1.overtime', { type: '038', overtime: [hours] }],
      ['earnings.1.shares', { type: '045' }],
      ['earnings.1.shares', { type: '038', shares }],
    ];
    for (const [field, line] of wrong) {
      expect(fieldsOf(check({ ...added({ ...amount, ...line }), ...none }))).toEqual([field]);
    }
  });

  test('other payment 004 requires an ISR balance of last year or, in December, of the current year', () => {
    const returned = (year: number, remaining = '0.00', type = '004') => ({
      otherPayments: [
        subsidyLine,
        {
          type,
          code: type,
          amount: d('250.00'),
          favorableBalance: { amount: d('900.00'), year, remainingAmount: d(remaining) },
        },
      ],
    });
    expect(check(returned(2025, '650.00')).issues).toEqual([]);
    const wrong = ['otherPayments.1.favorableBalance'];
    expect(fieldsOf(check(returned(2025, '900.01')))).toEqual(wrong);
    expect(fieldsOf(check(returned(2024)))).toEqual(wrong);
    expect(fieldsOf(check(returned(2026)))).toEqual(wrong);
    expect(fieldsOf(check(returned(2025, '0.00', '999')))).toEqual(wrong);
    const december = {
      periodStartedOn: '2026-12-01',
      periodEndedOn: '2026-12-15',
      paidOn: '2026-12-15',
    };
    expect(check(returned(2026), { period: december }).issues).toEqual([]);
  });
});

test('a separation and a pension paid at once without the last monthly salary have the issue salary_missing', () => {
  const unknown = { employee: { dailyWage: null } };
  for (const type of ['025', '039']) {
    const paid = {
      earnings: [{ type, code: type, taxableAmount: d('1.00'), exemptAmount: d('0.00') }],
      deductions: [],
      otherPayments: [],
    };
    expect(check(paid).issues).toEqual([]);
    expect(check(paid, unknown).issues).toEqual([{ code: 'salary_missing', field: 'salary' }]);
    const details = { lastMonthlySalary: d('15000.00') };
    expect(check(paid, unknown, { details }).issues).toEqual([]);
  }
});

describe('a pension', () => {
  const paid = (type: string, taxable: string, exempt: string) => ({
    earnings: [{ type, code: type, taxableAmount: d(taxable), exemptAmount: d(exempt) }],
    otherPayments: [],
  });

  test('a pension has the contract and the regime of pensions, without registration and subsidy', () => {
    const pension = paid('044', '0.00', '9000.00');
    expect(check(pension, { employer: { registration: null } }).issues).toEqual([]);
    expect(check({ ...pension, otherPayments: [subsidyLine] }).issues).toEqual([
      { code: 'subsidy_line_invalid', field: 'otherPayments' },
    ]);
  });

  test('a pension in installments is exempt up to 15 UMA a day, and a fortnight has at most 16 days', () => {
    // The exempt limit is fifteen UMA for each of 16 days: 15 x 117.31 x 16.
    expect(check(paid('044', '0.01', '28154.40')).issues).toEqual([]);
    expect(check(paid('044', '0.00', '28154.41')).issues).toEqual([
      { code: 'invalid_request', field: 'earnings.0.exemptAmount' },
    ]);
  });

  test('a pension paid at once is exempt up to 90 UMA for each day of a year', () => {
    // The exempt limit is ninety UMA for each of 365 days: 90 x 365 x 117.31.
    expect(check(paid('039', '0.00', '3853633.50')).issues).toEqual([]);
    expect(check(paid('039', '0.00', '3853633.51')).issues).toEqual([
      { code: 'invalid_request', field: 'earnings.0.exemptAmount' },
    ]);
  });

  test('a pension paid at once is refused for a person without an employment and without a pension', () => {
    const consultant = { employee: { contractType: '99', regimeType: '09' } };
    expect(check(paid('039', '1.00', '0.00'), consultant).issues).toContainEqual({
      code: 'invalid_request',
      field: 'earnings.0.type',
    });
  });

  test('a pension is refused together with wages, and must be paid either at once or in installments', () => {
    const [atOnce] = paid('039', '1.00', '0.00').earnings;
    const [inParts] = paid('044', '1.00', '0.00').earnings;
    const fieldsOf = (earnings: EarningLine[], details: Partial<ManualDetails> = {}) =>
      check({ earnings, otherPayments: [] }, {}, { details }).issues.map(({ field }) => field);
    expect(fieldsOf([inParts!, ...lines.earnings])).toEqual(['earnings.1.type']);
    expect(fieldsOf([inParts!, atOnce!])).toEqual(['earnings']);
    expect(fieldsOf([atOnce!], { pensionDailyAmount: d('1.00') })).toEqual(['pensionDailyAmount']);
    expect(fieldsOf([inParts!], { lastMonthlySalary: d('1.00') })).toEqual(['lastMonthlySalary']);
  });
});

test('an exempt part in a wage line is refused', () => {
  const earnings = [{ ...lines.earnings[0]!, exemptAmount: d('0.01') }];
  expect(check({ earnings }).issues).toEqual([
    { code: 'invalid_request', field: 'earnings.0.exemptAmount' },
  ]);
});

describe('subsidy_line_invalid', () => {
  const issue = { code: 'subsidy_line_invalid', field: 'otherPayments' };
  test('subsidy_line_invalid is reported for a subsidy above the ISR, because the excess would be paid out', () => {
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
  ])('subsidy_line_invalid is reported for lines with %s', (_, otherPayments) => {
    expect(check({ otherPayments }).issues).toEqual([issue]);
  });

  test('a subsidy in a line other than 002 is not added to the totals or to the subsidy of the month', () => {
    const travel = { type: '003', code: '003', amount: d('10.00') };
    const otherPayments = [subsidyLine, { ...travel, employmentSubsidy: d('600.00') }];
    const receipt = check({ otherPayments });
    expect(receipt.issues).toEqual([issue]);
    expect(receipt.totals?.subsidy).toEqual(d('100.00'));
  });

  test('a row whose regime is not for wages must have no subsidy line', () => {
    const employee = { contractType: '99', regimeType: '13' };
    const employer = { registration: null };
    expect(check({}, { employee, employer }).issues).toEqual([issue]);
    expect(check({ otherPayments: [] }, { employee, employer }).issues).toEqual([]);
  });

  test('a correction of the subsidy replaces line 002', () => {
    expect(check({ otherPayments: [correction] }).issues).toEqual([]);
  });
});

describe('subsidy_ceiling_exceeded', () => {
  const issue = { code: 'subsidy_ceiling_exceeded', field: 'otherPayments' };

  test('fifteen days of June 2026 cause a subsidy of at most 264.30', () => {
    expect(check({ otherPayments: subsidy('264.30') }).issues).toEqual([]);
    expect(check({ otherPayments: subsidy('264.31') }).issues).toEqual([issue]);
  });

  test('an income above the limit causes no subsidy', () => {
    const earnings = [
      { type: '001', code: '001', taxableAmount: d('5670.73'), exemptAmount: d('0.00') },
    ];
    expect(check({ earnings }).issues).toEqual([issue]);
    expect(check({ earnings, otherPayments: subsidy('0.00') }).issues).toEqual([]);
  });

  test('subsidy_ceiling_exceeded uses the limit of the SAT for dates before the subsidy decree', () => {
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

test('subsidy_month_cap_exceeded is reported if the rows of a month together exceed the monthly maximum', () => {
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
    [
      'balance in favor without its year',
      'otherPayments.1.favorableBalance',
      { otherPayments: [subsidyLine, { type: '004', code: '004', amount: d('1.00') }] },
    ],
    [
      'other payment of zero',
      'otherPayments.1.amount',
      { otherPayments: [subsidyLine, { type: '999', code: '999', amount: d('0.00') }] },
    ],
  ])('invalid_request is reported for the fault: %s', (_, field, changed) => {
    expect(check(changed).issues).toEqual([{ code: 'invalid_request', field }]);
  });

  test('a row without paid days is refused', () => {
    expect(check({}, {}, { paidDays: '0' }).issues).toEqual([
      { code: 'invalid_request', field: 'paidDays' },
    ]);
  });
});

test('negative_net is also reported for manual rows', () => {
  const deductions = [{ type: '004', code: '004', amount: d('5000.01') }];
  expect(check({ deductions }).issues).toEqual([{ code: 'negative_net', field: 'totals.net' }]);
});

test('a manual row has issues about the document, but no issues about the salary', () => {
  const employee = { dailyWage: null, minimumWageZone: null, curp: null };
  expect(check({}, { employee }).issues).toEqual([{ code: 'curp_invalid', field: 'curp' }]);
});

test('a manual row stays in its run if its employee leaves the roster', () => {
  expect(check({}, { row: { isInRoster: false } })).toMatchObject({ state: 'ready', issues: [] });
});

test('a manual row has an issue if another row of the employee already pays the period', () => {
  const paid = { ...sampleInput().period };
  expect(check({}, { row: { paidPeriods: [paid] } }).issues).toEqual([
    { code: 'period_already_paid', field: 'period' },
  ]);
});

test('a contract other than an employment requires no social security data', () => {
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
