import type { PayrollPeriod } from '../calculation/input';
import { isGiven, minimumWageZoneOf } from '../employee';
import type { Employee } from '../employee';
import { frequencyOf } from '../payment-frequency';
import { findRule } from '../rules/rule-book';
import { codesOf } from './issue';
import type { Issue } from './issue';

/**
 * Reports missing rules of the period even when the employee's data prevent a calculation. The
 * known data decide which tariff and minimum wage are required.
 */
export function ruleIssues(employee: Employee, { paidOn, periodEndedOn }: PayrollPeriod): Issue[] {
  const zone = minimumWageZoneOf(employee);
  const frequency = frequencyOf(employee.paymentFrequency ?? '');
  const ofTax = [
    ...(frequency === undefined ? [] : ([`isr.tariff.${frequency.name}`] as const)),
    'isr.subsidy',
    'uma.tax',
  ] as const;
  const ofLabour = [
    ...(isGiven(zone) ? ([`minimum_wage.${zone}`] as const) : []),
    'uma.social_security',
    'imss.base_limits',
    'imss.employee_rates',
  ] as const;
  const isMissing =
    ofTax.some((key) => findRule(key, paidOn) === undefined) ||
    ofLabour.some((key) => findRule(key, periodEndedOn) === undefined);
  return codesOf([isMissing && 'rules_unavailable']);
}
