import { z } from 'zod';
import { instant, postalCode, rfc, satCode, text } from './values';

const address = z
  .strictObject({
    street: text(100).optional(),
    exterior: text(55).optional(),
    interior: text(55).optional(),
    neighborhood: text(100).optional(),
    city: text(100).optional(),
    municipality: text(100).optional(),
    state: text(100).optional(),
    postalCode: text(12),
    country: satCode('c_Pais'),
  })
  .superRefine((value, context) => {
    if (value.country !== 'MEX' || postalCode.safeParse(value.postalCode).success) return;
    const message = 'A Mexican postal code has five digits.';
    context.addIssue({
      code: 'custom',
      path: ['postalCode'],
      message,
      params: { code: 'invalid_format' },
    });
  })
  .meta({ id: 'Address' });

/** The fields that customers and suppliers share. */
const commonFields = {
  code: text(50),
  legalName: text(300),
  email: z.email().max(254),
  rfc,
  taxSystem: satCode('c_RegimenFiscal'),
  phone: text(30),
  address,
};

const customerFields = {
  cfdiUse: satCode('c_UsoCFDI'),
  creditEnabled: z.boolean(),
  creditByDefault: z.boolean(),
  defaultPaymentTermDays: z.int().min(1).max(365),
};

const { legalName, ...optionalCommon } = commonFields;
const commonInput = { legalName, ...z.object(optionalCommon).partial().shape };

/** POST /v1/contacts */
export const contactInput = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('customer'),
    ...commonInput,
    ...z.object(customerFields).partial().shape,
  }),
  z.strictObject({ kind: z.literal('supplier'), ...commonInput }),
]);

const nullable = <S extends z.ZodRawShape>(shape: S) =>
  Object.fromEntries(
    Object.entries(shape).map(([k, v]) => [k, (v as z.ZodType).nullable().optional()]),
  ) as {
    [K in keyof S]: z.ZodOptional<z.ZodNullable<S[K] & z.ZodType>>;
  };

/**
 * PATCH /v1/contacts/{contactId}: given fields replace, null clears, absent fields stay unchanged.
 */
export const contactPatch = z.strictObject({
  legalName: legalName.optional(),
  ...nullable({ ...optionalCommon, ...customerFields }),
});

const common = {
  contactId: z.string().min(1),
  legalName: z.string(),
  updatedAt: instant,
  code: z.string().optional(),
  email: z.string().optional(),
  rfc: z.string().optional(),
  taxSystem: z.string().optional(),
  phone: z.string().optional(),
  address: z
    .strictObject({
      postalCode: z.string(),
      country: z.string(),
      street: z.string().optional(),
      exterior: z.string().optional(),
      interior: z.string().optional(),
      neighborhood: z.string().optional(),
      city: z.string().optional(),
      municipality: z.string().optional(),
      state: z.string().optional(),
    })
    .optional(),
};

/** Spec part 2, Contact. */
export const contact = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('customer'),
      ...common,
      cfdiUse: z.string().optional(),
      creditEnabled: z.boolean().optional(),
      creditByDefault: z.boolean().optional(),
      defaultPaymentTermDays: z.int().min(1).max(365).optional(),
    }),
    z.strictObject({ kind: z.literal('supplier'), ...common }),
  ])
  .meta({ id: 'Contact' });
