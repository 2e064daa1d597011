import { Decimal } from '@timbre/fiscal';
import type { EarlierReceipts, OtherSeparation } from './input';

export type OtherSeparations = Omit<OtherSeparation, 'employmentEndedOn' | 'isPension'>;

/**
 * Adds up the other separation payments of one employment, or the other pensions paid at once, in
 * pesos. A payment is included if its employment ended after the first day of this employment.
 * Payments of an earlier employment are not included.
 */
export function separationsOf(
  employmentStartedOn: string,
  { separations = [] }: EarlierReceipts,
  isPension = false,
): OtherSeparations {
  const same = separations.filter(
    (other) => other.isPension === isPension && other.employmentEndedOn >= employmentStartedOn,
  );
  const sum = (name: keyof OtherSeparations) => Decimal.sum(same.map((other) => other[name]));
  return { exempt: sum('exempt'), taxable: sum('taxable'), isr: sum('isr') };
}
