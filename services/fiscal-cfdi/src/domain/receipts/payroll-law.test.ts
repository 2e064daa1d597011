import { samplePayroll, payrollDetails, samplePayrollSource } from '../../../test/sample-payroll';
import { codesOf, sampleDraft, sampleProfile, today } from '../../../test/sample-draft';
import { judgeDraftOn } from '../drafting/draft-issues';
import type { PayrollEmployeeInput, PayrollInput, PayrollSource } from './payroll-input';

type Changes = Partial<Omit<PayrollInput, 'employee'>> & {
  employee?: Partial<PayrollEmployeeInput>;
  source?: Partial<PayrollSource>;
};

function judge({ employee, source, ...payroll }: Changes) {
  const person = { ...samplePayroll.employee!, ...employee };
  const draft = sampleDraft(
    'payroll',
    {
      employeeId: 'e1',
      payroll: { ...samplePayroll, ...payroll, employee: person },
      payrollSource: { ...samplePayrollSource, ...source },
    },
    { customer: null, items: [] },
  );
  const { issues, warnings } = judgeDraftOn(draft, sampleProfile, today);
  return [
    ...codesOf(issues).map((found) => `refused: ${found}`),
    ...codesOf(warnings).map((found) => `warned: ${found}`),
  ];
}

const wage = { type: '001', taxableAmount: '5000', exemptAmount: '0' };
const overtime = (exemptAmount: string, amount: string, hours = '9', days = 3) => ({
  type: '019',
  exemptAmount,
  overtime: [{ days, hoursType: '01', hours, amount }],
  taxableAmount: String(Number(amount) - Number(exemptAmount)),
});
const rested = (exemptAmount: string) => ({ type: '054', taxableAmount: '0', exemptAmount });
const well = { integratedDailySalary: '738.36', stateCode: 'HID' };
const least = { integratedDailySalary: '330.57', stateCode: 'HID' };
const exempt = 'payroll.earnings.1.exemptAmount';

describe("the check of exempt overtime in a client's draft", () => {
  it.each<[string, Changes, string[]]>([
    ['half of the double hours', { earnings: [wage, overtime('500', '1000')], employee: well }, []],
    [
      'all of them, far above the minimum wage',
      { earnings: [wage, overtime('5000', '5000')], employee: well },
      [`refused: ${exempt} exempt_amount_exceeded`, `refused: ${exempt} exempt_amount_exceeded`],
    ],
    [
      'half of them, above five UMA for each of three days',
      { earnings: [wage, overtime('1759.66', '3519.32')], employee: well },
      [`refused: ${exempt} exempt_amount_exceeded`],
    ],
    [
      'five UMA for each of three days',
      { earnings: [wage, overtime('1759.65', '3519.30')], employee: well },
      [],
    ],
    [
      'all of them, at an hour that no minimum wage has',
      { earnings: [wage, overtime('5000', '5000')], employee: least },
      [`refused: ${exempt} exempt_amount_exceeded`, `refused: ${exempt} exempt_amount_exceeded`],
    ],
    [
      'all of them, at twice the hour of a minimum wage',
      {
        earnings: [{ ...wage, taxableAmount: '4725.60' }, overtime('708.84', '708.84')],
        employee: least,
      },
      [`warned: ${exempt} exempt_amount_doubtful`],
    ],
    [
      'all that is paid for a rest day worked, far above the minimum wage',
      { earnings: [wage, rested('900')], employee: well },
      [`refused: ${exempt} exempt_amount_exceeded`],
    ],
    [
      'all that is paid for a rest day worked, at an unknown wage',
      { earnings: [wage, rested('630.08')], employee: least },
      [`warned: ${exempt} exempt_amount_doubtful`],
    ],
    [
      'those of a receipt that payroll has judged by the wage',
      {
        earnings: [wage, overtime('5000', '5000')],
        employee: well,
        source: { details: payrollDetails() },
      },
      [],
    ],
  ])(
    'a draft of a client is checked against the limits of exempt overtime: %s',
    (_, changes, expected) => {
      expect(judge(changes)).toEqual(expected);
    },
  );
});

const line = (employmentSubsidy: string, amount = '0') => [
  { type: '002', amount, employmentSubsidy },
];
const at = 'payroll.otherPayments.0';
const low = { type: '001', taxableAmount: '5000', exemptAmount: '0' };
const isr = (amount: string) => [{ type: '002', amount }];

