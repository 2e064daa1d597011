import { isClabe, isCurp, isEmployerRegistration, isNss, isPersonRfc, Rfc } from '@timbre/fiscal';
import { z } from 'zod';
import { rules, someOf } from './field-rules';
import { payrollIssueCodes } from './payroll-issue-codes';
import { stableCode } from './stable-codes';
import { pageOf } from './page';
import { pesos } from './payroll-lines';
import { curpPattern, employerRegistrationPattern, personRfcPattern } from './patterns';
import { say, type Said } from './texts/text';
import {
  date, decimal, email, identifier, instant, rfc, satCode, shape, text, whyNoRfc, withCode, withReason,
} from './values'; // prettier-ignore

export const employeeParams = z.strictObject({ employeeId: identifier });

export const employeeFilters = pageOf({
  status: z.enum(['active', 'terminated']).optional(),
  paymentFrequency: satCode('c_PeriodicidadPago').optional(),
});

/** The Mexican states that payroll uses (c_Estado of Mexico). */
export const stateCode = z.enum([
  'AGU', 'BCN', 'BCS', 'CAM', 'CHP', 'CHH', 'COA', 'COL', 'CMX', 'DUR', 'GUA', 'GRO', 'HID', 'JAL',
  'MEX', 'MIC', 'MOR', 'NAY', 'NLE', 'OAX', 'PUE', 'QUE', 'ROO', 'SLP', 'SIN', 'SON', 'TAB', 'TAM',
  'TLA', 'VER', 'YUC', 'ZAC',
]); // prettier-ignore

export const minimumWageZone = z.enum(['general', 'border']);

// The API validates check digits here, so that the response reports them together with all other
// faults.

export const curp = z
  .string()
  .transform((value) => value.trim().toUpperCase())
  .refine(isCurp, withCode('curp_invalid', 'Not a CURP, or its check digit is wrong.'))
  .meta({
    description: 'CURP.',
    example: 'GOLA850312MDFMPN03',
    minLength: 18,
    maxLength: 18,
    ...shape('Curp'),
    pattern: curpPattern,
  });

/** An employer registration (RegistroPatronal), stored in upper case. */
export const employerRegistration = z
  .string()
  .transform((value) => value.trim().toUpperCase())
  .refine(
    isEmployerRegistration,
    withCode(
      'employer_registration_invalid',
      'Give the registration with IMSS, a letter or digit and ten digits, or the number that another social security institution gave the employer.',
    ),
  )
  .meta({
    description: 'RegistroPatronal.',
    example: 'A1234567890',
    minLength: 10,
    maxLength: 20,
    ...shape('EmployerRegistration'),
    pattern: employerRegistrationPattern,
  });

function whyNoPerson(given: unknown): Said {
  const text = String(given).normalize().trim().toUpperCase();
  const known = Rfc.parse(text);
  if (!known) return whyNoRfc(text);
  return say(known.isGeneric() ? 'rfc_generic' : 'rfc_of_company');
}

const personRfc = rfc.refine(isPersonOrNone, withReason('rfc_invalid', whyNoPerson)).meta({
  ...shape('PersonRfc'),
  pattern: personRfcPattern,
  description: 'RFC of a natural person.',
  example: 'GOLA850312AB1',
});

const socialSecurityNumber = z
  .string()
  .trim()
  .refine(
    isNss,
    withCode(
      'social_security_number_invalid',
      'Not a social security number, or its check digit is wrong.',
    ),
  )
  .meta({
    ...shape('SocialSecurityNumber'),
    pattern: '^[0-9]{11}$',
    description: 'NSS of the IMSS.',
    example: '12345678903',
    minLength: 11,
    maxLength: 11,
  });

/**
 * The format of an account number. A later rule checks the account number together with the bank code.
 */
const bankAccount = z
  .string()
  .trim()
  .refine(
    isAccount,
    withCode(
      'bank_account_invalid',
      'Expected 10, 11 or 16 digits, or a CLABE with a valid check digit.',
    ),
  )
  .meta({
    ...shape('EmployeeAccount'),
    pattern: '^([0-9]{10,11}|[0-9]{16}|[0-9]{18})$',
    description: 'Account (10 or 11 digits), card (16) or CLABE (18).',
    minLength: 10,
    maxLength: 18,
  });

