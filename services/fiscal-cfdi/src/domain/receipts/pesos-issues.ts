import { Decimal, decimalIssues, type Issue } from '@timbre/fiscal';

const decimalsMax = 2;

/**
 * Checks an amount in pesos.
 * - number_invalid, too_small, too_many_decimals
 */
export function pesosIssues(text: string, path: Issue['path'], isPositive = false): Issue[] {
  const issues = decimalIssues(text, path, { isPositive });
  if (issues.length > 0 || Decimal.from(text).trimmed().scale <= decimalsMax) return issues;
  return [
    {
      path,
      code: 'too_many_decimals',
      message: `The number can have at most ${decimalsMax} decimals.`,
    },
  ];
}
