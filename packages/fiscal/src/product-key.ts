import type { CalendarDate } from './calendar-date';
import { rowReader, type RowReader } from './catalogs';
import { figureOn } from './law/law';

/**
 * The product key for sales receipts in a global invoice. The key 01010101 does not exist in the catalogue.
 */
export const receiptKey = '01010101';

/** Whether a tax must, may or must not be transferred with a product. */
export type TaxInclusion = 'required' | 'optional' | 'forbidden';

/** A row of c_ClaveProdServ. */
export interface ProductKey {
  code: string;
  description: string;
  iva: TaxInclusion;
  ieps: TaxInclusion;
  /** The complement that the concept requires (CFDI40163). */
  requiredComplement?: string;
  /** Whether the border IVA stimulus may apply. */
  isBorderStimulusAllowed: boolean;
  synonyms: readonly string[];
}

export const productKey: RowReader<ProductKey> = rowReader(
  'c_ClaveProdServ',
  ({ code, description, attributes }) => {
    const { iva, ieps, requiredComplement, borderStimulus, synonyms = '' } = attributes;
    return {
      code,
      description,
      iva: (iva as TaxInclusion | undefined) ?? 'optional',
      ieps: (ieps as TaxInclusion | undefined) ?? 'optional',
      ...(requiredComplement === undefined ? {} : { requiredComplement }),
      isBorderStimulusAllowed: borderStimulus === '1',
      synonyms: synonyms
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    };
  },
);

/** Returns the complement that a concept with this product key requires on a date (CFDI40163). */
export function requiredComplement(code: string, onDate: CalendarDate): string | undefined {
  const fuels = figureOn('cfdi.fuel_complement', onDate)?.value;
  if (fuels?.keys.includes(code)) return fuels.complement;
  return productKey(code, onDate)?.requiredComplement;
}
