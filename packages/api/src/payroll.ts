import { Decimal, figuresOf } from '@timbre/fiscal';
import { z } from 'zod';
import {
  curp,
  employerRegistration,
  givenDeduction,
  givenEarning,
  minimumWageZone,
  payrollIssue,
  stateCode,
} from './employees';
import { replacementRule } from './cfdi';
import { cfdiRejection } from './cfdi-contents';
import {
  balanceToReturn,
  earningParts,
  otherPaymentParts,
  receiptParts,
  shownEarningParts,
  shownOtherPaymentParts,
  shownReceiptParts,
  pesos,
  pesosOrZero,
} from './payroll-lines';
import { flag, pageFields, pageOf } from './page';
import { stableCode } from './stable-codes';
import {
  date,
  decimal,
  documentRef,
  givenRef,
  identifier,
  instant,
  satCode,
  text,
  withCode,
} from './values';

const days = decimal({ decimals: 3, max: 366 });
const wage = decimal({ decimals: 2, positive: true, max: 999_999.99 });
const rate = decimal({ decimals: 4, positive: true, max: 10 });

const { cursor, limit, query } = pageFields;

export const rulesFilters = z.strictObject({
  cursor,
  limit,
  query,
  on: date
    .optional()
    .meta({ description: 'Day on which the rules are in force; today if absent.' }),
});

/** The law pack that contains a legal figure. */
const lawPackReference = z
  .strictObject({ id: z.string(), version: z.string() })
  .meta({ id: 'LawPackReference' });

export const payrollRule = z
  .strictObject({
    key: z.string(),
    label: z.string(),
    legalBasis: z.string(),
    sourceUrl: z.string().optional(),
    validFrom: date,
    validTo: date.optional(),
    value: z.unknown().meta({ description: 'The figures; their structure depends on the key.' }),
    pack: lawPackReference,
  })
  .meta({ id: 'PayrollRule' });

/** The fields that describe the period of a payroll run. */
export const periodFields = {
  kind: z.enum(['ordinary', 'extraordinary']).default('ordinary'),
  paymentFrequency: satCode('c_PeriodicidadPago'),
  periodStartedOn: date,
  periodEndedOn: date,
  paidOn: date,
};

/** Options that the law leaves to the employer. Each option has a default. */
const choices = {
  extraordinaryIsrMethod: z.enum(['law', 'regulation174']),
  partialPeriodTariff: z.enum(['frequency', 'paid_days']),
  subsidyEntitlementBase: z.enum(['taxable_base', 'contribution_base']),
  subsidyDays: z.enum(['paid_days', 'calendar_days']),
  absenceCost: z.enum(['day', 'day_and_rest_share']),
  alimonyBase: z.enum(['after_taxes', 'gross']),
  housingCreditProration: z.enum(['bimester_days', 'month_of_30']),
  deductionLimits: z.enum(['as_given', 'law']),
  provisionalRules: z.boolean().meta({
    description: 'Whether the last legal figure replaces an unpublished figure; default false.',
  }),
};

/** Returns the minimum work risk premium that the law allows; it has not changed since 2001. */
const riskPremiumMin = () => figuresOf('imss.work_risk').at(-1)?.value.min ?? Decimal.zero;

const settings = z
  .strictObject({
    ...choices,
    vacationPremiumRate: rate,
    sundayPremiumRate: rate,
    aguinaldoDays: days,
  })
  .partial()
  .meta({ id: 'EmployerSettings' });

export const employerInput = z
  .strictObject({
    registration: employerRegistration,
    curp,
    stateCode,
    minimumWageZone,
    settings,
  })
  .partial()
  .meta({ id: 'EmployerInput' });

/**
 * The body of PUT /v1/settings/payroll-employer: the defaults for runs, simulations and drafts.
 * Absent values are cleared.
 */
export const payrollEmployerInput = z
  .strictObject({
    registrations: z
      .array(
        z.strictObject({
          registration: employerRegistration,
          riskPremium: decimal({ decimals: 5, max: 15 })
            .refine(
              (percent) => Decimal.from(percent).greaterOrEqual(riskPremiumMin()),
              withCode('too_small', 'The risk premium is below the least of LSS art. 74.'),
            )
            .meta({ minimum: Number(riskPremiumMin()) })
            .optional()
            .meta({ description: 'Work risk premium, percent of the contribution base.' }),
        }),
      )
      .max(100)
      .default([])
      .meta({
        description: 'Registrations of the employer; the first is the default for payments.',
      }),
    curp: curp.optional(),
    stateCode: stateCode.optional(),
    minimumWageZone: minimumWageZone.optional(),
    settings: settings.optional(),
  })
  .meta({ id: 'PayrollEmployerInput' });

