import { z } from 'zod';
import { transactionKind } from './accounts';
import { documentLanguage } from './files';
import { pageFields, queryOf } from './page';
import { documentRef, form, identifier } from './values';

const { cursor, limit, dateFrom, dateTo } = pageFields;

export const statementParams = z.strictObject({ contactId: identifier });

/** GET /v1/accounts/statements/{contactId} */
export const statementFilters = queryOf({
  cursor,
  limit,
  dateFrom: dateFrom.meta({ description: 'First day; from the beginning if absent.' }),
  dateTo: dateTo.meta({ description: 'Last day; the present day if absent.' }),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, form('format_currency'))
    .optional()
    .meta({ description: 'A statement has one currency; MXN if absent.' }),
  format: z
    .enum(['json', 'csv', 'pdf', 'xlsx'])
    .optional()
    .meta({ description: 'The files have all lines of the period, at most 2,000.' }),
  language: documentLanguage.optional().meta({
    description: 'Language of the file; default: the contact’s `documentLanguage`.',
  }),
});

/** openingBalance + charges - credits = closingBalance. */
export const contactStatement = z
  .strictObject({
    contactId: z.string(),
    side: z.enum(['receivable', 'payable']),
    currency: z.string(),
    dateTo: z.iso.date(),
    openingBalance: z
      .number()
      .meta({ description: 'Balance before `dateFrom`; negative if the contact has credit.' }),
    charges: z.number(),
    credits: z.number(),
    closingBalance: z.number(),
    lines: z.array(
      z
        .strictObject({
          transactionId: z.string(),
          occurredOn: z.iso.date(),
          kind: transactionKind,
          balance: z.number().meta({ description: 'Balance after this line.' }),
          documentRef: documentRef().optional(),
          folio: z.string().optional(),
          charge: z.number().optional(),
          credit: z.number().optional(),
        })
        .meta({ id: 'StatementLine' }),
    ),
    pagination: z.strictObject({ nextCursor: z.string().nullable(), hasMore: z.boolean() }),
    contactName: z.string().optional(),
    dateFrom: z.iso.date().optional(),
  })
  .meta({ id: 'ContactStatement' });
