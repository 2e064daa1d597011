import { customsNumber, propertyTaxAccountPattern, taxActivities } from '@timbre/fiscal';
import { z } from 'zod';
import { only, rules } from './field-rules';
import { decimal, form, postalCode, rfc, satCode, shape, text, withCode } from './values';

const withholding = z
  .strictObject({
    type: z.enum(['IVA', 'ISR']),
    rate: decimal({ max: 1 }).meta({ description: 'A fraction: two thirds of 16 % is 0.106667.' }),
  })
  .meta({ id: 'ItemWithholding' });

const tax = z
  .strictObject({
    type: z.enum(['IEPS']),
    factor: z.enum(['Tasa', 'Cuota']),
    rate: decimal().meta({
      description: 'A fraction of the price or, for a `Cuota`, pesos per unit.',
    }),
    quantityPerUnit: decimal({ positive: true }).optional().meta({
      description: 'For a `Cuota`: taxed units (litres, cigarettes) per unit of the item; else 1.',
    }),
  })
  .meta({ id: 'ItemTax', ...rules({ quantityPerUnit: only('factor', 'Cuota') }) });

/** The codes of c_ObjetoImp. */
export const taxObject = z.enum(['01', '02', '03', '04', '05', '06', '07', '08']);

const thirdParty = z
  .strictObject({
    rfc,
    legalName: text(300),
    taxSystem: satCode('c_RegimenFiscal'),
    postalCode,
  })
  .meta({
    id: 'ItemThirdParty',
    description: 'ACuentaTerceros: the taxpayer on whose behalf it is sold.',
  });

const propertyTaxAccount = z
  .string()
  .regex(propertyTaxAccountPattern, form('format_property_tax_account'));

/**
 * A customs number (pedimento). Clients may send single or double spaces between the groups of the
 * customs number. Timbre stores the number in the SAT's format.
 */
export const pedimento = z
  .string()
  .max(30)
  .refine(
    (value) => customsNumber(value) !== undefined,
    withCode(
      'customs_number_invalid',
      'Write year, office, broker and number: 26  48  3009  6001234.',
    ),
  )
  .transform((value) => customsNumber(value) ?? value)
  .meta({
    ...shape('CustomsNumber'),
    pattern: '^[0-9]{2} {1,2}[0-9]{2} {1,2}[0-9]{4} {1,2}[0-9]{7}$',
    example: '26  48  3009  6001234',
  });

/** The maximum number of withholdings: one for each tax. */
const withholdingsMax = 2;
const taxesMax = 5;
const accountsMax = 50;

/**
 * The SAT's schema sets no maximum number of parts. A document with more parts would be unreadable.
 */
const partsMax = 100;

/** The parts of a sold product. Timbre computes the amount of each part. */
export const itemParts = z
  .array(
    z
      .strictObject({
        satProductCode: satCode('c_ClaveProdServ'),
        description: text(1_000).meta({ description: 'Description of the part (`Descripcion`).' }),
        quantity: decimal({ positive: true }),
        sku: text(100).optional(),
        unitName: text(20).optional(),
        unitPrice: decimal({ positive: true }).optional(),
        customsNumbers: z.array(pedimento).min(1).max(accountsMax).optional(),
      })
      .meta({ id: 'ItemPartInput' }),
  )
  .min(1)
  .max(partsMax);

/** The parts of an item in a response, with their amounts. */
export const shownParts = z.array(
  z
    .strictObject({
      satProductCode: z.string(),
      description: z.string().meta({ description: 'Description of the part (`Descripcion`).' }),
      quantity: z.number(),
      sku: z.string().optional(),
      unitName: z.string().optional(),
      unitPrice: z.number().optional(),
      amount: z.number().optional(),
      customsNumbers: z.array(z.string()).optional(),
    })
    .meta({ id: 'ItemPart' }),
);

/** Details that an item can add to its concept, and for which a product can contain defaults. */
export const itemDetails = {
  sku: text(100),
  unitName: text(20),
  activity: z
    .enum(taxActivities)
    .meta({ description: 'The kind of sale, which determines its withholdings.' }),
  withholdings: z.array(withholding).max(withholdingsMax),
  taxes: z.array(tax).max(taxesMax),
  taxObject,
  propertyTaxAccounts: z.array(propertyTaxAccount).max(accountsMax),
  customsNumbers: z.array(pedimento).max(accountsMax),
  thirdParty,
};

const shownWithholding = { type: z.string(), rate: z.number() };
const shownTax = {
  type: z.string(),
  factor: z.string(),
  rate: z.number(),
  quantityPerUnit: z.number().optional(),
};

/** The details of a product in a response. */
export const shownDetails = {
  sku: z.string().optional(),
  unitName: z.string().optional(),
  activity: z.string().optional(),
  withholdings: z.array(z.strictObject(shownWithholding)).optional(),
  taxes: z.array(z.strictObject(shownTax)).optional(),
  taxObject: z.string().optional(),
  propertyTaxAccounts: z.array(z.string()).optional(),
  customsNumbers: z.array(z.string()).optional(),
  thirdParty: z
    .strictObject({
      rfc: z.string(),
      legalName: z.string(),
      taxSystem: z.string(),
      postalCode: z.string(),
    })
    .optional(),
};

const lineAmounts = { base: z.number().optional(), amount: z.number().optional() };

/** The details of an item in a response, in which the taxes have amounts. */
export const pricedDetails = {
  ...shownDetails,
  withholdings: z.array(z.strictObject({ ...shownWithholding, ...lineAmounts })).optional(),
  taxes: z.array(z.strictObject({ ...shownTax, ...lineAmounts })).optional(),
};
