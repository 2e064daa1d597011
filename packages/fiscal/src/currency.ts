import { rowReader } from './catalogs';

/** A row of c_Moneda. */
export interface Currency {
  /** ISO 4217; XXX means no currency. */
  code: string;
  description: string;
  /** Decimals of rounded amounts. */
  decimals: number;
  /** Allowed difference from the published exchange rate, in percent, without a confirmation key. */
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
