import { lastIn } from './presence';
import type { CalendarDate } from './calendar-date';
import { Decimal } from './decimal';
import { generalIvaRate } from './general-iva';
import { perLaw } from './law/law';
import { postalCode } from './postal-code';
import { productKey, receiptKey } from './product-key';

/**
 * The IVA rates that decrees set for each border region, with their dates. Without a decree in
 * force, the general rate applies.
 */
const decrees = perLaw((law) => {
  const read = (key: 'iva.border_rate.north' | 'iva.border_rate.south') =>
    law.figuresOf(key).map(({ value, validFrom, validTo }) => {
      return { rate: Decimal.from(value.rate), validFrom, validTo: validTo ?? '' };
    });
  const [north, south] = [read('iva.border_rate.north'), read('iva.border_rate.south')];
  return { north, south, all: [...north, ...south] };
});

/**
 * A sale whose IVA rate is checked. The place of issue and the product key are checked only if they
 * are present.
 */
export interface BorderSale {
  readonly rate: Decimal;
  /** The postal code of the place of issue. */
  readonly placeOfIssue?: string | undefined;
  readonly satProductCode?: string | undefined;
  /** Whether the document is a global invoice (InformacionGlobal). */
  readonly isGlobal?: boolean | undefined;
  /** The day of the document. The catalogue rows of this day apply. */
  readonly onDate: CalendarDate;
  /**
   * The day on which the rate must be in force. `date` is absent for a correction of an earlier
   * sale, because a correction uses the rate of the sale.
   */
  readonly date?: CalendarDate | undefined;
}

/** Whether a border decree sets or has set this IVA rate. */
export const isBorderRate = (rate: Decimal): boolean =>
  decrees().all.some((decree) => decree.rate.equals(rate));

/**
 * Returns the reason why a sale cannot have the border rate; undefined if the sale can have the
 * rate, or if its rate is not a border rate.
 */
export function borderRateFault(sale: BorderSale): string | undefined {
  const { rate, placeOfIssue, satProductCode, onDate, date } = sale;
  const ofRate = decrees().all.filter((decree) => decree.rate.equals(rate));
  if (ofRate.length === 0) return undefined;
  const use = `use ${generalIvaRate(onDate)}`;
  const lastDay = lastIn(ofRate.map(({ validTo }) => validTo).sort());
  if (date !== undefined && date > lastDay) {
    return `The decree of the border rate ended on ${lastDay}; ${use}.`;
  }
  if (isKeyExcluded(sale)) {
    return `Product key ${satProductCode} is excluded from the border rate; ${use}.`;
  }
  if (placeOfIssue === undefined) return undefined;
  const region = postalCode(placeOfIssue, onDate)?.borderStimulus ?? 'none';
  if (region === 'none') {
    return `The place of issue ${placeOfIssue} is in no border region; ${use}.`;
  }
  return date === undefined ? undefined : regionFault(region, rate, date, use);
}

/**
 * Whether the product key excludes the border stimulus. In the catalogue, the product key of
 * receipts excludes the stimulus, but a global invoice may nevertheless have the border rate (SAT,
 * "Facturación con estímulo en la región fronteriza", consulta 22035, read 2026-11-26).
 */
function isKeyExcluded({ satProductCode, isGlobal, onDate }: BorderSale): boolean {
  if (!satProductCode || (isGlobal && satProductCode === receiptKey)) return false;
  return productKey(satProductCode, onDate)?.isBorderStimulusAllowed === false;
}

function regionFault(
  region: 'north' | 'south',
  rate: Decimal,
  date: CalendarDate,
  use: string,
): string | undefined {
  const ofRegion = decrees()[region].filter((decree) => decree.rate.equals(rate));
  const isInForce = ofRegion.some((one) => one.validFrom <= date && date <= one.validTo);
  if (isInForce) return undefined;
  const next = ofRegion.find(({ validFrom }) => validFrom > date);
  if (next !== undefined) return `The border rate of the ${region} began on ${next.validFrom}.`;
  const ended = ofRegion.at(-1);
  return ended === undefined
    ? `The ${region} has no border rate of ${rate.toString()}; ${use}.`
    : `The decree of the border rate of the ${region} ended on ${ended.validTo}; ${use}.`;
}
