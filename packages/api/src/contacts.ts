import { paperLanguages, Rfc } from '@timbre/fiscal';
import { z } from 'zod';
import { addendaTemplate } from './complements/raw';
import { eitherOf, has, only, needs, rules, when } from './field-rules';
import { identifierPattern } from './patterns';
import { say, type Said } from './texts/text';
import {
  email,
  identifier,
  instant,
  notInCatalog,
  postalCode,
  rfc,
  satCode,
  text,
  withCode,
} from './values';

/** The generic RFC of all foreign receivers. */
const foreignRfc = `${Rfc.genericForeign}`;
const mexicanPostalCode = satCode('c_CodigoPostal');

export const address = z
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
    if (value.country !== 'MEX') return;
    const refuse = (code: string, said: Said) =>
      context.addIssue({ code: 'custom', path: ['postalCode'], ...withCode(code, said) });
    if (!postalCode.safeParse(value.postalCode).success) {
      refuse('invalid_format', say('format_postal_code'));
    } else if (!mexicanPostalCode.safeParse(value.postalCode).success) {
      refuse('not_in_catalog', notInCatalog('c_CodigoPostal')(value.postalCode));
    }
  })
  .meta({
    id: 'Address',
    ...rules({
      country: when('country', 'MEX', { properties: { postalCode: { pattern: '^[0-9]{5}$' } } }),
    }),
  });

/** The fields that customers and suppliers have in common. */
const commonFields = {
  code: text(50),
  legalName: text(300),
  email,
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
  publicBody: z.enum(['federation', 'state_or_municipality']).meta({
    description:
      'The public body that the customer is or belongs to. This decides the withholdings of the customer’s invoices.',
  }),
  iepsTaxpayer: z.boolean().meta({
    description: 'The customer owes IEPS and wants it shown separately from the price.',
  }),
  taxResidence: satCode('c_Pais')
    .refine((code) => code !== 'MEX', withCode('not_abroad', 'The country must not be MEX.'))
    .meta({
      description:
        'Country of tax residence of a customer abroad, with RFC XEXX010101000: an active code of c_Pais, not MEX.',
    }),
  foreignTaxId: text(40).meta({
    description: 'Tax number in the country of tax residence, in the pattern of c_Pais.',
  }),
  documentLanguage: z.enum(paperLanguages),
  addendaTemplate,
};

const { legalName, ...optionalCommon } = commonFields;
const commonInput = { legalName, ...z.object(optionalCommon).partial().shape };

/** POST /v1/contacts */
export const contactInput = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('customer'),
      ...commonInput,
      ...z.object(customerFields).partial().shape,
    })
    .meta(
      rules({
        creditByDefault: when('creditByDefault', true, has('creditEnabled', true)),
        taxResidence: only('rfc', foreignRfc),
        foreignTaxId: { ...needs('taxResidence'), ...only('rfc', foreignRfc) },
        publicBody: { properties: { rfc: { maxLength: 12 } } },
        iepsTaxpayer: when('iepsTaxpayer', true, {
          properties: { rfc: { not: { enum: [`${Rfc.genericNational}`, foreignRfc] } } },
        }),
      }),
    ),
  z.strictObject({ kind: z.literal('supplier'), ...commonInput }),
]);

/**
 * The body of POST /v1/contacts/from-tax-profile. The source of the Constancia is either fileId or
 * qrUrl.
 */
export const contactFromProfileInput = z
  .strictObject({
    kind: z.enum(['customer', 'supplier']),
    fileId: identifier.optional().meta({ description: 'An uploaded Constancia, as PDF.' }),
    qrUrl: z
      .string()
      .min(1)
      .max(300)
      .optional()
      .meta({ pattern: identifierPattern, description: 'The address in the QR of a Constancia.' }),
    taxSystem: commonFields.taxSystem.optional().meta({
      description: 'Needed when the taxpayer has several regimes.',
    }),
    cfdiUse: customerFields.cfdiUse.optional(),
    code: commonFields.code.optional(),
    email: commonFields.email
      .optional()
      .meta({ description: 'E-mail address; the one in the Constancia if absent.' }),
    phone: commonFields.phone.optional(),
  })
  .refine(({ fileId, qrUrl }) => (fileId === undefined) !== (qrUrl === undefined), {
    ...withCode('source_not_single', 'Give either fileId or qrUrl.'),
    path: ['fileId'],
  })
  .meta(rules({ kind: eitherOf('fileId', 'qrUrl') }));

