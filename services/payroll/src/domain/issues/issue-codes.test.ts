import { payrollIssueCodes } from '@timbre/api';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Decimal } from '@timbre/fiscal';
import type { Incidents } from '../calculation/input';
import { calculateReceipt } from '../evaluation';
import { checkManualReceipt } from '../manual-receipt';
import type { EvaluatedReceipt, OtherPaymentLine, ReceiptLines } from '../receipt';
import { sampleInput, samplePeriod } from '../../../test/sample-receipt';
import type { SampleChanges } from '../../../test/sample-receipt';
import { afterStamping } from '../states/stamp-outcome';
import { restamp } from '../states/stamp-row';
import type { Issue, IssueCode } from './issue';

const d = (text: string) => Decimal.from(text);

/** The expected issues and state of a row. */
type Row = Pick<EvaluatedReceipt, 'issues'> & { state: string };

const calculated = (changes: SampleChanges): Row => calculateReceipt(sampleInput(changes));
const employee = (fields: NonNullable<SampleChanges['employee']>) =>
  calculated({ employee: fields });
const employer = (fields: NonNullable<SampleChanges['employer']>) =>
  calculated({ employer: fields });
const happened = (incidents: Incidents) => calculated({ incidents });

const subsidyLine = { type: '002', code: '002', amount: d('0.00'), employmentSubsidy: d('100.00') };
const wage = { type: '001', code: '001', taxableAmount: d('5000.00'), exemptAmount: d('0.00') };

function manual(lines: Partial<ReceiptLines>, changes: SampleChanges = {}): Row {
  return checkManualReceipt({
    ...sampleInput(changes),
    lines: { earnings: [wage], deductions: [], otherPayments: [subsidyLine], ...lines },
    details: { incapacities: [] },
    paidDays: d('15'),
  });
}
const caused = (employmentSubsidy: string): OtherPaymentLine[] => [
  { ...subsidyLine, employmentSubsidy: d(employmentSubsidy) },
];

const rejected = { state: 'rejected', omitted: false, net: d('6592.28') } as const;
const stamping = { state: 'stamping', omitted: false } as const;
const fresh = { state: 'ready', issues: [], net: d('6592.29') } as const;

interface Raised {
  field: string | undefined;
  /** Creates a row whose only fault is the fault that the issue code reports. */
  row: () => Row;
  state?: string;
  /** Further issue codes that the same fault always causes. */
  besides?: IssueCode[];
}

