import { calculationOf, type PayInput } from './calculation-of';
import type { Calculation } from './receipt';
import { RuleUnavailable, type RuleRead } from './rules/rule-book';

/**
 * Whether the published figures change the amounts of a receipt that was calculated with provisional
 * figures. The provisional and the new calculation use the same employee data, so only a difference
 * in the law can change the amounts. If the receipt can no longer be calculated, its amounts count
 * as changed, because a legal figure that the receipt cites has changed.
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
