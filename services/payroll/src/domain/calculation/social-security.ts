import { Decimal } from '@timbre/fiscal';
import type { ImssBranches, MinimumWageZone } from '../rules/dated-rule';
import { findRule } from '../rules/rule-book';
import type { PeriodDays } from './days';
import type { EmployeePay } from './input';
import type { RulesOfPeriod } from './rules-of-period';

const hundredth = Decimal.from('0.01');
const zeroCents = Decimal.from('0.00');

/** The social security contributions of a person without social security, which are all zero. */
export const noQuotas: ImssBranches = {
  sicknessExcess: zeroCents,
  sicknessCash: zeroCents,
  pensionersMedical: zeroCents,
  disabilityLife: zeroCents,
  oldAge: zeroCents,
};

export interface ContributionBaseLimits {
  readonly floor: Decimal;
  readonly ceiling: Decimal;
}

/**
 * Returns the contribution base (SBC) from which social security contributions are calculated; zero
 * for a person without social security.
 */
export function contributionBaseOf(pay: EmployeePay, rules: RulesOfPeriod): Decimal {
  if (!pay.hasSocialSecurity) return zeroCents;
  return baseOfSalary(pay, contributionBaseLimits(rules)) ?? zeroCents;
}

/**
 * Returns the contribution base of a salary. The contribution base is the given base, or else the
 * integrated salary, limited to between one minimum wage of the zone and 25 UMA (LSS art. 28). Returns
 * undefined if the given base and the integrated salary are missing.
 */
export function baseOfSalary(
  { contributionBaseSalary, integratedDailySalary }: EmployeePay,
  { floor, ceiling }: ContributionBaseLimits,
): Decimal | undefined {
  if (contributionBaseSalary !== undefined) return contributionBaseSalary;
  if (integratedDailySalary === undefined) return undefined;
  return Decimal.min(Decimal.max(integratedDailySalary, floor), ceiling);
}

export function contributionBaseLimits(
  rules: Pick<RulesOfPeriod, 'minimumWage' | 'umaSocialSecurity' | 'baseLimits'>,
): ContributionBaseLimits {
  const ceiling = rules.umaSocialSecurity.times(rules.baseLimits.capUma).round(2);
  return { floor: rules.minimumWage, ceiling };
}

/**
 * Returns the limits of the contribution base for a zone on a day, outside a calculation. Returns
 * undefined if a figure is missing.
 */
export function findContributionBaseLimits(
  zone: MinimumWageZone,
  on: string,
  isProvisional: boolean,
): ContributionBaseLimits | undefined {
  const minimumWage = findRule(`minimum_wage.${zone}`, on, isProvisional)?.value.daily;
  const umaSocialSecurity = findRule('uma.social_security', on, isProvisional)?.value.daily;
  const baseLimits = findRule('imss.base_limits', on, isProvisional)?.value;
  if (minimumWage === undefined || umaSocialSecurity === undefined) return undefined;
  if (baseLimits === undefined) return undefined;
  return contributionBaseLimits({ minimumWage, umaSocialSecurity, baseLimits });
}

/**
 * Calculates the social security contributions that the worker pays. The contribution of each
 * branch is rounded to the cent before the branches are added up. If the wage is a minimum wage,
 * the employer pays the worker's contributions (LSS art. 36), regardless of other earnings.
 */
export function workerQuotas(
  pay: EmployeePay,
  base: Decimal,
  days: PeriodDays,
  rules: RulesOfPeriod,
): ImssBranches {
  if (!pay.hasSocialSecurity || pay.dailyWage.equals(rules.minimumWage)) return noQuotas;
  const rates = rules.imssRates;
  const threshold = rules.umaSocialSecurity.times(rules.baseLimits.excessUma);
  const excess = Decimal.max(Decimal.zero, base.minus(threshold));
  return {
    sicknessExcess: quota(excess, days.sicknessDays, rates.sicknessExcess),
    sicknessCash: quota(base, days.sicknessDays, rates.sicknessCash),
    pensionersMedical: quota(base, days.sicknessDays, rates.pensionersMedical),
    disabilityLife: quota(base, days.contributionDays, rates.disabilityLife),
    oldAge: quota(base, days.contributionDays, rates.oldAge),
  };
}

export function totalOf(quotas: ImssBranches): Decimal {
  return quotas.sicknessExcess
    .plus(quotas.sicknessCash)
    .plus(quotas.pensionersMedical)
    .plus(quotas.disabilityLife)
    .plus(quotas.oldAge);
}

function quota(base: Decimal, days: Decimal, percent: Decimal): Decimal {
  return base.times(days).times(percent).times(hundredth).round(2);
}
