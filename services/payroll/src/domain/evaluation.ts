import { calculate } from './calculation/calculate';
import type {
  CalculationInput,
  EarlierReceipts,
  Incidents,
  PayrollPeriod,
} from './calculation/input';
import { isGiven } from './employee';
import type { Employee, Employer, Maybe } from './employee';
import { payOf } from './employee-pay';
import { identityIssues } from './issues/identity-issues';
import { incidentIssues } from './issues/incident-issues';
import { isExcluding, issueOf } from './issues/issue';
import type { Issue, IssueCode } from './issues/issue';
import { ruleIssues } from './issues/rule-issues';
import { rowIssues } from './issues/row-issues';
import type { RowSituation } from './issues/row-issues';
import { salaryIssues } from './issues/salary-issues';
import { supportIssues } from './issues/support-issues';
import type { Calculation, EvaluatedReceipt, EvaluatedState } from './receipt';
import { RuleUnavailable } from './rules/rule-book';

/** Everything that decides one row: pure data, loaded beforehand. */
export interface ReceiptInput extends RowSituation, Omit<PayInput, 'employee'> {
  /** Absent once the employee was deleted. */
  readonly employee?: Maybe<Employee>;
  readonly employer: Employer;
}

/** What the amounts of a row come from. */
export interface PayInput {
  readonly period: PayrollPeriod;
  readonly employee: Employee;
  readonly employer: Pick<Employer, 'registration' | 'settings'>;
  readonly incidents: Incidents;
  readonly earlier: EarlierReceipts;
}

/** Issues of data the amounts come from: with one of them there is nothing to calculate. */
const blockingCodes: ReadonlySet<IssueCode> = new Set([
  'contract_type_invalid',
  'regime_type_invalid',
  'payment_frequency_invalid',
  'unsupported_regime',
  'unsupported_contract',
  'unsupported_frequency',
  'employment_start_missing',
  'integrated_daily_salary_missing',
  'contribution_base_salary_invalid',
  'salary_missing',
  'invalid_salary',
  'minimum_wage_zone_missing',
  'not_employed_in_period',
  'invalid_request',
]);

/** One employee's receipt in a run: its amounts, why, and every issue at once. Never throws for
 * what the data say; amounts are there whenever the data they need are. */
export function calculateReceipt(input: ReceiptInput): EvaluatedReceipt {
  const { employee, employer, period } = input;
  if (!isGiven(employee)) return evaluated([issueOf('employee_missing')], undefined);
  const known = [...rowIssues(input, period), ...identityIssues(employee, employer, period)];
  return evaluateWith(known, { ...input, employee });
}

/** The issues known so far, those of the pay, and the amounts unless one of them prevents it. */
export function evaluateWith(
  known: readonly Issue[],
  { period, employee, employer, incidents, earlier }: PayInput,
): EvaluatedReceipt {
  const issues = [
    ...known,
    ...supportIssues(employee, period.paidOn),
    ...salaryIssues(employee, period),
    ...incidentIssues(incidents, period.paidOn),
  ];
  const pay = payOf(employee, employer);
  if (pay === undefined || issues.some((issue) => blockingCodes.has(issue.code))) {
    return evaluated([...issues, ...ruleIssues(employee, period)], undefined);
  }
  const { settings } = employer;
  const outcome = tryToCalculate({ period, pay, incidents, earlier, settings });
  return evaluated([...issues, ...outcome.issues], outcome.calculation);
}

/** The calculation with the issues only it can find. */
function tryToCalculate(input: CalculationInput): {
  issues: Issue[];
  calculation?: Calculation;
} {
  try {
    const calculation = calculate(input);
    return { issues: issuesOfAmounts(calculation), calculation };
  } catch (error) {
    if (!(error instanceof RuleUnavailable)) throw error;
    return { issues: [issueOf('rules_unavailable')] };
  }
}

/** A document needs an earning and days above zero: a period all absent cannot be stamped. */
function issuesOfAmounts({ earnings, paidDays, totals }: Calculation): Issue[] {
  const isEmpty = earnings.length === 0;
  return [
    ...(isEmpty ? [issueOf('invalid_request', 'earnings')] : []),
    ...(!isEmpty && paidDays.isZero() ? [issueOf('invalid_request', 'paidDays')] : []),
    ...(totals.net.isNegative() ? [issueOf('negative_net')] : []),
  ];
}

/** An X issue puts the row out, any other asks for attention. */
export function stateOf(issues: readonly Issue[]): EvaluatedState {
  if (issues.length === 0) return 'ready';
  return issues.some(isExcluding) ? 'excluded' : 'needs_attention';
}

function evaluated(issues: readonly Issue[], calculation: Calculation | undefined) {
  const common = { source: 'calculated', state: stateOf(issues), issues } as const;
  if (calculation === undefined) {
    return { ...common, earnings: [], deductions: [], otherPayments: [] };
  }
  const { paidDays, totals, explanation, earnings, deductions, otherPayments } = calculation;
  const lines = { earnings, deductions, otherPayments };
  return { ...common, ...lines, paidDays, totals, explanation, calculation };
}
