import { sayNotActive } from '@timbre/api';
import type { Comprobante, Finding } from '@timbre/cfdi';
import {
  addDays,
  decimalIssues,
  isCalendarDate,
  isEmployerRegistration,
  isEmployment,
  type Issue,
  requiredCatalog,
  subsidyType,
} from '@timbre/fiscal';
import { documentIssues, type Judged } from '../drafting/document-issues';
import type { Draft, Issuance } from '../drafting/draft';
import { headerIssues } from '../drafting/header-issues';
import { relatedWarnings } from '../drafting/related-documents';
import type { Profile } from '../set-up/fiscal-profile';
import { employeeIssues } from './employee-issues';
import { exemptIssues, exemptWarnings } from './exempt-issues';
import { incomeTaxWarnings } from './income-tax-warnings';
import { periodOf } from './nomina-of';
import { payrollComprobante } from './payroll';
import type { PayrollInput, PayrollSource } from './payroll-input';
import { pesosIssues } from './pesos-issues';
import { pensionIssues, separationIssues } from './separation-issues';
import { subsidyIssues, subsidyLawIssues, subsidyWarnings } from './subsidy-issues';

type InputPath = (string | number)[];

const daysAheadMax = 31;

/**
 * Returns every rule that a payroll document breaks on a date. The rules of the whole document (CFDI… and
 * NOM…, under the SAT's own codes) are checked only if its parts are valid.
 * - payroll_missing, employee_missing, earnings_missing
 * - employee_unknown: your organization has no such employee
 * - net_negative: the deductions exceed the pay
 * - employee_rfc_missing, employee_name_missing, employee_postal_code_missing
 * - employer_registration_missing: an employment contract needs the employer's registration (NOM42)
 * - subsidy_ceiling_exceeded: the employment subsidy is above the ceiling of the SAT (NOM101, NOM108)
 */
export function judgePayroll(draft: Draft, profile: Profile, issuance: Issuance): Judged {
  const ofParts = [
    ...payrollInputIssues(draft),
    ...headerIssues(draft, issuance.fecha.slice(0, 10)),
  ];
  if (ofParts.length > 0) return { issues: ofParts, warningsOf: () => relatedWarnings(draft) };
  const warningsOf = () => [...relatedWarnings(draft), ...lawWarnings(draft)];
  const document = payrollComprobante(draft, profile, issuance);
  const issues = payrollDocumentIssues(document).map((issue) => atCaused(draft, issue));
  return { issues, warningsOf, document };
}

/**
 * Returns warnings about probable mistakes in a payment that the client calculated. Receipts of payroll
 * runs get no such warnings, because payroll checks them with the full data of the employee.
 */
function lawWarnings({ input: { payroll, payrollSource } }: Draft): Issue[] {
  if (!payroll || payrollSource?.details) return [];
  return [
    ...exemptWarnings(payroll, payrollSource),
    ...subsidyWarnings(payroll),
    ...incomeTaxWarnings(payroll),
  ];
}

/**
 * Moves an issue of line 002 to `employmentSubsidyCaused` if the line was added for an unpaid subsidy,
 * because the client's input does not contain that line.
 */
function atCaused({ input }: Draft, issue: Issue): Issue {
  const [, list, index] = issue.path;
  const given = input.payroll?.otherPayments.length ?? 0;
  if (list !== 'otherPayments' || typeof index !== 'number' || index < given) return issue;
  return { ...issue, path: ['payroll', 'employmentSubsidyCaused'] };
}

/**
 * Checks each part of a payroll document. The amounts of a draft can be calculated if no part has an issue.
 */
export function payrollInputIssues({ input }: Draft): Issue[] {
  const { payroll, payrollSource, currency = 'MXN' } = input;
  const issues = [
    ...sourceIssues(payrollSource),
    ...(payroll ? partIssues(payroll, payrollSource) : payrollMissing()),
  ];
  if (currency !== 'MXN') {
    const message = 'Payroll must be paid in pesos.';
    issues.push({ path: ['currency'], code: 'currency_not_allowed', message });
  }
  return issues;
}

/**
 * Checks the payroll document as a whole.
 * - paid_too_far_ahead: a payroll receipt may be issued at most 31 days before the payment
 */
