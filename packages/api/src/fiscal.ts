import { z } from 'zod';
import { address, shownAddress } from './contacts';
import { prosePattern } from './patterns';
import { instant, postalCode, rfc, satCode, text } from './values';

export const fiscalProfileInput = z.strictObject({
  rfc,
  legalName: text(300),
  taxSystem: satCode('c_RegimenFiscal'),
  postalCode: satCode('c_CodigoPostal').pipe(postalCode),
  iepsTaxpayer: z
    .boolean()
    .optional()
    .meta({
      description:
        'The issuer owes IEPS for the goods it sells: makers, importers, distributors. Sales receipts and ' +
        'global invoices show it separately. A retailer who sells to the public owes none. Default false.',
    }),
  address: address.optional(),
});

export const fiscalProfile = z
  .strictObject({
    rfc: z.string(),
    legalName: z.string(),
    taxSystem: z.string(),
    postalCode: z.string(),
    timeZone: z.string().meta({ description: 'IANA zone of the place of issue.' }),
    iepsTaxpayer: z.boolean().optional().meta({ description: 'Absent instead of false.' }),
    address: shownAddress.optional(),
    person: z.enum(['moral', 'fisica']),
    updatedAt: instant,
  })
  .meta({ id: 'FiscalProfile' });

export const certificateKind = z.enum(['csd', 'fiel']);

/** The passphrase of a private key: any text without control characters. */
export const passphrase = z.string().max(256).meta({ pattern: prosePattern });

const file = z.base64().min(1).max(20_000);

export const certificateInput = z.strictObject({
  certificate: file.meta({ description: 'The .cer file in base64.' }),
  privateKey: file.meta({ description: 'The .key file in base64.' }),
  passphrase: passphrase.min(1),
});

export const certificate = z
  .strictObject({
    certificateId: z.string().min(1),
    kind: certificateKind,
    certificateNumber: z.string(),
    rfc: z.string(),
    legalName: z.string(),
    validFrom: instant,
    validTo: instant,
    status: z.enum(['active', 'inactive', 'expired', 'revoked']),
    createdAt: instant,
  })
  .meta({ id: 'Certificate' });

export const seriesKind = z.enum([
  'income', 'credit_note', 'transfer', 'payroll', 'payment_complement', 'withholding',
]); // prettier-ignore

const readinessCheck = z
  .strictObject({ code: z.string(), ready: z.boolean(), message: z.string() })
  .meta({ id: 'ReadinessCheck' });

export const readiness = z
  .strictObject({
    ready: z.boolean().meta({ description: 'Whether an invoice can be stamped.' }),
    checks: z.array(readinessCheck),
    kinds: z
      .array(
        z.strictObject({
          kind: seriesKind.meta({ description: 'Kind of documents.' }),
          ready: z
            .boolean()
            .meta({ description: 'Whether a document of this kind can be stamped.' }),
          checks: z.array(readinessCheck).meta({
            description:
              'The checks of this kind of document alone, beside the checks of all kinds.',
          }),
        }),
      )
      .optional(),
  })
  .meta({ id: 'FiscalReadiness' });

const folio = z.int().min(1).max(999_999_999_999);

export const seriesInput = z.strictObject({
  code: text(25).meta({ description: 'Serie of the documents, 1 to 25 characters.' }),
  kind: seriesKind,
  nextFolio: folio.optional(),
  isDefault: z.boolean().optional(),
});

export const seriesPatch = z.strictObject({
  active: z.boolean().optional(),
  isDefault: z.boolean().optional(),
  nextFolio: folio.optional(),
});

export const series = z
  .strictObject({
    seriesId: z.string().min(1),
    code: z.string(),
    kind: seriesKind,
    nextFolio: z.int(),
    isDefault: z.boolean(),
    active: z.boolean(),
    updatedAt: instant,
  })
  .meta({ id: 'Series' });