const week = z
  .strictObject({
    overtimeHours: decimal({ decimals: 2, max: 168 }),
    overtimeDays: z.int().min(1).max(7),
    restDaysWorked: days,
    statutoryRestDaysWorked: days,
  })
  .partial();

const incapacity = z.strictObject({
  type: satCode('c_TipoIncapacidad'),
  days: z.int().min(1).max(366).transform(String),
  employerSubsidy: pesosOrZero.optional(),
});

/** The incidents of a period, such as absences and overtime. */
export const incidents = z
  .strictObject({
    absenceDays: days.optional(),
    incapacities: z.array(incapacity).max(31).default([]),
    weeks: z.array(week).max(54).default([]),
    sundaysWorked: days.optional(),
    vacationPremium: z.strictObject({ vacationDays: days, rate: rate.optional() }).optional(),
    vacationDaysPaidOut: days.optional(),
    aguinaldo: z.strictObject({ days, workedDaysInYear: days }).optional(),
    profitSharing: pesosOrZero.optional(),
    otherEarnings: z
      .array(givenEarning.extend({ shares: earningParts.shares }))
      .max(50)
      .default([]),
    deductions: z.array(givenDeduction).max(50).default([]),
    favorableBalance: balanceToReturn.optional(),
    lastMonthlySalary: pesos.optional(),
    employmentEndedOn: date.optional(),
  })
  .meta({ id: 'PayrollIncidents' });

const recurring = <S extends z.ZodType>(item: S) =>
  z
    .array(item)
    .max(50)
    .transform((entries) => ({ entries }))
    .optional();

/**
 * The body of POST /v1/payroll/simulations. A simulation computes one employee's receipt for one
 * period, and stores nothing.
 */
export const simulationInput = z.strictObject({
  period: z.strictObject(periodFields),
  employee: z.strictObject({
    dailyWage: wage.optional(),
    integratedDailySalary: wage.optional(),
    contributionBaseSalary: wage.optional(),
    employmentStartedOn: date.optional(),
    employmentEndedOn: date.optional(),
    minimumWageZone: minimumWageZone.optional(),
    contractType: satCode('c_TipoContrato').optional(),
    regimeType: satCode('c_TipoRegimen').optional(),
    workScheduleType: satCode('c_TipoJornada').optional(),
    workdayHours: decimal({ decimals: 2, positive: true, max: 24 }).optional(),
    hasSubsidyElsewhere: z.boolean().optional(),
    recurringEarnings: recurring(givenEarning),
    recurringDeductions: recurring(givenDeduction),
  }),
  employer: employerInput.optional(),
  incidents: incidents.optional(),
  earlier: z
    .strictObject({
      subsidyCausedInMonth: pesosOrZero,
      exemptAguinaldoInYear: pesosOrZero,
      exemptVacationPremiumInYear: pesosOrZero,
      exemptProfitSharingInYear: pesosOrZero,
    })
    .partial()
    .optional()
    .meta({
      description:
        'Amounts of other payments of the month or year, which lower exemptions and subsidy.',
    }),
});

const texts = { type: z.string(), code: z.string(), description: z.string().optional() };
const shownLines = {
  earnings: z.array(
    z.strictObject({
      ...texts,
      taxableAmount: z.number(),
      exemptAmount: z.number(),
      ...shownEarningParts,
    }),
  ),
  deductions: z.array(z.strictObject({ ...texts, amount: z.number() })),
  otherPayments: z.array(
    z.strictObject({
      ...texts,
      amount: z.number(),
      employmentSubsidy: z.number().optional(),
      ...shownOtherPaymentParts,
    }),
  ),
};

export const receiptTotals = z
  .strictObject({
    gross: z.number(),
    deductions: z.number(),
    net: z.number(),
    isr: z.number(),
    subsidy: z.number(),
    imss: z.number(),
  })
  .meta({ id: 'PayrollTotals' });

