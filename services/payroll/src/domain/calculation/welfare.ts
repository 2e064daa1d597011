import { Decimal } from '@timbre/fiscal';
import type { PaymentFrequency } from '../payment-frequency';
import { earningType } from './earning-types';
import type { GivenEarning } from './input';
import type { RulesOfPeriod } from './rules-of-period';

/**
 * Returns the exempt part of each given earning; the part is zero if the earning type is not a welfare
 * benefit. Welfare is exempt in full while wage and welfare stay within seven UMA (LISR art. 93, last
 * paragraphs). Above seven UMA, one UMA is exempt, and more if wage and exemption together stay
 * below seven UMA. CHOICE: the yearly limits are prorated by the days of the payment.
 */
export function welfareLines(
  given: readonly GivenEarning[],
  frequency: PaymentFrequency,
  wage: Decimal,
  rules: RulesOfPeriod,
): readonly Decimal[] {
  const isWelfare = given.map(({ type }) => earningType(type).treatment === 'welfare');
  if (!isWelfare.includes(true)) return [];
  const { limitUma, floorUma } = rules.reader.read('exemption.social_welfare', rules.taxOn);
  const umaOfPeriod = rules.umaTax.times(frequency.commercialDaysDecimal);
  const toLimit = umaOfPeriod.times(limitUma).minus(wage);
  let left = Decimal.max(umaOfPeriod.times(floorUma), toLimit).round(2);
  return given.map(({ amount }, index) => {
    if (!isWelfare[index]) return Decimal.zero;
    const exempt = Decimal.min(amount.round(2), left);
    left = left.minus(exempt);
    return exempt;
  });
}
