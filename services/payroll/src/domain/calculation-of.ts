import { calculateAssimilated } from './calculation/assimilated';
import { calculate } from './calculation/calculate';
import { calculatePension } from './calculation/pension';
import { calculateSeparation } from './calculation/separation';
import type { EarlierReceipts, Incidents, PayrollPeriod } from './calculation/input';
import type { Employee, Employer } from './employee';
import { assimilatedPayOf, payOf } from './employee-pay';
import { isAssimilated, isPensioner } from './issues/contract-and-regime';
import type { Calculation } from './receipt';
import { separationPayOf } from './separation-pay';
import { isFinalPayment } from './separation-row';
import type { RuleRead } from './rules/rule-book';

/** The data on which the amounts of a row depend. */
export interface PayInput {
  readonly period: PayrollPeriod;
  readonly employee: Employee;
  readonly employer: Pick<Employer, 'registration' | 'settings'>;
  readonly incidents: Incidents;
  readonly earlier: EarlierReceipts;
}

/**
 * Returns a function that calculates the receipt with the rules for the employee's regime, or with
 * the rules for a payment after the employment. Returns undefined if a required value is missing.
 * The returned function throws `RuleUnavailable` if a rule has no figure on its date.
 * @param cited the rules of an earlier calculation, whose provisional figures this calculation uses
 * again
 */
export function calculationOf(
  { employee, employer, ...rest }: PayInput,
  cited: readonly RuleRead[] = [],
): (() => Calculation) | undefined {
  const input = { ...rest, settings: employer.settings, cited };
  if (isFinalPayment(rest.incidents.otherEarnings ?? [])) {
    const pay = separationPayOf(employee, rest.incidents, rest.period);
    return pay && (() => calculateSeparation({ ...input, pay }));
  }
  if (isAssimilated(employee)) {
    const pay = assimilatedPayOf(employee);
    return pay && (() => calculateAssimilated({ ...input, pay }));
  }
  if (isPensioner(employee)) {
    const pay = assimilatedPayOf(employee);
    return pay && (() => calculatePension({ ...input, pay }));
  }
  const pay = payOf(employee, employer);
  return pay && (() => calculate({ ...input, pay }));
}
