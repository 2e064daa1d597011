import { z } from 'zod';
import { identifierPattern } from './patterns';
import {
  date,
  form,
  identifier,
  instant,
  postalCode,
  rfc,
  satCode,
  text,
  withCode,
} from './values';

const dated = { startDate: date, endDate: date.optional() };

/** The data of a taxpayer in the SAT's register. */
export const taxProfile = z
  .strictObject({
    rfc: z.string(),
    personKind: z.enum(['moral', 'fisica']),
    legalName: z
      .string()
      .meta({ description: 'Without the capital regime, as CFDI 4.0 requires.' }),
    idCif: z.string().optional(),
    curp: z.string().optional(),
    capitalRegime: z.string().optional(),
    tradeName: z.string().optional(),
    registryStatus: z.string().optional(),
    startedOperationsOn: date.optional(),
    statusChangedOn: date.optional(),
    email: z.string().optional(),
    issuedOn: date.optional().meta({ description: 'The day of the Constancia.' }),
    address: z
      .strictObject({
        postalCode: z.string(),
        street: z.string().optional(),
        exterior: z.string().optional(),
        interior: z.string().optional(),
        neighborhood: z.string().optional(),
        city: z.string().optional(),
        municipality: z.string().optional(),
        state: z.string().optional(),
      })
      .optional(),
    taxRegimes: z.array(
      z.strictObject({ code: z.string().optional(), name: z.string(), ...dated }).meta({
        description: 'No code if c_RegimenFiscal has no regime of this name.',
      }),
    ),
    economicActivities: z.array(
      z.strictObject({ name: z.string(), percentage: z.number().optional(), ...dated }),
    ),
    obligations: z.array(
      z.strictObject({
        description: z.string(),
        periodicity: z.enum([
          'monthly',
          'bimonthly',
          'quarterly',
          'four_monthly',
          'annual',
          'informative',
          'other',
        ]),
        ...dated,
      }),
    ),
    source: z.enum(['file', 'qr', 'fiel']),
    extractedAt: instant,
  })
  .meta({ id: 'TaxProfile' });

/** The body of POST /v1/sat/tax-profiles/extract. The request must have exactly one source. */
export const taxProfileInput = z
  .strictObject({
    fileId: identifier.optional().meta({ description: 'An uploaded Constancia, as PDF.' }),
    qrUrl: z
      .string()
      .min(1)
      .max(300)
      .optional()
      .meta({ pattern: identifierPattern, description: 'The address in the QR of a Constancia.' }),
    own: z.literal(true).optional().meta({ description: 'Your own Constancia, by FIEL.' }),
  })
  .refine((sources) => Object.values(sources).filter((one) => one !== undefined).length === 1, {
    ...withCode('source_not_single', 'Give one of fileId, qrUrl and own.'),
    path: ['fileId'],
  })
  .meta({ minProperties: 1, maxProperties: 1 });

/** POST /v1/sat/tax-ids/validate */
export const taxIdInput = z.strictObject({
  rfc,
  legalName: text(300).optional(),
  taxSystem: satCode('c_RegimenFiscal').optional(),
  postalCode: postalCode.optional(),
  idCif: z
    .string()
    .regex(/^\d{8,11}$/, form('format_id_cif'))
    .optional()
    .meta({
      description:
        'Number of the tax identity card on the Constancia (idCIF); with it, Timbre asks the SAT.',
    }),
});

const checkedTaxId = {
  rfc: z.string(),
  kind: z.enum(['moral', 'fisica', 'generic']).meta({
    description:
      'moral: a legal entity. fisica: a natural person. generic: XAXX010101000 or XEXX010101000, which name no taxpayer.',
  }),
  checkDigitMatches: z.boolean().optional().meta({
    description:
      'Whether the last character is the check digit that the SAT computes from the others; a few real RFCs have another. The check is absent for a generic RFC.',
  }),
  status: z.enum(['valid', 'mismatch', 'unknown']).meta({
    description:
      'mismatch: a field differs. unknown: a field cannot be compared, as without a Constancia of this RFC.',
  }),
  fields: z.array(
    z.strictObject({
      field: z.enum(['rfc', 'legalName', 'taxSystem', 'postalCode']),
      status: z.enum(['matches', 'differs', 'unknown']),
      registered: z
        .string()
        .optional()
        .meta({ description: 'Value in the register, if it differs; for the RFC, its status.' }),
    }),
  ),
  source: z.enum(['file', 'qr', 'fiel']).optional(),
  checkedAt: instant.optional().meta({ description: 'Time at which the registry data were read.' }),
};

export const taxIdCheck = z.strictObject(checkedTaxId).meta({ id: 'TaxIdCheck' });

export const contactCheck = z
  .strictObject({ contactId: z.string(), ...checkedTaxId })
  .meta({ id: 'ContactCheck' });

const listEntry = z.strictObject({
  list: z.enum(['69b', '69']),
  situation: z.string(),
  since: date.optional(),
  listed: z.boolean().meta({ description: 'False for a taxpayer that was cleared.' }),
  publications: z.array(
    z.strictObject({
      situation: z.string(),
      place: z.enum(['sat', 'dof']),
      publishedOn: date,
      letter: z.string().optional(),
    }),
  ),
});

const checked = { rfc: z.string(), listed: z.boolean(), entries: z.array(listEntry) };
const listVersion = z
  .strictObject({ '69b': date, '69': date })
  .meta({ description: 'The days of the lists that the answer uses.' });

const lateFiles = z
  .array(
    z.strictObject({
      list: z.enum(['69b', '69']),
      file: z.string().meta({ description: 'Name of the file at the SAT.' }),
      loadedAt: instant
        .optional()
        .meta({ description: 'The day is absent if the file never came.' }),
    }),
  )
  .optional()
  .meta({
    description:
      'Files that could not be read at the SAT for three days: the answer uses their last version, or leaves them out.',
  });

export const blacklistCheck = z
  .strictObject({ ...checked, listVersion, lateFiles })
  .meta({ id: 'BlacklistCheck' });

export const blacklistChecks = z
  .strictObject({ listVersion, lateFiles, results: z.array(z.strictObject(checked)) })
  .meta({ id: 'BlacklistChecks' });

export const rfcParams = z.strictObject({ rfc });

/** POST /v1/sat/blacklist/checks */
export const blacklistInput = z.strictObject({ rfcs: z.array(rfc).min(1).max(1_000) });