/** The tax data that customers enter themselves on a public page. */
export const taxInfoInput = z.strictObject({
  legalName,
  rfc,
  taxSystem: commonFields.taxSystem,
  cfdiUse: customerFields.cfdiUse,
  postalCode: mexicanPostalCode,
  email: commonFields.email.optional(),
});

/** Returns the fields of a patch in which null clears a field. */
export const nullable = <S extends z.ZodRawShape>(shape: S) =>
  Object.fromEntries(
    Object.entries(shape).map(([k, v]) => [k, (v as z.ZodType).nullable().optional()]),
  ) as {
    [K in keyof S]: z.ZodOptional<z.ZodNullable<S[K] & z.ZodType>>;
  };

/**
 * The body of PATCH /v1/contacts/{contactId}. Given fields replace the old values, null clears a
 * field, and absent fields do not change.
 */
export const contactPatch = z.strictObject({
  legalName: legalName.optional(),
  ...nullable({ ...optionalCommon, ...customerFields }),
});

/** The schema of an address in a response. */
export const shownAddress = z.strictObject({
  postalCode: z.string(),
  country: z.string(),
  street: z.string().optional(),
  exterior: z.string().optional(),
  interior: z.string().optional(),
  neighborhood: z.string().optional(),
  city: z.string().optional(),
  municipality: z.string().optional(),
  state: z.string().optional(),
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
  address: shownAddress.optional(),
};

const shownCustomer = z.strictObject({
  kind: z.literal('customer'),
  ...common,
  cfdiUse: z.string().optional(),
  creditEnabled: z.boolean().optional(),
  creditByDefault: z.boolean().optional(),
  defaultPaymentTermDays: z.int().min(1).max(365).optional(),
  publicBody: z.enum(['federation', 'state_or_municipality']).optional(),
  iepsTaxpayer: z.boolean().optional(),
  taxResidence: z.string().optional(),
  foreignTaxId: z.string().optional(),
  documentLanguage: z.enum(paperLanguages).optional(),
  addendaTemplate: z.string().optional(),
});

const shownSupplier = z.strictObject({ kind: z.literal('supplier'), ...common });

/** A contact in a response (spec part 2, Contact). */
export const contact = z
  .discriminatedUnion('kind', [shownCustomer, shownSupplier])
  .meta({ id: 'Contact' });

/** The balance of a contact in one currency. */
export const contactBalance = z
  .strictObject({
    side: z.enum(['receivable', 'payable']).meta({
      description:
        'receivable: the contact owes the balance. payable: the organization owes it to the contact.',
    }),
    currency: z.string(),
    total: z.number().meta({ description: 'Open balance.' }),
    overdueAmount: z.number().meta({ description: 'Part of the open balance that is past due.' }),
    credit: z.number().meta({ description: 'Credit balance: money paid beyond the open balance.' }),
  })
  .meta({ id: 'ContactBalance' });

const balances = z
  .array(contactBalance)
  .optional()
  .meta({
    description:
      'Open balances with the contact, by currency; empty if nothing is open. Needs receivables:read or ' +
      'payables:read, each for its side. Absent without these permissions, or while the ledger does not answer.',
  });

/** A contact together with its open balances. */
export const contactWithBalances = z
  .discriminatedUnion('kind', [
    shownCustomer.extend({ balances }),
    shownSupplier.extend({ balances }),
  ])
  .meta({ id: 'ContactWithBalances' });
