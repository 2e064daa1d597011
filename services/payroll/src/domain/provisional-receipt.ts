import { calculationOf, type PayInput } from './calculation-of';
import type { Calculation } from './receipt';
import { RuleUnavailable, type RuleRead } from './rules/rule-book';

/**
 * Whether the published figures change the amounts of a receipt that was calculated with provisional
 * figures. Both calculations use the same data, so only a difference in the law can change the amounts.
 * If the receipt can no longer be calculated, its amounts count as changed, because a figure that it
 * cites has changed.
 */
export function hasOtherAmounts(input: PayInput, cited: readonly RuleRead[]): boolean {
  const [before, after] = [calculationOf(input, cited), calculationOf(input)].map(amountsOf);
  return before === undefined || before !== after;
}

function amountsOf(calculating: (() => Calculation) | undefined): string | undefined {
  if (calculating === undefined) return undefined;
  try {
    const { earnings, deductions, otherPayments, totals } = calculating();
    return JSON.stringify({ earnings, deductions, otherPayments, totals });
  } catch (error) {
    if (!(error instanceof RuleUnavailable)) throw error;
    return undefined;
  }
}
