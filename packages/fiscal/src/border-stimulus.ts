import type { CalendarDate } from './calendar-date';
import { Decimal } from './decimal';
import { postalCode } from './postal-code';
import { productKey } from './product-key';

/**
 * The rate of IVA with the stimulus of the border regions: decree DOF 2018-12-31 (north) and
 * 2020-12-30 (south), last extended DOF 2025-12-31. Without a new decree, 16 % applies afterwards.
 */
const stimulus = {
  rate: Decimal.from('0.08'),
  validFrom: { north: '2019-01-01', south: '2021-01-01' },
  validTo: '2026-12-31',
} as const;

/** A sale at the border rate; an absent place or key is not judged. */
export interface BorderSale {
  readonly rate: Decimal;
  /** The postal code of the place of issue. */
  readonly placeOfIssue?: string | undefined;
  readonly satProductCode?: string | undefined;
  /** Absent for a correction of an earlier sale, which keeps its rate. */
  readonly date?: CalendarDate | undefined;
}

/** The reason why a sale cannot have the border rate; undefined for other rates. */
export function borderRateFault(sale: BorderSale): string | undefined {
  const { rate, placeOfIssue, satProductCode, date } = sale;
  if (!rate.equals(stimulus.rate)) return undefined;
  if (date !== undefined && date > stimulus.validTo) {
    return `The decree of the border rate ended on ${stimulus.validTo}; use 0.16.`;
  }
  if (satProductCode && productKey(satProductCode)?.isBorderStimulusAllowed === false) {
    return `Product key ${satProductCode} is excluded from the border rate; use 0.16.`;
  }
  if (placeOfIssue === undefined) return undefined;
  const region = postalCode(placeOfIssue)?.borderStimulus ?? 'none';
  if (region === 'none') {
    return `The place of issue ${placeOfIssue} is in no border region; use 0.16.`;
  }
  return date !== undefined && date < stimulus.validFrom[region]
    ? `The border rate of the ${region} began on ${stimulus.validFrom[region]}.`
    : undefined;
}
