import { Decimal } from '@timbre/fiscal';
import type { ImssBranches } from '../rules/dated-rule';
import type { PeriodDays } from './days';
import type { EmployeePay } from './input';
import type { RulesOfPeriod } from './rules-of-period';

const hundredth = Decimal.from('0.01');
const zeroCents = Decimal.from('0.00');

const noQuotas: ImssBranches = {
  sicknessExcess: zeroCents,
  sicknessCash: zeroCents,
  pensionersMedical: zeroCents,
  disabilityLife: zeroCents,
  oldAge: zeroCents,
};

/** The base quotas are counted on (SBC): as given, else the integrated salary within one minimum
 * wage of the zone and 25 UMA (LSS art. 28). Zero without social security. */
export function contributionBaseOf(pay: EmployeePay, rules: RulesOfPeriod): Decimal {
  if (!pay.hasSocialSecurity || pay.integratedDailySalary === undefined) return zeroCents;
  if (pay.contributionBaseSalary !== undefined) return pay.contributionBaseSalary;
  const { floor, ceiling } = contributionBaseLimits(rules);
  return Decimal.min(Decimal.max(pay.integratedDailySalary, floor), ceiling);
}

export function contributionBaseLimits(
  rules: Pick<RulesOfPeriod, 'minimumWage' | 'umaSocialSecurity' | 'baseLimits'>,
): { floor: Decimal; ceiling: Decimal } {
  const ceiling = rules.umaSocialSecurity.times(rules.baseLimits.capUma).round(2);
  return { floor: rules.minimumWage, ceiling };
}

/** Worker quotas, each branch rounded to the cent before they are added up. On a minimum wage the
 * employer pays them (LSS art. 36), whatever else the payment brings. */
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
