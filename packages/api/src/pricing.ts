import { Decimal } from '@timbre/fiscal';
import { z } from 'zod';
import { eitherOf, excludes, rules, someOf } from './field-rules';
import { date, decimal, form, identifier, instant, withCode } from './values';

/** PUT /v1/pricing/overrides */
export const priceOverrideInput = z
  .strictObject({
    productId: identifier,
    customerId: identifier.optional(),
    locationId: identifier.optional(),
    price: decimal().optional(),
    percentage: decimal({ positive: true, max: 100 })
      .optional()
      .meta({ description: 'Percentage taken off the list price, 0 to 100.' }),
    taxIncluded: z.boolean().optional().meta({
      description:
        'Whether the price includes its taxes; if absent, the setting of the product applies.',
    }),
    validFrom: date.optional().meta({ description: 'First day, inclusive.' }),
    validTo: date.optional().meta({ description: 'Last day, inclusive.' }),
    minQuantity: decimal({ positive: true }).optional(),
  })
  .meta({
    ...eitherOf('price', 'percentage'),
    ...rules({
      productId: someOf('customerId', 'locationId'),
      percentage: excludes('taxIncluded'),
    }),
  });

/** The filters of GET /v1/pricing/overrides. */
export const priceOverrideFilters = {
  productId: identifier.optional(),
  customerId: identifier.optional(),
  locationId: identifier.optional(),
};

/** A special price for a customer, for a location, or for a customer at a location. */
export const priceOverride = z
  .strictObject({
    overrideId: z.string().min(1),
    productId: z.string().min(1),
    updatedAt: instant,
    customerId: z.string().optional(),
    locationId: z.string().optional(),
    price: z.number().optional(),
    percentage: z.number().optional(),
    taxIncluded: z.boolean().optional(),
    validFrom: z.iso.date().optional(),
    validTo: z.iso.date().optional(),
    minQuantity: z.number().optional(),
  })
  .meta({ id: 'PriceOverride' });

/**
 * The pattern also accepts an exponent, because Python and other clients write small numbers like
 * 1e-06.
 */
const withExponent = /^\d(\.\d{1,6})?e[+-]?\d{1,2}$/i;
const withoutExponent = (text: string): string =>
  withExponent.test(text) ? Decimal.from(Number(text)).toString() : text;

/** A positive decimal in the query string, converted to plain decimal text. */
const quantity = z
  .string()
  .transform(withoutExponent)
  .pipe(
    z
      .string()
      .regex(/^\d{1,12}(\.\d{1,6})?$/, { error: form('format_decimal').error, abort: true })
      .refine((text) => /[1-9]/.test(text), withCode('too_small', 'Must be greater than 0.')),
  )
  .meta({
    override: ({ jsonSchema }) => {
      Object.assign(jsonSchema, {
        type: 'number',
        exclusiveMinimum: 0,
        maximum: 999_999_999_999,
        multipleOf: 1e-6,
      });
      delete jsonSchema.pattern;
    },
  });

/** The query of GET /v1/pricing/resolve. */
export const priceQuery = z.strictObject({
  productId: identifier,
  customerId: identifier.optional(),
  locationId: identifier.optional(),
  quantity: quantity.optional().meta({ description: '1 if absent.' }),
});

const priceKind = z.enum(['customer_location', 'customer', 'location', 'list']);

/** A price and the rule that determines the price. */
const priceByRule = {
  unitPrice: z.number(),
  taxIncluded: z.boolean(),
  currency: z.literal('MXN'),
  rule: z.strictObject({
    kind: priceKind,
    overrideId: z.string().optional(),
    discount: z.strictObject({ minQuantity: z.number(), percentage: z.number() }).optional(),
  }),
};

/** The price of the product in an item if it were sold today. */
export const priceOfItem = z.strictObject(priceByRule).meta({
  description: 'Price of the sale today, by the price overrides for the customer and location.',
});

/**
 * The price of a product, the rule that determines the price, and the reasons why other rules do not
 * apply.
 */
export const resolvedPrice = z
  .strictObject({
    productId: z.string().min(1),
    quantity: z.number(),
    ...priceByRule,
    considered: z.array(
      z.strictObject({
        kind: priceKind,
        overrideId: z.string().optional(),
        price: z.number(),
        applied: z.literal(false),
        because: z.enum(['not_in_force', 'below_minimum', 'less_specific']),
      }),
    ),
    customerId: z.string().optional(),
    locationId: z.string().optional(),
  })
  .meta({ id: 'ResolvedPrice' });
