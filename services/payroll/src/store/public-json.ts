import { Decimal } from '@timbre/fiscal';

/** JSON of a value of the domain: decimals as numbers. No amount here has more digits than a number
 * shows exactly, and `Decimal.from` of that number is the amount again. */
export function publicJson(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, key, shown: unknown) {
    // A decimal has become text by the time it is shown.
    const original = this[key];
    return original instanceof Decimal ? original.toNumber() : shown;
  });
}
