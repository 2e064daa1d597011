import type { Comprobante, Finding } from '@timbre/cfdi';
import {
  Decimal,
  decimalIssues,
  isCalendarDate,
  type Issue,
  requiredCatalog,
} from '@timbre/fiscal';
import { documentIssues, type Judged } from '../drafting/document-issues';
import type { Draft, Issuance } from '../drafting/draft';
import type { Profile } from '../set-up/fiscal-profile';
import { periodOf, separationTypes } from './nomina-of';
import { payrollComprobante } from './payroll';
import type { PayrollInput, PayrollSource } from './payroll-input';

type InputPath = (string | number)[];

/** c_TipoOtroPago of the employment subsidy, the only payment that may be zero. */
const subsidyType = '002';
const decimalsMax = 2;

/**
 * Every rule that a payroll breaks on a date: those of its parts, and of the whole (CFDI… and
 * NOM…, by the SAT's own codes) only when the parts hold.
 * - payroll_missing, employee_missing, earnings_missing
 * - employee_unknown: the employee is none of the organization's
 * - net_negative: more is deducted than paid
 * - employee_rfc_missing, employee_name_missing, employee_postal_code_missing
 * - subsidy_ceiling_exceeded: more subsidy was caused than the SAT stamps (NOM101, NOM108)
 */
export function judgePayroll(draft: Draft, profile: Profile, issuance: Issuance): Judged {
  const issues = payrollInputIssues(draft);
  if (issues.length > 0) return { issues };
  const document = payrollComprobante(draft, profile, issuance);
  return { issues: payrollDocumentIssues(document), document };
}

/** The rules of the parts; a draft without these issues can be computed. */
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

/** The rules of the whole document. */
export function payrollDocumentIssues(document: Comprobante): Issue[] {
  if (document.total.isNegative()) {
    const message = `The net pay is ${document.total}; it must not be below 0.`;
    return [{ path: ['payroll', 'deductions'], code: 'net_negative', message }];
  }
  return documentIssues(document, inputPath).map((issue) => ({
    ...issue,
    code: ownCodes[issue.code] ?? issue.code,
  }));
}

/** Rules of the SAT's matrix that payroll runs also check, under payroll's codes. */
const ownCodes: Readonly<Record<string, string>> = {
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
  const isSeparation = payroll.earnings.some(({ type }) => separationTypes.has(type));
  if (isSeparation && source && source.details?.lastMonthlySalary === undefined) {
    const message = 'Separation payments require the last monthly salary.';
    at('earnings', 'last_monthly_salary_missing', message);
  }
  return issues;
}

/**
 * - date_invalid; period_reversed: it ends before it starts (NOM35)
 * - employed_after_period: the employment starts after the period (NOM53)
 * - number_invalid, too_small: paidDays
 */
function dateIssues(payroll: PayrollInput): Issue[] {
  const { paidOn, periodStartedOn, periodEndedOn, employee, paidDays } = payroll;
  const dates: [InputPath, string | undefined][] = [
    [['payroll', 'paidOn'], paidOn],
    [['payroll', 'periodStartedOn'], periodStartedOn],
    [['payroll', 'periodEndedOn'], periodEndedOn],
    [['payroll', 'employee', 'employmentStartedOn'], employee?.employmentStartedOn],
  ];
  const issues: Issue[] = dates
    .filter(([, date]) => date !== undefined && !isCalendarDate(date))
    .map(([path]) => ({ path, code: 'date_invalid', message: 'Not a date.' }));
  if (paidDays !== undefined) {
    issues.push(...decimalIssues(paidDays, ['payroll', 'paidDays'], { isPositive: true }));
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
  return issues;
}

/**
 * - type_not_in_catalog: no code of c_TipoPercepcion, c_TipoDeduccion or c_TipoOtroPago
 * - number_invalid, too_small, too_many_decimals
 */
function lineIssues({
  employee,
  earnings,
  deductions,
  otherPayments,
  paidOn,
}: PayrollInput): Issue[] {
  const typed = (list: string, catalog: string, lines: readonly { type: string }[]) =>
    lines.flatMap(({ type }, index) => {
      const day = isCalendarDate(paidOn) ? paidOn : undefined;
      if (day === undefined || requiredCatalog(catalog).isActive(type, day)) return [];
      const message = `type is not an active code of ${catalog}.`;
      return [{ path: ['payroll', list, index, 'type'], code: 'type_not_in_catalog', message }];
    });
  const salary = employee?.integratedDailySalary;
  return [
    ...typed('earnings', 'c_TipoPercepcion', earnings),
    ...typed('deductions', 'c_TipoDeduccion', deductions),
    ...typed('otherPayments', 'c_TipoOtroPago', otherPayments),
    ...earnings.flatMap(({ taxableAmount, exemptAmount }, index) => [
      ...amountIssues(taxableAmount, ['payroll', 'earnings', index, 'taxableAmount']),
      ...amountIssues(exemptAmount, ['payroll', 'earnings', index, 'exemptAmount']),
    ]),
    ...deductions.flatMap(({ amount }, index) =>
      amountIssues(amount, ['payroll', 'deductions', index, 'amount'], true),
    ),
    ...otherPayments.flatMap(({ type, amount, employmentSubsidy }, index) => {
      const at = ['payroll', 'otherPayments', index];
      return [
        ...amountIssues(amount, [...at, 'amount'], type !== subsidyType),
        ...(employmentSubsidy === undefined
          ? []
          : amountIssues(employmentSubsidy, [...at, 'employmentSubsidy'])),
      ];
    }),
    ...(salary === undefined
      ? []
      : amountIssues(salary, ['payroll', 'employee', 'integratedDailySalary'], true)),
  ];
}

function amountIssues(text: string, path: InputPath, isPositive = false): Issue[] {
  const issues = decimalIssues(text, path, { isPositive });
  if (issues.length > 0 || Decimal.from(text).trimmed().scale <= decimalsMax) return issues;
  return [
    {
      path,
      code: 'too_many_decimals',
      message: `The number can have at most ${decimalsMax} decimals.`,
    },
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
};

/** Maps a path in the document to the input: complemento, nominas, 0, receptor, … */
function inputPath([part = '', , , field = '', ...rest]: Finding['path']): InputPath {
  if (part === 'receptor') return ['employeeId'];
  if (part !== 'complemento') return ['payroll'];
  if (field === 'emisor') return ['employeeId'];
  if (field === 'receptor') {
    const own = employeeFields[String(rest[0] ?? '')];
    return own === undefined ? ['employeeId'] : ['payroll', 'employee', own];
  }
  const list = payrollFields[String(field)];
  if (list === undefined) return ['payroll'];
  const index = rest.find((step) => typeof step === 'number');
  return ['payroll', list, ...(index === undefined ? [] : [index])];
}