const explanation = z
  .strictObject({
    paidDays: z.number(),
    contributionDays: z.number(),
    dailyWage: z.number(),
    integratedDailySalary: z.number(),
    contributionBaseSalary: z.number(),
    isrCaused: z.number(),
    serviceYears: z.int().optional(),
    lines: z.array(z.strictObject({ label: z.string(), amount: z.number() })),
    rules: z.array(
      z.strictObject({
        key: z.string(),
        label: z.string(),
        legalBasis: z.string(),
        sourceUrl: z.string().optional(),
        readOn: date,
        validFrom: date,
        provisional: z.literal(true).optional().meta({
          description: 'Present if the last known figure replaces an unpublished figure.',
        }),
      }),
    ),
  })
  .meta({ id: 'PayrollExplanation' });

/** The amounts of a receipt, which simulations and rows return. */
export const receiptAmounts = {
  paidDays: z.number().optional(),
  totals: receiptTotals.optional(),
  ...shownLines,
  explanation: explanation.optional(),
};

export const simulation = z
  .strictObject({
    state: z.enum(['ready', 'needs_attention', 'excluded']),
    issues: z.array(payrollIssue),
    ...receiptAmounts,
  })
  .meta({ id: 'PayrollSimulation' });

export const runParams = z.strictObject({ runId: identifier });
export const rowParams = z.strictObject({ rowId: identifier });

const runState = z.enum([
  'draft',
  'calculating',
  'review',
  'stamping',
  'partially_stamped',
  'stamped',
  'canceled',
]);
const rowState = z.enum([
  'ready',
  'needs_attention',
  'excluded',
  'queued',
  'stamping',
  'stamped',
  'rejected',
  'canceled',
]);

export const runFilters = pageOf({
  state: runState.optional(),
  paymentFrequency: satCode('c_PeriodicidadPago').optional(),
});

export const rowFilters = pageOf({
  state: rowState.optional(),
  provisional: flag.optional().meta({
    description:
      'true: stamped receipts that were calculated with the last known figure of a rule and have other amounts by the figure published since. false: all other receipts.',
  }),
});

export const exportFilters = z.strictObject({
  format: z.enum(['csv', 'xlsx', 'bank']).default('csv').meta({
    description: 'csv, xlsx: all rows. bank: the bank payment file of the stamped rows, as CSV.',
  }),
});

/** POST /v1/payroll/runs */
export const runInput = z.strictObject({
  ...periodFields,
  name: text(100).optional(),
  employeeIds: z.array(identifier).min(1).max(10_000).optional().meta({
    description: 'Only these employees; if absent, every employee with this payment frequency.',
  }),
  employer: employerInput.optional(),
});

/** The body of POST /v1/payroll/runs/{runId}/calculate. Absent fields do not change. */
export const calculationInput = z
  .strictObject({
    periodStartedOn: date.optional(),
    periodEndedOn: date.optional(),
    paidOn: date.optional(),
    employer: employerInput.optional(),
  })
  .optional();

const lineTexts = { code: text(15, 3).optional(), description: text(100).optional() };

/** Adds the code (Clave) to a payroll line. The default code is the type of the line. */
const withCodes = <T extends { type: string; code?: string | undefined }>(line: T) => ({
  ...line,
  code: line.code ?? line.type,
});

const manualLines = {
  paidDays: days,
  earnings: z
    .array(
      z
        .strictObject({
          type: satCode('c_TipoPercepcion'),
          ...lineTexts,
          taxableAmount: pesosOrZero,
          exemptAmount: pesosOrZero,
          ...earningParts,
        })
        .transform(withCodes),
    )
    .min(1)
    .max(100),
  deductions: z
    .array(
      z
        .strictObject({ type: satCode('c_TipoDeduccion'), ...lineTexts, amount: pesos })
        .transform(withCodes),
    )
    .max(100)
    .default([]),
  otherPayments: z
    .array(
      z
        .strictObject({
          type: satCode('c_TipoOtroPago'),
          ...lineTexts,
          amount: pesosOrZero,
          employmentSubsidy: pesosOrZero.optional(),
          ...otherPaymentParts,
        })
        .transform(withCodes),
    )
    .max(20)
    .default([]),
  ...receiptParts,
};

/**
 * The body of PATCH /v1/payroll/rows/{rowId}. If the patch has lines, the payroll row becomes
 * manual. If the patch has incidents, or the source `calculated`, the payroll row is calculated
 * again.
 */