/**
 * Whether a text is the RFC of a natural person. The function returns true for an invalid RFC, because
 * a different rule reports an invalid RFC.
 */
function isPersonOrNone(text: string): boolean {
  return Rfc.parse(text) === undefined || isPersonRfc(text);
}

function isAccount(text: string): boolean {
  return /^(\d{10}|\d{11}|\d{16})$/.test(text) || isClabe(text);
}

const itemTexts = { code: text(15, 3).optional(), description: text(100).optional() };

export const givenEarning = z.strictObject({
  type: satCode('c_TipoPercepcion'),
  ...itemTexts,
  amount: pesos,
});

const deductionBase = { type: satCode('c_TipoDeduccion'), ...itemTexts };

/** A deduction as pesos per payment, pesos per month, a percentage, or units per month. */
export const givenDeduction = z.discriminatedUnion('basis', [
  z.strictObject({ ...deductionBase, basis: z.literal('amount'), amount: pesos }),
  z.strictObject({ ...deductionBase, basis: z.literal('monthly_amount'), amount: pesos }),
  z.strictObject({
    ...deductionBase,
    basis: z.literal('percent'),
    percent: decimal({ decimals: 4, positive: true, max: 100 }),
  }),
  z.strictObject({
    ...deductionBase,
    basis: z.literal('factor'),
    factor: decimal({ decimals: 4, positive: true, max: 10_000 }),
    unitValue: decimal({ decimals: 2, positive: true, max: 10_000 }),
  }),
]);

const items = <S extends z.ZodType>(item: S) =>
  z
    .array(item)
    .max(50)
    .transform((entries) => ({ entries }));

const wage = decimal({ decimals: 2, positive: true, max: 999_999.99 });

const employeeFields = {
  rfc: personRfc,
  taxSystem: satCode('c_RegimenFiscal'),
  postalCode: satCode('c_CodigoPostal'),
  curp,
  employeeNumber: text(15),
  contractType: satCode('c_TipoContrato'),
  regimeType: satCode('c_TipoRegimen'),
  paymentFrequency: satCode('c_PeriodicidadPago'),
  stateCode,
  socialSecurityNumber,
  employmentStartedOn: date,
  positionRisk: satCode('c_RiesgoPuesto'),
  dailyWage: wage,
  integratedDailySalary: wage,
  contributionBaseSalary: wage,
  bankAccount,
  bankCode: satCode('c_Banco'),
  jobTitle: text(100),
  department: text(100),
  workScheduleType: satCode('c_TipoJornada'),
  minimumWageZone,
  workdayHours: decimal({ decimals: 2, positive: true, max: 24 }),
  hasSubsidyElsewhere: z.boolean(),
  email,
  recurringEarnings: items(givenEarning),
  recurringDeductions: items(givenDeduction),
};
const legalName = text(254);

/**
 * The body of POST /v1/employees. Fields that payroll requires can be added later. The readiness of the
 * employee lists the missing fields.
 */
export const employeeInput = z.strictObject({
  legalName,
  ...z.object(employeeFields).partial().shape,
});

type Nullable<S extends z.ZodRawShape> = {
  [K in keyof S]: z.ZodOptional<z.ZodNullable<S[K] & z.ZodType>>;
};
const nullable = <S extends z.ZodRawShape>(shape: S) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [
      name,
      (field as z.ZodType).nullable().optional(),
    ]),
  ) as Nullable<S>;

const wages = ['dailyWage', 'integratedDailySalary', 'contributionBaseSalary'] as const;

/**
 * The body of PATCH /v1/employees/{employeeId}. Given fields replace the old values, null clears a
 * field, and absent fields do not change.
 *
 * - wages_missing: `salaryEffectiveOn` needs dailyWage, integratedDailySalary or contributionBaseSalary
 */
