import {
  daysOfLongestMonth,
  Decimal,
  figureOn,
  isrType,
  isSubsidyPaidOut,
  type Issue,
  pensionEarnings,
  separationEarnings,
  subsidyCeiling,
  subsidyType,
  subsidyTypes,
  wagesRegime,
} from '@timbre/fiscal';
import { paidDaysOf } from './nomina-of';
import { countedDays } from './payment-facts';
import type { PayrollInput } from './payroll-input';
import { pesosIssues } from './pesos-issues';

type InputPath = (string | number)[];

/**
 * - subsidy_repeated: the document has the employment subsidy more than once
 * - subsidy_line_invalid: only wages may have other payments 002, 007 and 008, the employment subsidy and its
 *   corrections (NOM105)
 * - subsidy_not_allowed: only wages (regime 02) cause an employment subsidy (NOM106), and only other payment
 *   002 may state it
 */
export function subsidyIssues(payroll: PayrollInput): Issue[] {
  const { employee, employmentSubsidyCaused: caused, otherPayments } = payroll;
  const message = 'The employment subsidy, other payment 002, must be said once.';
  const subsidies = otherPayments.flatMap(({ type }, index) =>
    type === subsidyType ? [index] : [],
  );
  const repeated = subsidies
    .slice(1)
    .map((index): InputPath => ['payroll', 'otherPayments', index]);
  const path = ['payroll', 'employmentSubsidyCaused'];
  const isRepeated = caused !== undefined && subsidies.length > 0;
  const issues: Issue[] = [...repeated, ...(isRepeated ? [path] : [])].map((at) => ({
    path: at,
    code: 'subsidy_repeated',
    message,
  }));
  otherPayments.forEach(({ type, employmentSubsidy }, index) => {
    if (employmentSubsidy === undefined || type === subsidyType) return;
    const at = ['payroll', 'otherPayments', index, 'employmentSubsidy'];
    const reason = 'Only other payment 002 says the subsidy that was caused.';
    issues.push({ path: at, code: 'subsidy_not_allowed', message: reason });
  });
  otherPayments.forEach(({ type }, index) => {
    const isShown = caused !== undefined || subsidies.length > 0;
    if (!isShown || type === subsidyType || !subsidyTypes.has(type)) return;
    const reason = `Other payment ${type} replaces the subsidy, 002; say one of the two.`;
    const at = ['payroll', 'otherPayments', index, 'type'];
    issues.push({ path: at, code: 'subsidy_line_invalid', message: reason });
  });
  if (caused === undefined) return issues;
  if (employee && employee.regimeType !== wagesRegime) {
    const reason = 'Only wages, regimeType 02, cause an employment subsidy.';
    issues.push({ path, code: 'subsidy_not_allowed', message: reason });
  }
  return [...issues, ...pesosIssues(caused, path)];
}

/** The amount of a valid payment's employment subsidy, with the input path of this amount. */
interface SaidSubsidy {
  at: InputPath;
  caused: Decimal;
  paidOut: Decimal;
}

function saidSubsidy(payroll: PayrollInput): SaidSubsidy | undefined {
  const { employmentSubsidyCaused, otherPayments } = payroll;
  if (employmentSubsidyCaused !== undefined) {
    const caused = Decimal.from(employmentSubsidyCaused);
    return { at: ['payroll', 'employmentSubsidyCaused'], caused, paidOut: Decimal.zero };
  }
  const index = otherPayments.findIndex(({ type }) => type === subsidyType);
  const line = otherPayments[index];
  if (!line) return undefined;
  const caused = Decimal.from(line.employmentSubsidy ?? line.amount);
  const at = ['payroll', 'otherPayments', index];
  return { at, caused, paidOut: Decimal.from(line.amount) };
}

/**
 * The codes of earnings that do not count for the income limit of the subsidy, or that are taxed separately
 * (RLISR art. 174).
 */
const apart: ReadonlySet<string> = new Set([
  '002',
  '003',
  '021',
  ...pensionEarnings,
  ...separationEarnings,
]);
const shortMonthDays = Decimal.from(30);
const decree = 'decrees of the employment subsidy, DOF 2024-05-01 and later';

/**
 * Returns an issue for a subsidy that the decrees do not allow under any interpretation.
 * - subsidy_month_cap_exceeded: the employment subsidy is above the monthly amount for the months that are
 *   paid
 * - subsidy_not_due: the income and the integrated daily salary are both above the monthly limit, so no
 *   employment subsidy is due
 * - subsidy_paid_out: the employment subsidy was paid to the employee, but since May 2024 it may only reduce
 *   the ISR
 */