const raised: Record<IssueCode, Raised> = {
  rfc_invalid: { field: 'rfc', row: () => employee({ rfc: 'XAXX010101000' }) },
  tax_system_invalid: { field: 'taxSystem', row: () => employee({ taxSystem: '612' }) },
  postal_code_invalid: { field: 'postalCode', row: () => employee({ postalCode: null }) },
  curp_invalid: { field: 'curp', row: () => employee({ curp: 'GOLA850312MDFMPN04' }) },
  employee_number_invalid: {
    field: 'employeeNumber',
    row: () => employee({ employeeNumber: '|' }),
  },
  contract_type_invalid: { field: 'contractType', row: () => employee({ contractType: '11' }) },
  regime_type_invalid: { field: 'regimeType', row: () => employee({ regimeType: '09' }) },
  payment_frequency_invalid: {
    field: 'paymentFrequency',
    row: () => employee({ paymentFrequency: '02' }),
  },
  unsupported_regime: { field: 'regimeType', row: () => employee({ regimeType: '03' }) },
  unsupported_contract: {
    field: 'contractType',
    row: () => employee({ contractType: '10', regimeType: '05' }),
    besides: ['unsupported_regime'],
  },
  unsupported_frequency: {
    field: 'paymentFrequency',
    row: () =>
      calculated({ employee: { paymentFrequency: '06' }, period: { paymentFrequency: '06' } }),
  },
  state_code_missing: { field: 'stateCode', row: () => employee({ stateCode: null }) },
  social_security_number_missing: {
    field: 'socialSecurityNumber',
    row: () => employee({ socialSecurityNumber: '12345678904' }),
  },
  employment_start_missing: {
    field: 'employmentStartedOn',
    row: () => employee({ employmentStartedOn: null }),
  },
  position_risk_missing: { field: 'positionRisk', row: () => employee({ positionRisk: null }) },
  integrated_daily_salary_missing: {
    field: 'integratedDailySalary',
    row: () => employee({ integratedDailySalary: null }),
  },
  bank_account_invalid: {
    field: 'bankAccount',
    row: () => employee({ bankAccount: '012180001234567890' }),
  },
  job_title_invalid: { field: 'jobTitle', row: () => employee({ jobTitle: '' }) },
  department_invalid: { field: 'department', row: () => employee({ department: 'A|B' }) },
  work_schedule_type_invalid: {
    field: 'workScheduleType',
    row: () => employee({ workScheduleType: '55' }),
  },
  contribution_base_salary_invalid: {
    field: 'contributionBaseSalary',
    row: () => employee({ contributionBaseSalary: d('2932.76') }),
  },
  salary_missing: { field: 'salary', row: () => employee({ dailyWage: null }) },
  salary_below_minimum_wage: { field: 'salary', row: () => employee({ dailyWage: d('315.03') }) },
  minimum_wage_zone_missing: {
    field: 'minimumWageZone',
    row: () => employee({ minimumWageZone: null }),
  },
  employer_rfc_missing: { field: 'employer.rfc', row: () => employer({ rfc: null }) },
  employer_registration_missing: {
    field: 'employer.registration',
    row: () => employer({ registration: null }),
  },
  employer_curp_missing: { field: 'employer.curp', row: () => employer({ rfc: 'CACX7605101P8' }) },
  invalid_salary: { field: 'salary', row: () => employee({ dailyWage: d('0') }) },
  not_employed_in_period: {
    field: 'employmentStartedOn',
    row: () => employee({ employmentStartedOn: '2026-06-16' }),
    state: 'excluded',
  },
  sdi_below_daily_wage: {
    field: 'integratedDailySalary',
    row: () => employee({ integratedDailySalary: d('499.99') }),
  },
  rules_unavailable: {
    field: 'paidOn',
    row: () => calculated({ period: { paidOn: '2027-01-01' } }),
  },
  negative_net: {
    field: 'totals.net',
    row: () => happened({ deductions: [{ type: '004', basis: 'amount', amount: d('9000') }] }),
  },
  employee_missing: { field: 'employeeId', row: () => calculated({ employee: null }) },
  not_in_roster: {
    field: 'employeeId',
    row: () => calculated({ row: { isInRoster: false } }),
    state: 'excluded',
  },
  period_already_paid: {
    field: 'period',
    row: () => calculated({ row: { paidPeriods: [samplePeriod] } }),
  },
  subsidy_line_invalid: { field: 'otherPayments', row: () => manual({ otherPayments: [] }) },
  subsidy_ceiling_exceeded: {
    field: 'otherPayments',
    row: () => manual({ otherPayments: caused('264.31') }),
  },
  subsidy_month_cap_exceeded: {
    field: 'otherPayments',
    row: () => manual({}, { row: { earlier: { subsidyCausedInMonth: d('435.66') } } }),
  },
  invalid_request: {
    field: 'earnings.0.type',
    row: () => manual({ earnings: [{ ...wage, type: 'x' }] }),
  },
  amounts_changed: { field: 'totals.net', row: () => restampedRow(restamp(rejected, fresh)) },
  stamp_failed: {
    field: undefined,
    row: () => afterStamping(stamping, { kind: 'refused', rejectionCode: 'CFDI40145' }),
    state: 'rejected',
  },
  stamp_unconfirmed: {
    field: undefined,
    row: () => afterStamping(stamping, { kind: 'unknown' }),
    state: 'stamping',
  },
};

const restampedRow = (outcome: ReturnType<typeof restamp>): Row => ({
  state: outcome.state,
  issues: outcome.state === 'queued' ? [] : outcome.issues,
});