export const employeePatch = z
  .strictObject({
    legalName: legalName.optional(),
    ...nullable(employeeFields),
    salaryEffectiveOn: date.optional().meta({
      description:
        'First day on which the wages of this request apply; today if absent. The request must give at least one wage. ' +
        'Give it if the wages apply to a past period.',
    }),
  })
  .refine(hasWagesOfItsDay, {
    ...withCode(
      'wages_missing',
      'salaryEffectiveOn needs dailyWage, integratedDailySalary or contributionBaseSalary.',
    ),
    path: ['salaryEffectiveOn'],
    // This rule is checked even if other fields have errors.
    when: () => true,
  })
  .meta(rules({ salaryEffectiveOn: someOf(...wages) }));

/**
 * Whether a patch with an effective day also contains a wage, because the day alone would have no
 * effect. The function returns true for a value that is not an object, because a different rule reports
 * such a value.
 */
function hasWagesOfItsDay(patch: object | null): boolean {
  const given = new Map<string, unknown>(Object.entries(patch ?? {}));
  const isGiven = (name: string) => given.get(name) !== undefined;
  return !isGiven('salaryEffectiveOn') || wages.some(isGiven);
}

export const terminationInput = z.strictObject({
  employmentEndedOn: date.meta({ description: 'Last day of the employment.' }),
});

export const reinstatementInput = z
  .strictObject({
    employmentStartedOn: date.optional().meta({
      description: 'First day of a new employment; if absent, the termination is undone.',
    }),
  })
  .optional();

const shownItem = z.strictObject({
  type: z.string(),
  code: z.string().optional(),
  description: z.string().optional(),
  basis: z.enum(['amount', 'monthly_amount', 'percent', 'factor']).optional(),
  amount: z.number().optional(),
  percent: z.number().optional(),
  factor: z.number().optional(),
  unitValue: z.number().optional(),
});

const summary = {
  employeeId: z.string().min(1),
  legalName: z.string(),
  status: z.enum(['active', 'terminated']),
  employeeNumber: z.string().optional(),
  rfc: z.string().optional(),
  paymentFrequency: z.string().optional(),
  department: z.string().optional(),
  jobTitle: z.string().optional(),
  employmentStartedOn: date.optional(),
  employmentEndedOn: date.optional(),
  dailyWage: z.number().optional(),
  updatedAt: instant,
};

export const employeeSummary = z.strictObject(summary).meta({ id: 'EmployeeSummary' });

export const employee = z
  .strictObject({
    ...summary,
    curp: z.string().optional(),
    taxSystem: z.string().optional(),
    postalCode: z.string().optional(),
    contractType: z.string().optional(),
    regimeType: z.string().optional(),
    stateCode: z.string().optional(),
    socialSecurityNumber: z.string().optional(),
    positionRisk: z.string().optional(),
    integratedDailySalary: z.number().optional(),
    contributionBaseSalary: z.number().optional(),
    salaryHistory: z.array(
      z.strictObject({
        effectiveOn: date,
        dailyWage: z.number().optional(),
        integratedDailySalary: z.number().optional(),
        contributionBaseSalary: z.number().optional(),
      }),
    ),
    bankAccount: z.string().optional(),
    bankCode: z.string().optional(),
    workScheduleType: z.string().optional(),
    minimumWageZone: minimumWageZone.optional(),
    workdayHours: z.number().optional(),
    hasSubsidyElsewhere: z.boolean().optional(),
    email: z.string().optional(),
    recurringEarnings: z.array(shownItem).optional(),
    recurringDeductions: z.array(shownItem).optional(),
  })
  .meta({ id: 'Employee' });

export const payrollIssue = z
  .strictObject({
    code: stableCode(payrollIssueCodes),
    message: z.string(),
    field: z.string().optional(),
    legalBasis: z.string().optional().meta({
      description: 'The legal rule that the value breaks, if the code does not name it.',
    }),
    missingRules: z.array(z.string()).optional().meta({
      description: 'With the code rules_unavailable: keys of the missing legal figures.',
    }),
  })
  .meta({ id: 'PayrollIssue' });

export const employeeReadiness = z
  .strictObject({
    employeeId: z.string().min(1),
    ready: z.boolean(),
    checkedOn: date,
    issues: z.array(payrollIssue),
  })
  .meta({ id: 'EmployeeReadiness' });
