import { z } from 'zod';
import { decimal, satCode, shape, text, withCode } from '../../values';

/** Maximum lengths and values in CartaPorte31.xsd that several elements of the complement share. */
export const nameMax = 254;
export const permitMax = 50;
const taxIdMin = 6;
const taxIdMax = 40;
export const insurerMin = 3;
export const insurerMax = 50;
export const policyMax = 30;
const trailersMax = 2;

export const number = (options: Parameters<typeof decimal>[0]) =>
  decimal(options).transform(Number);
export const twoDecimals = () =>
  number({ decimals: 2, positive: true }).meta(shape('CartaPorteTwoDecimals'));
export const weight = () => number({ decimals: 3, positive: true }).meta(shape('CartaPorteWeight'));

/** The fields of foreign taxpayers, whose RFC is XEXX010101000. */
export const abroad = {
  foreignTaxId: text(taxIdMax, taxIdMin).optional(),
  taxResidence: satCode('c_Pais').optional(),
};

export const insurance = z
  .strictObject({
    insurer: text(insurerMax, insurerMin).meta({ description: 'Name of the insurer.' }),
    policy: text(policyMax, insurerMin).meta({ description: 'Number of the policy.' }),
  })
  .meta({ id: 'CartaPortePolicyInput' });

/** The pattern for PlacaVM and Placa; the pattern in the schema also accepts characters that no plate has. */
const isPlate = /^[0-9A-ZÑ]{5,7}$/;
export const plate = z
  .string()
  .transform((given) => given.normalize().replaceAll(/[ -]/g, '').toUpperCase())
  .refine(
    (one) => isPlate.test(one),
    withCode('plate_invalid', 'A plate has 5 to 7 letters and digits.'),
  )
  .meta({
    ...shape('Plate'),
    pattern: '^[ -]*([0-9A-Za-zÑñ][ -]*){5,7}$',
    example: 'EKU001A',
    description: 'Blanks and hyphens are removed.',
  });

export const permitType = satCode('c_TipoPermiso').meta({ description: '`PermSCT`.' });

/** The schema of the trailers of a vehicle. */
export const trailers = z
  .array(
    z.strictObject({ type: satCode('c_SubTipoRem'), plate }).meta({ id: 'CartaPorteTrailerInput' }),
  )
  .min(1)
  .max(trailersMax);

/**
 * Makes the OpenAPI document describe a part of a response with the schema of the request. This is correct,
 * because every document that satisfies the SAT's schema and matrix satisfies the request schema too.
 * @param id the name of the schema
 */
export const asRequested = <Shown extends z.ZodType>(id: string, shown: Shown) =>
  z
    .custom<z.output<Shown>>((value) => shown.safeParse(value).success)
    .meta({
      override: ({ jsonSchema }) => {
        jsonSchema.$ref = `#/components/schemas/${id}`;
      },
    });
