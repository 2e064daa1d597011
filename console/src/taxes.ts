// The taxes that forms offer for an item or a product.
import type { CfdiItemInput } from '@timbre/client';

/** The members of an item that say its IVA. */
type Tax = Pick<CfdiItemInput, 'taxability' | 'taxRate'>;

/** The members of each tax, keyed by its name in `words.ts`. */
export const taxes: Readonly<Record<string, Tax>> = {
  tax_16: { taxability: 'standard', taxRate: 0.16 },
  tax_8: { taxability: 'standard', taxRate: 0.08 },
  tax_0: { taxability: 'zero', taxRate: 0 },
  tax_exempt: { taxability: 'exempt' },
};

export const taxNames = Object.keys(taxes);

/** Returns the name of the tax with these members, or undefined if forms do not offer it. */
export const taxOf = ({ taxability, taxRate }: Tax): string | undefined => {
  // A rate alone is that of a standard operation.
  const own = taxability ?? (taxRate === undefined ? undefined : 'standard');
  return taxNames.find((name) => {
    const tax = taxes[name];
    return tax?.taxability === own && tax?.taxRate === taxRate;
  });
};
