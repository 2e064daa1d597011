import { rowReader, type RowReader } from './catalogs';
import { Decimal } from './decimal';

/** A row of c_Moneda. */
export interface Currency {
  /** The ISO 4217 code; XXX means no currency. */
  code: string;
  description: string;
  /** The number of decimals of rounded amounts. */
  decimals: number;
  /**
   * The maximum deviation of an exchange rate from the published rate that needs no confirmation
   * key; `5` means 500 %.
   */
  variation: Decimal;
}

export const currency: RowReader<Currency> = rowReader(
  'c_Moneda',
  ({ code, description, attributes }) => ({
    code,
    description,
    decimals: Number(attributes.decimals),
    variation: Decimal.from(attributes.variationPct ?? '0'),
  }),
);

/**
 * Returns the number of decimals for amounts of a currency: none for yen, two for an unknown
 * currency.
 */
export const decimalsOf = (code: string): number => currency(code, 'latest')?.decimals ?? 2;