export function subsidyLawIssues(payroll: PayrollInput): Issue[] {
  const figures = figureOn('isr.subsidy', payroll.paidOn)?.value;
  const said = saidSubsidy(payroll);
  if (!figures || !said) return [];
  const { at, caused, paidOut } = said;
  const issues: Issue[] = [];
  const months = monthsOf(countedDays(payroll));
  const [most, cap] = [figures.monthlyAmount, figures.monthlyIncomeCap].map((one) =>
    one.times(months),
  ) as [Decimal, Decimal];
  // An amount above the SAT's ceiling is not checked here, because the check of the whole document returns
  // it under the SAT's code.
  const ceiling = subsidyCeiling(paidDaysOf(payroll), payroll.paidOn) ?? caused;
  if (caused.greaterThan(most) && caused.lessOrEqual(ceiling)) {
    const message = `Wages cause at most ${most} for these days (${decree}).`;
    issues.push({ path: at, code: 'subsidy_month_cap_exceeded', message });
  }
  const salary = payroll.employee?.integratedDailySalary;
  const isAbove =
    salary === undefined ||
    Decimal.from(salary).times(figures.monthDays).greaterThan(figures.monthlyIncomeCap);
  if (caused.isPositive() && isAbove && incomeOf(payroll).greaterThan(cap)) {
    const message = `Income above ${cap} for these days causes no subsidy (${decree}).`;
    issues.push({ path: at, code: 'subsidy_not_due', message });
  }
  if (isSubsidyPaidOut(paidOut, isrOf(payroll), payroll.paidOn)) {
    const message = `The subsidy lowers the ISR and is not paid out (${decree}); pay 0.`;
    issues.push({ path: at, code: 'subsidy_paid_out', message });
  }
  return issues;
}

/**
 * - subsidy_doubtful: the employment subsidy is above its share for the days paid, or the income is above the
 *   limit for these days
 * - subsidy_paid_out: a part of the ISR was withheld and paid out again
 */
export function subsidyWarnings(payroll: PayrollInput): Issue[] {
  const figures = figureOn('isr.subsidy', payroll.paidOn)?.value;
  const said = saidSubsidy(payroll);
  if (!figures || !said || subsidyLawIssues(payroll).length > 0) return [];
  const { at, caused, paidOut } = said;
  const warnings: Issue[] = [];
  const days = countedDays(payroll);
  const share = (ofMonth: Decimal): Decimal =>
    days.lessThan(daysOfShortestMonth)
      ? ofMonth.times(days).dividedBy(figures.monthDays, 2)
      : ofMonth.times(monthsOf(days));
  const isMore = caused.greaterThan(share(figures.monthlyAmount));
  const isAbove =
    caused.isPositive() && incomeOf(payroll).greaterThan(share(figures.monthlyIncomeCap));
  if (isMore || isAbove) {
    const message = isMore
      ? `${days} days usually cause at most ${share(figures.monthlyAmount)} (${decree}).`
      : `An income above ${share(figures.monthlyIncomeCap)} in ${days} days usually causes none (${decree}).`;
    warnings.push({ path: at, code: 'subsidy_doubtful', message });
  }
  if (paidOut.isPositive()) {
    const message = `The subsidy lowers the ISR and is not paid out (${decree}); withhold less ISR and pay 0.`;
    warnings.push({ path: at, code: 'subsidy_paid_out', message });
  }
  return warnings;
}

const daysOfShortestMonth = Decimal.from(28);

/** Returns the number of months that the given days cover, which is at least one. */
const monthsOf = (days: Decimal): Decimal =>
  days.lessOrEqual(daysOfLongestMonth) ? Decimal.one : days.dividedBy(shortMonthDays, 0, 'up');

function incomeOf({ earnings }: PayrollInput): Decimal {
  const counted = earnings.filter(({ type }) => !apart.has(type));
  return Decimal.sum(counted.map(({ taxableAmount }) => Decimal.from(taxableAmount)));
}

function isrOf({ deductions }: PayrollInput): Decimal {
  const isr = deductions.filter(({ type }) => type === isrType);
  return Decimal.sum(isr.map(({ amount }) => Decimal.from(amount)));
}
