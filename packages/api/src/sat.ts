import { z } from 'zod';
import { date, decimal, form, instant, rfc } from './values';
import { pageFields } from './page';

export const satCatalog = z
  .looseObject({
    name: z.string(),
    title: z.string(),
    entryCount: z.int(),
    source: z.string(),
    asOf: z.string(),
  })
  .meta({ id: 'SatCatalog' });

export const satCatalogEntry = z
  .looseObject({
    code: z.string(),
    description: z.string(),
    validFrom: z.string(),
    validTo: z.string().optional(),
  })
  .meta({ id: 'SatCatalogEntry' });

export const lawPack = z
  .strictObject({
    id: z.string(),
    version: z.string(),
    title: z.string(),
    issuedOn: date,
    isExample: z.boolean().meta({ description: 'Whether its figures are invented, for tests.' }),
    digest: z.string().meta({ description: 'SHA-256 of its canonical JSON, in hexadecimal.' }),
    figureCount: z.int(),
    catalogs: z.array(
      z.strictObject({
        name: z.string(),
        asOf: date,
        rowCount: z.int(),
        endedCount: z.int(),
      }),
    ),
    ends: z
      .array(
        z.strictObject({ key: z.string(), label: z.string(), endsOn: date, daysLeft: z.int() }),
      )
      .meta({
        description: 'Yearly figures that end without a known successor, the earliest first.',
      }),
  })
  .meta({ id: 'LawPack' });

const { cursor, limit, query } = pageFields;

export const catalogQuery = z.strictObject({
  cursor,
  limit,
  query,
  activeOn: date
    .optional()
    .meta({ description: 'Day on which the codes must be in force; today if absent.' }),
});

const cfdiExpression = z.strictObject({
  uuid: z.guid(),
  issuerRfc: rfc,
  receiverRfc: rfc,
  total: decimal({ decimals: 6 }),
  sealTail: z
    .string()
    .regex(/^[A-Za-z0-9_+/=]{8}$/, form('format_seal_tail'))
    .optional()
    .meta({ description: 'The last eight characters of the seal, as the QR code has them.' }),
});

/** POST /v1/sat/cfdi-status */
export const cfdiStatusInput = z.strictObject({
  documents: z.array(cfdiExpression).min(1).max(50),
});

export const cfdiStatuses = z
  .strictObject({
    documents: z.array(
      z.strictObject({
        uuid: z.string(),
        status: z.enum(['valid', 'canceled', 'not_found']),
        cancelability: z
          .enum(['without_acceptance', 'with_acceptance', 'not_cancelable'])
          .optional(),
        cancellation: z
          .enum([
            'in_process',
            'canceled_without_acceptance',
            'canceled_with_acceptance',
            'canceled_term_passed',
            'rejected',
          ])
          .optional(),
        isIssuerListed: z
          .boolean()
          .optional()
          .meta({ description: 'Whether the SAT lists the issuer under article 69-B.' }),
        checkedAt: instant,
      }),
    ),
  })
  .meta({ id: 'CfdiStatuses' });
