import { Decimal } from '@timbre/fiscal';
import type { EmployerSettings } from '../employer-settings';
import { RuleReader } from '../rules/rule-book';

/** A proposed integrated daily salary (SDI) with its components. */
export interface Integration {
  readonly vacationDays: Decimal;
  /** The factor has four decimals. */
  readonly factor: Decimal;
  readonly integratedDailySalary: Decimal;
}

const daysOfYear = Decimal.from(365);

/**
 * Proposes an SDI: r2(daily wage x factor), with factor = 1 + aguinaldo days / 365 + vacation days x premium
 * / 365, to four decimals (LSS art. 27). A calculation uses the SDI of the record instead.
 * @throws RuleUnavailable when the benefits have no figure on the date
 */
export function integrationOf(
  dailyWage: Decimal,
  serviceYear: number,
  on: string,
  benefits: Pick<EmployerSettings, 'aguinaldoDays' | 'vacationPremiumRate'> = {},
): Integration {
  const minimum = new RuleReader().read('labour.minimum_benefits', on);
  const vacationDays = vacationDaysOf(serviceYear, on);
  const aguinaldoDays = benefits.aguinaldoDays ?? minimum.aguinaldoDays;
  const premium = vacationDays.times(benefits.vacationPremiumRate ?? minimum.vacationPremium);
  const share = aguinaldoDays.plus(premium).dividedBy(daysOfYear, 4);
  const factor = Decimal.one.plus(share);
  return { vacationDays, factor, integratedDailySalary: dailyWage.times(factor).round(2) };
}

/**
 * Returns the vacation days of a year of service (LFT art. 76). The table of the law pack covers more years
 * than any employment lasts.
 */
function vacationDaysOf(serviceYear: number, on: string): Decimal {
  const table = new RuleReader().read('labour.vacation_days', on);
  const row = table.find((step) => serviceYear <= step.toYear) ?? table.at(-1);
  return row?.days ?? Decimal.zero;
}
