import type { productInput } from '@timbre/api';
import type { z } from 'zod';

type Discounts = NonNullable<z.output<typeof productInput>['quantityDiscounts']>;

/**
 * The list of discounts is a message of its own, so that an empty list differs from an absent one.
 */
export const discountsOf = <D extends Discounts | null | undefined, B>({
  quantityDiscounts,
  ...fields
}: B & { quantityDiscounts?: D }) => ({
  ...fields,
  quantityDiscounts: quantityDiscounts && { entries: quantityDiscounts },
});
