import type { Decimal } from '@timbre/fiscal';
import type { PaymentFrequency } from '../payment-frequency';
import type { ImssBranches, SubsidyFigures, Tariff } from '../rules/dated-rule';
import { RuleReader } from '../rules/rule-book';
import type { CalculationInput } from './input';

/**
 * The legal figures that every calculation uses. Tax rules are read for the payment date, because
 * ISR on wages is due when they are paid. Labour and social security rules are read for the last
 * day of the period.
 */
export interface RulesOfPeriod {
  readonly reader: RuleReader;
  readonly taxOn: string;
  readonly labourOn: string;
  readonly tariff: Tariff;
  readonly subsidy: SubsidyFigures;
  readonly umaTax: Decimal;
  readonly umaSocialSecurity: Decimal;
  readonly minimumWage: Decimal;
  readonly baseLimits: { readonly capUma: Decimal; readonly excessUma: Decimal };
  readonly imssRates: ImssBranches;
}

/** @throws RuleUnavailable if a rule has no figure on its date. */
export function rulesOfPeriod(
  { period, pay, settings, cited }: CalculationInput,
  frequency: PaymentFrequency,
): RulesOfPeriod {
  const reader = new RuleReader(settings.provisionalRules, cited);
  const taxOn = period.paidOn;
  const labourOn = period.periodEndedOn;
  return {
    reader,
    taxOn,
    labourOn,
    tariff: reader.read(`isr.tariff.${frequency.name}`, taxOn),
    subsidy: reader.read('isr.subsidy', taxOn),
    umaTax: reader.read('uma.tax', taxOn).daily,
    umaSocialSecurity: reader.read('uma.social_security', labourOn).daily,
    minimumWage: reader.read(`minimum_wage.${pay.minimumWageZone}`, labourOn).daily,
    baseLimits: reader.read('imss.base_limits', labourOn),
    imssRates: reader.read('imss.employee_rates', labourOn),
  };
}
