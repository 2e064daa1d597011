import { rowReader, type RowReader } from './catalogs';

/** A row of c_Pais. */
export interface Country {
  /** ISO 3166-1 alpha-3. */
  code: string;
  description: string;
  /** The pattern for the country's postal codes; absent if the SAT defines no pattern. */
  postalCodePattern?: RegExp;
  /** The pattern for the country's tax numbers (NumRegIdTrib). */
  taxIdPattern?: RegExp;
}

export const country: RowReader<Country> = rowReader(
  'c_Pais',
  ({ code, description, attributes: { zipPattern, taxIdPattern } }) => ({
    code,
    description,
    ...(zipPattern === undefined ? {} : { postalCodePattern: new RegExp(`^(?:${zipPattern})$`) }),
    ...(taxIdPattern === undefined ? {} : { taxIdPattern: new RegExp(`^(?:${taxIdPattern})$`) }),
  }),
);
