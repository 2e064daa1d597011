import { z } from 'zod';
import { has, only, rules, when } from './field-rules';
import { itemDetails, shownDetails } from './item-details';
import { decimal, instant, satCode, text } from './values';

const quantityDiscounts = z
  .array(
    z.strictObject({
      minQuantity: decimal({ positive: true }),
      percentage: decimal({ positive: true, max: 100 }),
    }),
  )
  .max(10);

const optionalFields = {
  code: text(100),
  quantityDiscounts,
  taxIncluded: z.boolean(),
  taxRate: decimal({ max: 1 }),
  taxability: z.enum(['standard', 'zero', 'exempt']),
  taxExemptReason: text(300),
  satProductCode: satCode('c_ClaveProdServ'),
  satUnitCode: satCode('c_ClaveUnidad'),
  ...itemDetails,
};

const requiredFields = { description: text(1000), price: decimal() };

/** POST /v1/products */
export const productInput = z
  .strictObject({
    ...requiredFields,
    ...z.object(optionalFields).partial().shape,
  })
  .meta(
    rules({
      taxRate: when('taxRate', 0, has('taxability', 'zero'), only('taxability', 'standard')),
      taxExemptReason: has('taxability', 'exempt'),
    }),
  );

type OptionalFields = typeof optionalFields;

/** Makes every field of a patch optional and nullable; the value null clears the field. */
const clearable = Object.fromEntries(
  Object.entries(optionalFields).map(([name, field]) => [name, field.nullable().optional()]),
  // The cast is necessary, because the result type of `Object.fromEntries` loses the type of each
  // member.
) as unknown as {
  [Name in keyof OptionalFields]: z.ZodOptional<z.ZodNullable<OptionalFields[Name]>>;
};

/** PATCH /v1/products/{productId} */
export const productPatch = z.strictObject({
  description: requiredFields.description.optional(),
  price: requiredFields.price.optional(),
  ...clearable,
});

/** A product in a response (spec part 2, Product). */
export const product = z
  .strictObject({
    productId: z.string().min(1),
    description: z.string(),
    active: z.boolean(),
    price: z.number(),
    updatedAt: instant,
    code: z.string().optional(),
    quantityDiscounts: z
      .array(z.strictObject({ minQuantity: z.number(), percentage: z.number() }))
      .max(10)
      .optional(),
    taxIncluded: z.boolean().optional(),
    taxRate: z.number().optional(),
    taxability: z.enum(['standard', 'zero', 'exempt']).optional(),
    taxExemptReason: z.string().optional(),
    stock: z.number().optional(),
    stockStatus: z.enum(['available', 'out_of_stock']).optional(),
    satProductCode: z.string().optional(),
    satUnitCode: z.string().optional(),
    ...shownDetails,
  })
  .meta({ id: 'Product' });
