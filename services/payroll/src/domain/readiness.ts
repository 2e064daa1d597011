import type { PayrollPeriod } from './calculation/input';
import { isGiven } from './employee';
import type { Employee, Employer } from './employee';
import { recurringIssues, withRecurring } from './given-items';
import type { RecurringItems } from './given-items';
import { identityIssues } from './issues/identity-issues';
import { regimeIncidentIssues } from './issues/incident-issues';
import { ruleIssues } from './issues/rule-issues';
import type { Issue, IssueCode } from './issues/issue';
import { salaryIssues } from './issues/salary-issues';
import { supportIssues } from './issues/support-issues';

/**
 * Returns the issues that an employee would have in a payroll that is paid on a given day. The
 * function needs no payroll run, only the employee record.
 */
export function readinessIssues(
  employee: Employee,
  employer: Employer,
  on: string,
  recurring: RecurringItems = {},
): Issue[] {
  const period: PayrollPeriod = {
    kind: 'ordinary',
    paymentFrequency: employee.paymentFrequency ?? '',
    periodStartedOn: on,
    periodEndedOn: on,
    paidOn: on,
  };
  return [
    ...identityIssues(employee, employer, period),
    ...supportIssues(employee, period),
    ...salaryIssues(employee, period, employer.settings.provisionalRules),
    ...recurringIssues(recurring, on),
    ...regimeIncidentIssues(employee, withRecurring('ordinary', {}, recurring), 'ordinary'),
    ...ruleIssues(employee, period, employer.settings.provisionalRules),
  ];
}

/** Issues of missing salary data that can be filled from a stamped receipt. */
const salaryCodes: ReadonlySet<IssueCode> = new Set([
  'salary_missing',
  'integrated_daily_salary_missing',
]);

/**
 * Whether salary data are missing in the record and a stamped receipt contains them
 * (`lastReceiptSalaryAvailable`).
 */
export function canUseLastReceiptSalary(
  issues: readonly Issue[],
  lastReceipt: Pick<Employee, 'dailyWage' | 'integratedDailySalary'> | undefined,
): boolean {
  const isMissing = issues.some((issue) => salaryCodes.has(issue.code));
  return isMissing && isGiven(lastReceipt?.dailyWage) && isGiven(lastReceipt.integratedDailySalary);
}
