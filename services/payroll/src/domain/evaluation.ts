import type { Incidents } from './calculation/input';
import { calculationOf, type PayInput } from './calculation-of';
import { isGiven } from './employee';
import type { Employee, Employer, Maybe } from './employee';
import { payOf } from './employee-pay';
import { identityIssues } from './issues/identity-issues';
import { incidentIssues, pensionIssues, regimeIncidentIssues } from './issues/incident-issues';
import { isExcluding, issueOf, unpaidIncapacity } from './issues/issue';
import type { Issue, IssueCode } from './issues/issue';
import { overtimeIssues } from './issues/overtime-issues';
import { ruleIssues, separationRuleIssues, unavailable } from './issues/rule-issues';
import { rowIssues } from './issues/row-issues';
import type { RowSituation } from './issues/row-issues';
import { salaryIssues } from './issues/salary-issues';
import { separationIssues } from './issues/separation-issues';
import { supportIssues } from './issues/support-issues';
import type { Calculation, EvaluatedReceipt, EvaluatedState } from './receipt';
import { RuleUnavailable } from './rules/rule-book';
import { documentedEmployee, isFinalPayment } from './separation-row';

/** All data that the evaluation of a row needs, loaded in advance. */
export interface ReceiptInput extends RowSituation, Omit<PayInput, 'employee'> {
  /** The employee of the row; absent if the employee was deleted. */
  readonly employee?: Maybe<Employee>;
  readonly employer: Employer;
}

/** Issues of data on which the amounts depend; each of these issues prevents the calculation. */
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

/**
 * Evaluates one employee's receipt in a run, and returns its amounts, its explanation and all its issues.
 * Invalid data cause issues and never an error. The amounts are returned if all data that the
 * calculation needs are present.
 */
export function calculateReceipt(input: ReceiptInput): EvaluatedReceipt {
  const { employee: recorded, employer, period, incidents } = input;
  if (!isGiven(recorded)) return evaluated([issueOf('employee_missing')], undefined);
  const employee = paidAs(recorded, incidents);
  const known = [
    ...rowIssues(input, period),
    ...identityIssues(employee, employer, period),
    ...pensionIssues(recorded, incidents, period),
  ];
  return evaluateWith(known, { ...input, employee });
}

/**
 * Returns the employee with the contract and regime that the document of these incidents states. A
 * separation and a pension paid at once have a separate contract and regime.
 */
export function paidAs(employee: Employee, { otherEarnings = [] }: Incidents): Employee {
  return isFinalPayment(otherEarnings) ? documentedEmployee(employee, otherEarnings) : employee;
}

/** Adds the issues of the pay, and calculates the receipt if no issue prevents it. */
export function evaluateWith(known: readonly Issue[], input: PayInput): EvaluatedReceipt {
  const { period, employee, incidents } = input;
  const issues = [
    ...known,
    ...issuesOfPay(input),
    ...incidentIssues(incidents, period),
    ...regimeIncidentIssues(employee, incidents, period.kind),
  ];
  const calculating = calculationOf(input);
  if (calculating === undefined || issues.some((issue) => blockingCodes.has(issue.code)))
    return evaluated([...issues, ...missingRules(input)], undefined);
  const outcome = tryToCalculate(calculating, input);
  return evaluated([...issues, ...outcome.issues], outcome.calculation);
}

function issuesOfPay({ period, employee, employer, incidents }: PayInput): Issue[] {
  if (isFinalPayment(incidents.otherEarnings ?? []))
    return separationIssues(employee, incidents, period);
  return [
    ...supportIssues(employee, period),
    ...salaryIssues(employee, period, employer.settings.provisionalRules),
  ];
}

function missingRules({ period, employee, employer, incidents }: PayInput): Issue[] {
  const isProvisional = employer.settings.provisionalRules;
  const earnings = incidents.otherEarnings ?? [];
  return isFinalPayment(earnings)
    ? separationRuleIssues(earnings, period, isProvisional)
    : ruleIssues(employee, period, isProvisional);
}

/** Calculates the receipt, and adds the issues that only a calculation can detect. */
function tryToCalculate(
  calculating: () => Calculation,
  input: PayInput,
): { issues: Issue[]; calculation?: Calculation } {
  const { period, employee, employer, incidents } = input;
  try {
    const calculation = calculating();
    const overtime = overtimeIssues(incidents, employee, period, payOf(employee, employer));
    return { issues: [...overtime, ...issuesOfAmounts(calculation)], calculation };
  } catch (error) {
    if (!(error instanceof RuleUnavailable)) throw error;
    const missing = missingRules(input);
    return { issues: missing.length > 0 ? missing : unavailable([error.key]) };
  }
}

/**
 * Returns the issues that the calculated amounts of a row cause. A document must have at least one
 * earning. If the employee was unfit for work in the whole period and the employer pays nothing, no
 * receipt is due (LISR art. 99-III), and the row needs no review. A payroll row that has only
 * absences could be a mistake, so a user must review it.
 */
function issuesOfAmounts({ earnings, totals, incapacities }: Calculation): Issue[] {
  if (earnings.length === 0 && incapacities.length > 0) return [unpaidIncapacity];
  return [
    ...(earnings.length === 0 ? [issueOf('invalid_request', 'earnings')] : []),
    ...(totals.net.isNegative() ? [issueOf('negative_net')] : []),
  ];
}

/**
 * Returns the state of a row for a list of issues. A row with an excluding issue is excluded. A row
 * with any other issue needs attention.
 */
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
