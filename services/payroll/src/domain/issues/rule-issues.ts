import type { Incidents, PayrollPeriod } from '../calculation/input';
import { isGiven, minimumWageZoneOf } from '../employee';
import type { Employee } from '../employee';
import { frequencyOf } from '../payment-frequency';
import type { RuleKey } from '../rules/dated-rule';
import { findRule } from '../rules/rule-book';
import { isPensionAtOnce } from '../separation-row';
import { isPaidInShares, isPensioner, isWithoutWages } from './contract-and-regime';
import { issueOf } from './issue';
import type { Issue } from './issue';

/**
 * Reports missing legal rules for the period, even if the employee's data prevent a calculation.
 * The employee data that are present determine which tax table and which minimum wage are required.
 */
export function ruleIssues(
  employee: Employee,
  { paidOn, periodEndedOn }: PayrollPeriod,
  isProvisional = false,
): Issue[] {
  const zone = minimumWageZoneOf(employee);
  const ofWages = !isWithoutWages(employee);
  const frequency = frequencyOf(employee.paymentFrequency ?? '');
  const tariff = isPaidInShares(employee) ? 'monthly' : frequency?.name;
  const ofTax: RuleKey[] = [
    ...(tariff === undefined ? [] : ([`isr.tariff.${tariff}`] as const)),
    ...(ofWages ? (['isr.subsidy', 'uma.tax'] as const) : []),
    ...(isPensioner(employee) ? (['uma.tax', 'exemption.pension'] as const) : []),
  ];
  const ofLabour: RuleKey[] = ofWages
    ? [
        ...(isGiven(zone) ? ([`minimum_wage.${zone}`] as const) : []),
        'uma.social_security',
        'imss.base_limits',
        'imss.employee_rates',
      ]
    : [];
  return unavailable([
    ...ofTax.filter((key) => findRule(key, paidOn, isProvisional) === undefined),
    ...ofLabour.filter((key) => findRule(key, periodEndedOn, isProvisional) === undefined),
  ]);
}

/**
 * Reports missing legal rules for a separation or for a pension paid at once, even if the
 * employee's data prevent a calculation.
 */
export function separationRuleIssues(
  earnings: NonNullable<Incidents['otherEarnings']>,
  { paidOn }: PayrollPeriod,
  isProvisional = false,
): Issue[] {
  const read: RuleKey[] = [
    'isr.tariff.monthly',
    'uma.tax',
    isPensionAtOnce(earnings) ? 'exemption.pension_at_once' : 'exemption.separation',
    'isr.separation',
  ];
  return unavailable(read.filter((key) => findRule(key, paidOn, isProvisional) === undefined));
}

/**
 * Returns one issue that lists all missing legal figures, or no issue if no figure is missing.
 * - rules_unavailable: the legal figures for this day are not published or not installed; missingRules names
 *   them
 */
export function unavailable(missing: readonly RuleKey[]): Issue[] {
  if (missing.length === 0) return [];
  return [{ ...issueOf('rules_unavailable'), missingRules: [...new Set(missing)] }];
}
