import { rowReader, type RowReader } from './catalogs';
import { Decimal } from './decimal';

/** A row of c_Moneda. */
export interface Currency {
  /** ISO 4217; XXX means no currency. */
  code: string;
  description: string;
  /** Number of decimals of rounded amounts. */
  decimals: number;
  /**
   * How far an exchange rate may differ from the published rate without a confirmation key; `5`
   * means 500 %.
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
 * Returns the decimals with which amounts of a currency are written: none for yen, two for an
 * unknown currency.
 */
export const decimalsOf = (code: string): number => currency(code, 'latest')?.decimals ?? 2;