describe("the check of the employment subsidy in a client's draft", () => {
  it.each<[string, Changes, string[]]>([
    ['the share of a fortnight', { otherPayments: line('264.30'), earnings: [low] }, []],
    [
      'more than that of the days',
      { otherPayments: line('300'), earnings: [low] },
      [`warned: ${at} subsidy_doubtful`],
    ],
    [
      'more than a month',
      { otherPayments: line('535.66'), earnings: [low] },
      [`refused: ${at} subsidy_month_cap_exceeded`],
    ],
    [
      'two months in one payment',
      {
        otherPayments: line('1071.30'),
        earnings: [low],
        paidDays: '60',
        periodStartedOn: '2026-09-17',
      },
      [],
    ],
    [
      'any, above the income of the days',
      { otherPayments: line('100'), earnings: [{ ...low, taxableAmount: '5700' }] },
      [`warned: ${at} subsidy_doubtful`],
    ],
    [
      'any, above the income of a month',
      { otherPayments: line('100'), earnings: [{ ...low, taxableAmount: '11492.67' }] },
      [`refused: ${at} subsidy_not_due`],
    ],
    [
      'any, above the income of a month, of a salary within the cap',
      {
        otherPayments: line('100'),
        employee: { integratedDailySalary: '378.04' },
        earnings: [{ ...low, taxableAmount: '11492.67' }],
      },
      [`warned: ${at} subsidy_doubtful`],
    ],
    [
      'an income that the aguinaldo alone brings above the cap',
      {
        otherPayments: line('100'),
        earnings: [low, { type: '002', taxableAmount: '9000', exemptAmount: '0' }],
      },
      [],
    ],
    [
      'one that is paid out',
      { otherPayments: line('264.30', '264.30'), earnings: [low], deductions: isr('100') },
      [`refused: ${at} subsidy_paid_out`],
    ],
    [
      'one that is withheld as ISR and paid out again',
      { otherPayments: line('264.30', '264.30'), earnings: [low], deductions: isr('364.30') },
      [`warned: ${at} subsidy_paid_out`],
    ],
    [
      'one that was paid out before the decree',
      {
        otherPayments: line('200', '200'),
        earnings: [low],
        deductions: isr('1'),
        paidOn: '2024-04-15',
        periodStartedOn: '2024-04-01',
        periodEndedOn: '2024-04-15',
      },
      [],
    ],
    [
      'said apart from the lines',
      { otherPayments: [], employmentSubsidyCaused: '535.66', earnings: [low] },
      ['refused: payroll.employmentSubsidyCaused subsidy_month_cap_exceeded'],
    ],
    [
      'beside its correction',
      { otherPayments: [...line('0'), { type: '007', amount: '1' }], earnings: [low] },
      ['refused: payroll.otherPayments.1.type subsidy_line_invalid'],
    ],
    [
      'replaced by its corrections',
      {
        earnings: [low],
        deductions: [...isr('1'), { type: '107', amount: '1' }],
        otherPayments: [
          { type: '007', amount: '1' },
          { type: '008', amount: '1' },
        ],
      },
      [],
    ],
  ])(
    'a draft of a client is checked against the decrees of the subsidy: %s',
    (_, changes, expected) => {
      expect(judge(changes)).toEqual(expected);
    },
  );
});

describe('the warning about taxable wages without ISR', () => {
  const missing = ['warned: payroll.deductions income_tax_missing'];
  it.each<[string, Changes, string[]]>([
    ['7,500 of a fortnight', { deductions: [] }, missing],
    ['7,500 with its ISR', {}, []],
    [
      'what the subsidy covers',
      {
        earnings: [
          { ...low, taxableAmount: '3000' },
          { ...low, type: '010', taxableAmount: '500' },
        ],
        deductions: [],
      },
      [],
    ],
    [
      'a minimum wage alone',
      {
        earnings: [{ ...low, taxableAmount: '6613.05' }],
        deductions: [],
        employee: { stateCode: 'BCN' },
      },
      [],
    ],
    [
      'the same wage in another state',
      { earnings: [{ ...low, taxableAmount: '6613.05' }], deductions: [] },
      missing,
    ],
    [
      'fees of an assimilated worker, who has no subsidy',
      {
        earnings: [{ ...low, type: '046', taxableAmount: '5000' }],
        deductions: [],
        otherPayments: [],
        employee: { contractType: '99', regimeType: '09' },
        source: { employerRegistration: undefined },
      },
      missing,
    ],
    ['a receipt of a run', { deductions: [], source: { details: payrollDetails() } }, []],
  ])(
    'a draft of a client with taxable wages and without ISR is checked: %s',
    (_, changes, expected) => {
      expect(judge(changes)).toEqual(expected);
    },
  );
});