export const rowPatch = z.union([
  z.strictObject({ source: z.literal('manual').optional(), ...manualLines }),
  z.strictObject({ source: z.literal('calculated').optional(), incidents }),
  z.strictObject({ source: z.literal('calculated') }),
]);

const runSummaryFields = {
  runId: z.string().min(1),
  state: runState,
  name: z.string().optional(),
  kind: z.enum(['ordinary', 'extraordinary']),
  paymentFrequency: z.string(),
  periodStartedOn: date,
  periodEndedOn: date,
  paidOn: date,
  totals: z.strictObject({ receiptCount: z.int(), ...receiptTotals.shape }),
  createdAt: instant,
  updatedAt: instant,
};

export const payrollRunSummary = z.strictObject(runSummaryFields).meta({ id: 'PayrollRunSummary' });

const shownSettings = z
  .strictObject({
    ...choices,
    vacationPremiumRate: z.number(),
    sundayPremiumRate: z.number(),
    aguinaldoDays: z.number(),
  })
  .partial();

export const payrollEmployer = z
  .strictObject({
    registrations: z.array(
      z.strictObject({ registration: z.string(), riskPremium: z.number().optional() }),
    ),
    curp: z.string().optional(),
    stateCode: z.string().optional(),
    minimumWageZone: minimumWageZone.optional(),
    settings: shownSettings,
    updatedAt: instant.optional(),
  })
  .meta({ id: 'PayrollEmployer' });

export const payrollRun = z
  .strictObject({
    ...runSummaryFields,
    employeeIds: z.array(z.string()).optional(),
    employer: z.strictObject({
      rfc: z.string().optional(),
      registration: z.string().optional(),
      curp: z.string().optional(),
      stateCode: z.string().optional(),
      minimumWageZone: minimumWageZone.optional(),
      settings: shownSettings,
    }),
    rowCounts: z.partialRecord(rowState, z.int()),
    progress: z
      .strictObject({ done: z.int(), total: z.int() })
      .optional()
      .meta({ description: 'Progress while the run is calculating or stamping.' }),
  })
  .meta({ id: 'PayrollRun' });

/** The reasons why a receipt was not stamped. */
const rowErrors = ['amounts_changed', 'stamp_failed', 'stamp_unconfirmed'];

const rowSummaryFields = {
  rowId: z.string().min(1),
  runId: z.string().min(1),
  employeeId: z.string().min(1),
  employeeName: z.string(),
  employeeTaxId: z.string().optional(),
  state: rowState,
  omitted: z.boolean(),
  source: z.enum(['calculated', 'manual']),
  issues: z.array(payrollIssue),
  paidDays: z.number().optional(),
  totals: receiptTotals.optional(),
  documentRef: documentRef('cfdi').optional(),
  uuid: z.string().optional(),
  rejectionCode: z.string().optional(),
  rejection: cfdiRejection.optional().meta({
    description:
      'The reason of the PAC, or of an earlier check, for refusing the receipt, and the remedy.',
  }),
  errorCode: stableCode(rowErrors).optional(),
  lastReceiptSalaryAvailable: z.boolean(),
  updatedAt: instant,
};

export const payrollRowSummary = z.strictObject(rowSummaryFields).meta({ id: 'PayrollRowSummary' });

/**
 * The newest cancellation request for the CFDI of a payroll row. In the states `accepted` and
 * `expired`, the CFDI is canceled.
 */
const rowCancellation = z.strictObject({
  state: z.enum(['requested', 'in_process', 'accepted', 'rejected', 'expired']),
  motive: z.enum(['01', '02', '03', '04']).optional(),
  replacementDocumentRef: documentRef('cfdi').optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  requestedAt: instant,
});

/**
 * The body of POST /v1/payroll/rows/{rowId}/cancel. Motive 04 is not allowed, because a payroll
 * receipt is never part of a global CFDI.
 */
export const cancelPayrollRowInput = z
  .strictObject({
    motive: z.enum(['01', '02', '03']),
    replacementDocumentRef: givenRef('cfdi').optional(),
  })
  .meta(replacementRule);

/** A payroll row in detail (spec part 2, Payroll row detail). */
export const payrollRow = z
  .strictObject({
    ...rowSummaryFields,
    ...receiptAmounts,
    ...shownReceiptParts,
    cancellation: rowCancellation.optional(),
  })
  .meta({ id: 'PayrollRow' });
