import { calculate } from './calculation/calculate';
import type { CalculationInput } from './calculation/input';
import { payOf } from './employee-pay';
import type { PayInput } from './evaluation';
import { RuleUnavailable, type RuleRead } from './rules/rule-book';

/**
 * Whether the published figures change the amounts of a receipt with provisional figures. Both
 * calculations use the same data, so only a difference in the law can change the amounts. A receipt
 * that can no longer be calculated counts as different, because a figure that it cites has changed.
 */
export function hasOtherAmounts(
  { employee, employer, ...input }: PayInput,
  cited: readonly RuleRead[],
): boolean {
  const { settings } = employer;
  const pay = payOf(employee, employer);
  if (pay === undefined) return true;
  const now = { ...input, pay, settings };
  const [before, after] = [amountsOf({ ...now, cited }), amountsOf(now)];
  return before === undefined || before !== after;
}

function amountsOf(input: CalculationInput): string | undefined {
  try {
    const { earnings, deductions, otherPayments, totals } = calculate(input);
    return JSON.stringify({ earnings, deductions, otherPayments, totals });
  } catch (error) {
    if (!(error instanceof RuleUnavailable)) throw error;
    return undefined;
  }
}