export function payrollDocumentIssues(document: Comprobante): Issue[] {
  const nomina = document.complemento?.nominas?.[0];
  const issuedOn = document.fecha.slice(0, 10);
  if (nomina && nomina.fechaPago > addDays(issuedOn, daysAheadMax)) {
    const message = `Issue it when it is paid, or at most ${daysAheadMax} days before.`;
    return [{ path: ['payroll', 'paidOn'], code: 'paid_too_far_ahead', message }];
  }
  if (document.total.isNegative()) {
    const message = `The net pay is ${document.total}; it must not be below 0.`;
    return [{ path: ['payroll', 'deductions'], code: 'net_negative', message }];
  }
  return documentIssues(document, inputPath).map((issue) => ({
    ...issue,
    code: ownCodes[issue.code] ?? issue.code,
  }));
}

/** The rules of the SAT's matrix that payroll runs also check, with the codes that payroll uses. */
const ownCodes: Readonly<Record<string, string>> = {
  NOM42: 'employer_registration_missing',
  NOM101: 'subsidy_ceiling_exceeded',
  NOM108: 'subsidy_ceiling_exceeded',
};

const payrollMissing = (): Issue[] => [
  {
    path: ['payroll'],
    code: 'payroll_missing',
    message: 'A payroll document must have a payroll.',
  },
];

function sourceIssues(source: PayrollSource | undefined): Issue[] {
  const at = (code: string, message: string) => ({ path: ['employeeId'], code, message });
  if (!source) return [at('employee_unknown', 'A payroll document must name an employee.')];
  const issues: Issue[] = [];
  if (!source.rfc) issues.push(at('employee_rfc_missing', 'The employee has no RFC.'));
  if (!source.legalName) issues.push(at('employee_name_missing', 'The employee has no name.'));
  if (!source.postalCode) {
    issues.push(at('employee_postal_code_missing', 'The employee has no postal code.'));
  }
  return issues;
}

function partIssues(payroll: PayrollInput, source: PayrollSource | undefined): Issue[] {
  const issues = [...dateIssues(payroll), ...lineIssues(payroll)];
  const at = (field: string, code: string, message: string) =>
    issues.push({ path: ['payroll', field], code, message });
  if (!payroll.employee) at('employee', 'employee_missing', 'A payroll must name its employee.');
  if (payroll.earnings.length === 0) {
    at('earnings', 'earnings_missing', 'A payroll must have at least one earning.');
  }
  issues.push(...separationIssues(payroll, source), ...pensionIssues(payroll));
  issues.push(...registrationIssues(payroll), ...subsidyIssues(payroll));
  issues.push(...employeeIssues(payroll, source));
  // The limits of the law are checked only if all dates and amounts are valid.
  if (issues.length > 0) return issues;
  const ofRun = source?.details !== undefined;
  return [...exemptIssues(payroll, source), ...(ofRun ? [] : subsidyLawIssues(payroll))];
}

/**
 * - employer_registration_invalid: the text is not an employer's registration with a social security
 *   institution
 * - employer_registration_not_allowed: the contract is not an employment, so the payroll has no employer's
 *   registration (NOM43)
 */
function registrationIssues({ employee, employerRegistration }: PayrollInput): Issue[] {
  if (employerRegistration === undefined) return [];
  const path = ['payroll', 'employerRegistration'];
  if (!isEmployerRegistration(employerRegistration)) {
    const message =
      'Not the registration of an employer: IMSS gives a letter or digit and ten digits.';
    return [{ path, code: 'employer_registration_invalid', message }];
  }
  if (!employee || isEmployment(employee.contractType)) return [];
  const message =
    'A contract of this kind is not an employment, so its document has no employer registration.';
  return [{ path, code: 'employer_registration_not_allowed', message }];
}

/**
 * - date_invalid
 * - period_reversed: the period ends before it starts (NOM35)
 * - employed_after_period: the employment starts after the end of the period (NOM53)
 * - employment_dates_out_of_order: the employment ends before it starts
 * - paid_days_missing: give the paid days, or both the first and the last day of the period
 * - number_invalid, too_small: paidDays is not a valid number
 */