test.each(payrollIssueCodes)(
  'the issue code %s is raised alone by its condition, with its field',
  (code) => {
    const { field, row, state = 'needs_attention', besides = [] } = raised[code];
    const { issues, ...shown } = row();
    const others = besides.map((one) => ({ code: one, field: raised[one].field }));
    const expected: Issue[] = [field === undefined ? { code } : { code, field }];
    expect(issues).toHaveLength(1 + others.length);
    const all = [...expected, ...others].map((issue): unknown => expect.objectContaining(issue));
    expect(issues).toEqual(expect.arrayContaining(all));
    expect(shown.state).toBe(state);
  },
);

/** Rows with as many simultaneous faults as possible. */
const together: [string, () => Row, state: string, IssueCode[]][] = [
  [
    'neither the employee nor the employer has data',
    () =>
      calculateReceipt({
        ...sampleInput({ employer: { rfc: null, registration: null } }),
        employee: {},
      }),
    'needs_attention',
    [
      ...(['rfc_invalid', 'tax_system_invalid', 'postal_code_invalid', 'curp_invalid'] as const),
      ...(['employee_number_invalid', 'contract_type_invalid', 'regime_type_invalid'] as const),
      ...(['payment_frequency_invalid', 'state_code_missing', 'employment_start_missing'] as const),
      ...(['employer_rfc_missing', 'salary_missing', 'minimum_wage_zone_missing'] as const),
    ],
  ],
  [
    'all given data are wrong, and the period is too',
    () =>
      calculated({
        employee: {
          socialSecurityNumber: '1',
          positionRisk: '9',
          integratedDailySalary: d('200'),
          bankAccount: '1',
          jobTitle: ' ',
          department: '|',
          workScheduleType: '55',
          contributionBaseSalary: d('1'),
          dailyWage: d('300'),
          employmentEndedOn: '2026-05-31',
        },
        employer: { rfc: 'CACX7605101P8' },
        row: { isInRoster: false, paidPeriods: [samplePeriod] },
        period: { paidOn: '2027-01-04' },
        incidents: { deductions: [{ type: '002', basis: 'amount', amount: d('1') }] },
      }),
    'excluded',
    [
      ...(['not_in_roster', 'period_already_paid', 'bank_account_invalid'] as const),
      ...(['job_title_invalid', 'department_invalid', 'work_schedule_type_invalid'] as const),
      ...(['social_security_number_missing', 'position_risk_missing'] as const),
      ...(['employer_curp_missing', 'salary_below_minimum_wage', 'sdi_below_daily_wage'] as const),
      ...(['contribution_base_salary_invalid', 'not_employed_in_period'] as const),
      ...(['invalid_request', 'rules_unavailable'] as const),
    ],
  ],
  [
    'a manual row has a negative net and too much subsidy',
    () =>
      manual(
        {
          deductions: [{ type: '004', code: '004', amount: d('9000.00') }],
          otherPayments: [...caused('300.00'), ...caused('300.00')],
        },
        { employee: { curp: null }, row: { paidPeriods: [samplePeriod] } },
      ),
    'needs_attention',
    [
      ...(['period_already_paid', 'curp_invalid', 'subsidy_line_invalid'] as const),
      ...(['subsidy_ceiling_exceeded', 'subsidy_month_cap_exceeded', 'negative_net'] as const),
    ],
  ],
];

test.each(together)('all issues of a row are reported at once: %s', (_, row, state, codes) => {
  const { issues, ...shown } = row();
  expect(issues.map((issue) => issue.code)).toEqual(codes);
  expect(shown.state).toBe(state);
  // The field of an issue about a malformed line is the path of the line.
  for (const { code, field } of issues.filter((one) => one.code !== 'invalid_request')) {
    expect([code, field]).toEqual([code, raised[code].field]);
  }
});

const spec = join(__dirname, '../../../../../../shared/spec/000_587ccaa58afe12b8.txt');
const whenShared = existsSync(spec) ? test : test.skip;

whenShared('the codes match the contract, in its order', () => {
  const [, list = ''] = /^Issue codes: (.*)\.$/m.exec(readFileSync(spec, 'utf8')) ?? [];
  expect(list.split(', ')).toEqual([...payrollIssueCodes]);
});
