import { rowReader } from './catalogs';

/** A row of c_Moneda. */
export interface Currency {
  /** ISO 4217; XXX means no currency. */
  code: string;
  description: string;
  /** Decimals its amounts are rounded to. */
  decimals: number;
  /** Percent the exchange rate may differ from the published one without a confirmation key. */
  variationPct: number;
}

export const currency: (code: string) => Currency | undefined = rowReader(
  'c_Moneda',
  ({ code, description, attributes }) => ({
    code,
    description,
    decimals: Number(attributes.decimals),
    variationPct: Number(attributes.variationPct),
  }),
);