function dateIssues(payroll: PayrollInput): Issue[] {
  const { paidOn, periodStartedOn, periodEndedOn, employmentEndedOn, employee, paidDays } = payroll;
  const dates: [InputPath, string | undefined][] = [
    [['payroll', 'paidOn'], paidOn],
    [['payroll', 'periodStartedOn'], periodStartedOn],
    [['payroll', 'periodEndedOn'], periodEndedOn],
    [['payroll', 'employmentEndedOn'], employmentEndedOn],
    [['payroll', 'employee', 'employmentStartedOn'], employee?.employmentStartedOn],
  ];
  const issues: Issue[] = dates
    .filter(([, date]) => date !== undefined && !isCalendarDate(date))
    .map(([path]) => ({ path, code: 'date_invalid', message: 'Not a date.' }));
  const days = ['payroll', 'paidDays'];
  if (paidDays !== undefined) {
    issues.push(...decimalIssues(paidDays, days, { isPositive: true }));
  } else if (periodStartedOn === undefined || periodEndedOn === undefined) {
    const message = 'Give the days paid, or the first and the last day of the period.';
    issues.push({ path: days, code: 'paid_days_missing', message });
  }
  if (issues.length > 0) return issues;
  const { startedOn, endedOn } = periodOf(payroll);
  if (startedOn > endedOn) {
    const path = ['payroll', 'periodStartedOn'];
    issues.push({ path, code: 'period_reversed', message: 'The period ends before it starts.' });
  }
  if (employee && employee.employmentStartedOn > endedOn) {
    const path = ['payroll', 'employee', 'employmentStartedOn'];
    const message = 'The employment starts after the period.';
    issues.push({ path, code: 'employed_after_period', message });
  }
  if (
    employee &&
    employmentEndedOn !== undefined &&
    employmentEndedOn < employee.employmentStartedOn
  ) {
    const path = ['payroll', 'employmentEndedOn'];
    const message = 'The last day employed is before the first.';
    issues.push({ path, code: 'employment_dates_out_of_order', message });
  }
  return issues;
}

/**
 * - type_not_in_catalog: the type is not a code of c_TipoPercepcion, c_TipoDeduccion or c_TipoOtroPago
 * - number_invalid, too_small, too_many_decimals
 */
function lineIssues({
  employee,
  earnings,
  deductions,
  otherPayments,
  incapacities = [],
  lastMonthlySalary,
  pensionDailyAmount,
  paidOn,
}: PayrollInput): Issue[] {
  const coded = (path: InputPath, catalog: string, type: string): Issue[] => {
    if (!isCalendarDate(paidOn) || requiredCatalog(catalog).isActive(type, paidOn)) return [];
    return [{ path, code: 'type_not_in_catalog', ...sayNotActive(catalog, type, paidOn) }];
  };
  const typed = (list: string, catalog: string, lines: readonly { type: string }[]) =>
    lines.flatMap(({ type }, index) => coded(['payroll', list, index, 'type'], catalog, type));
  const positive: [InputPath, string | undefined][] = [
    [['payroll', 'employee', 'integratedDailySalary'], employee?.integratedDailySalary],
    [['payroll', 'lastMonthlySalary'], lastMonthlySalary],
    [['payroll', 'pensionDailyAmount'], pensionDailyAmount],
  ];
  return [
    ...typed('earnings', 'c_TipoPercepcion', earnings),
    ...typed('deductions', 'c_TipoDeduccion', deductions),
    ...typed('otherPayments', 'c_TipoOtroPago', otherPayments),
    ...typed('incapacities', 'c_TipoIncapacidad', incapacities),
    ...earnings.flatMap(({ taxableAmount, exemptAmount, overtime = [], shares }, index) => [
      ...Object.entries(shares ?? {}).flatMap(([name, amount]) =>
        pesosIssues(amount, ['payroll', 'earnings', index, 'shares', name], true),
      ),
      ...pesosIssues(taxableAmount, ['payroll', 'earnings', index, 'taxableAmount']),
      ...pesosIssues(exemptAmount, ['payroll', 'earnings', index, 'exemptAmount']),
      ...overtime.flatMap(({ hoursType, hours, amount }, place) => {
        const at = ['payroll', 'earnings', index, 'overtime', place];
        return [
          ...coded([...at, 'hoursType'], 'c_TipoHoras', hoursType),
          ...decimalIssues(hours, [...at, 'hours'], { isPositive: true }),
          ...pesosIssues(amount, [...at, 'amount'], true),
        ];
      }),
    ]),
    ...incapacities.flatMap(({ amount }, index) =>
      amount === undefined
        ? []
        : pesosIssues(amount, ['payroll', 'incapacities', index, 'amount'], true),
    ),
    ...deductions.flatMap(({ amount }, index) =>
      pesosIssues(amount, ['payroll', 'deductions', index, 'amount'], true),
    ),
    ...otherPayments.flatMap(otherPaymentIssues),
    ...positive.flatMap(([path, amount]) =>
      amount === undefined ? [] : pesosIssues(amount, path, true),
    ),
  ];
}

