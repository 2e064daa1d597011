import type { CalendarDate } from './calendar-date';
import { rowReader } from './catalogs';

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
  /** Whether the IVA stimulus of the border may apply. */
  isBorderStimulusAllowed: boolean;
  synonyms: readonly string[];
}

export const productKey: (code: string) => ProductKey | undefined = rowReader(
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

/** Fuels: the catalogue of the complement, in force since 2026-04-24 (c_ClaveHYP). */
const fuels = {
  complement: 'Hidrocarburos y Petrolíferos',
  keys: ['15101505', '15101514', '15101515'],
  validFrom: '2026-04-24',
};

/** The complement that a concept with this product key requires on a date (CFDI40163). */
export function requiredComplement(code: string, onDate: CalendarDate): string | undefined {
  if (onDate >= fuels.validFrom && fuels.keys.includes(code)) return fuels.complement;
  return productKey(code)?.requiredComplement;
}