function otherPaymentIssues(
  { type, amount, employmentSubsidy, favorableBalance }: PayrollInput['otherPayments'][number],
  index: number,
): Issue[] {
  const at = ['payroll', 'otherPayments', index];
  return [
    ...balanceIssues(type, favorableBalance, [...at, 'favorableBalance']),
    ...pesosIssues(amount, [...at, 'amount'], type !== subsidyType),
    ...(employmentSubsidy === undefined
      ? []
      : pesosIssues(employmentSubsidy, [...at, 'employmentSubsidy'])),
  ];
}

/**
 * The code of c_TipoOtroPago for an annual ISR refund that the employer pays to the worker by compensation.
 */
const balanceType = '004';

/**
 * - favorable_balance_not_allowed: only other payment 004 may have a favorable balance
 */
function balanceIssues(
  type: string,
  balance: PayrollInput['otherPayments'][number]['favorableBalance'],
  path: InputPath,
): Issue[] {
  if (!balance) return [];
  const message = 'Only other payment 004 returns a favorable balance.';
  return [
    ...(type === balanceType ? [] : [{ path, code: 'favorable_balance_not_allowed', message }]),
    ...pesosIssues(balance.amount, [...path, 'amount'], true),
    ...pesosIssues(balance.remainingAmount, [...path, 'remainingAmount']),
  ];
}

const employeeFields: Readonly<Record<string, string>> = {
  curp: 'curp',
  numSeguridadSocial: 'socialSecurityNumber',
  fechaInicioRelLaboral: 'employmentStartedOn',
  antigüedad: 'employmentStartedOn',
  tipoContrato: 'contractType',
  tipoRegimen: 'regimeType',
  numEmpleado: 'employeeNumber',
  riesgoPuesto: 'positionRisk',
  periodicidadPago: 'paymentFrequency',
  salarioDiarioIntegrado: 'integratedDailySalary',
  claveEntFed: 'stateCode',
};
const payrollFields: Readonly<Record<string, string>> = {
  fechaPago: 'paidOn',
  fechaInicialPago: 'periodStartedOn',
  fechaFinalPago: 'periodEndedOn',
  numDiasPagados: 'paidDays',
  percepciones: 'earnings',
  deducciones: 'deductions',
  otrosPagos: 'otherPayments',
  incapacidades: 'incapacities',
};

/** The fields of a payroll line whose names in the input differ from the names in the document. */
const lineParts: Readonly<Record<string, string>> = {
  compensacionSaldosAFavor: 'favorableBalance',
  accionesOTitulos: 'shares',
  horasExtra: 'overtime',
};

/**
 * Converts a path in the document, such as complemento, nominas, 0, receptor, …, to a path in the input.
 */
function inputPath([part = '', , , field = '', ...rest]: Finding['path']): InputPath {
  if (part === 'receptor') return ['employeeId'];
  if (part !== 'complemento') return ['payroll'];
  if (field === 'emisor') {
    return rest[0] === 'registroPatronal' ? ['payroll', 'employerRegistration'] : ['employeeId'];
  }
  if (field === 'receptor') {
    const own = employeeFields[String(rest[0] ?? '')];
    return own === undefined ? ['employeeId'] : ['payroll', 'employee', own];
  }
  const list = payrollFields[String(field)];
  if (list === undefined) return ['payroll'];
  const index = rest.find((step) => typeof step === 'number');
  if (index === undefined) return ['payroll', list];
  const inner = lineParts[String(rest[rest.indexOf(index) + 1] ?? '')];
  return ['payroll', list, index, ...(inner === undefined ? [] : [inner])];
}
