import { z } from 'zod';
import { contactInput, contactPatch } from './contacts';
import { issue } from './issue';
import { productInput, productPatch } from './products';
import { stableCode } from './stable-codes';
import { decimal, identifier, instant, text } from './values';

export const importKind = z.enum(['products', 'customers', 'suppliers']);

export const importState = z.enum([
  'parsing',
  'preview',
  'committing',
  'done',
  'failed',
  'canceled',
  'expired',
]);

/**
 * The action for a row of the file when the import is committed. A commit never writes rows with
 * the last two actions.
 */
export const importAction = z.enum([
  'create',
  'update',
  'unchanged',
  'invalid',
  'duplicate_in_file',
]);

export const importResult = z.enum(['created', 'updated', 'unchanged', 'changed_since_preview']);

/** POST /v1/imports */
export const importInput = z.strictObject({
  kind: importKind,
  fileId: identifier.meta({
    description: 'A stored upload: a CSV or an XLSX of at most 50,000 rows.',
  }),
});

export const importParams = z.strictObject({ importId: identifier });

/** POST /v1/imports/{importId}/commit */
export const commitInput = z
  .strictObject({
    onlyIfAllValid: z.boolean().optional().meta({
      description: 'Whether an invalid row blocks the commit instead of being skipped.',
    }),
  })
  .default({});

/** The columns with stock quantities, which only product files have. */
const stockColumns = { stock: decimal().optional(), locationCode: text(50).optional() };
const customer = contactInput.options[0];
const supplier = contactInput.options[1];

/** For each kind of file, the request schema for creating a record from a row. */
export const importedInput = {
  products: z.strictObject({ ...productInput.shape, ...stockColumns }),
  customers: customer.omit({ kind: true }),
  suppliers: supplier.omit({ kind: true }),
};

/**
 * For each kind of file, the request schema for changing an existing record with the data of a row.
 */
export const importedPatch = {
  products: z.strictObject({ ...productPatch.shape, ...stockColumns }),
  customers: contactPatch,
  suppliers: contactPatch,
};

const count = z.int().min(0);

/** The reasons why a file could not be read, or why its rows were not written. */
const importErrors = [
  'archive_too_large',
  'csv_unreadable',
  'dtd_not_allowed',
  'file_empty',
  'file_not_kept',
  'file_type_unsupported',
  'headings_unusable',
  'not_read',
  'not_read_in_memory',
  'not_read_in_time',
  'not_written',
  'sheet_missing',
  'too_many_columns',
  'too_many_rows',
  'too_much_text',
  'xlsx_unreadable',
];

export const importJob = z
  .strictObject({
    importId: z.string().min(1),
    kind: importKind,
    state: importState,
    fileId: z.string().min(1),
    fileName: z.string(),
    rowsDone: count.meta({
      description: 'Rows read so far or, during the commit, processed so far.',
    }),
    rowsTotal: count.optional().meta({ description: 'Rows of the file, once it is read.' }),
    counts: z
      .strictObject({
        create: count,
        update: count,
        unchanged: count,
        invalid: count,
        duplicateInFile: count,
      })
      .optional()
      .meta({ description: 'Rows of the preview by action.' }),
    results: z
      .strictObject({
        created: count,
        updated: count,
        unchanged: count,
        changedSincePreview: count,
      })
      .optional()
      .meta({ description: 'Committed rows by result.' }),
    issues: z.array(issue).meta({ description: 'Problems of the file and its headings.' }),
    errorCode: stableCode(importErrors)
      .optional()
      .meta({ description: 'Reason why the import failed.' }),
    createdAt: instant,
    updatedAt: instant,
    expiresAt: instant.optional().meta({
      description:
        'In the preview: time until which it can be committed. After the import: time until which its rows can be read.',
    }),
    committedAt: instant.optional(),
    finishedAt: instant.optional(),
  })
  .meta({ id: 'Import' });

export const importRow = z
  .strictObject({
    rowId: z.string().min(1),
    line: z
      .int()
      .min(1)
      .meta({ description: 'Line of the file, from 1; the headings come first.' }),
    action: importAction,
    values: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The fields as they were read, in the form of the API.' }),
    cleared: z.array(z.string()).meta({ description: 'Fields that the row clears, by `-`.' }),
    issues: z.array(issue),
    warnings: z.array(issue).optional().meta({
      description:
        'Probable mistakes: the warnings that a single write of the same record would return.',
    }),
    recordId: z
      .string()
      .optional()
      .meta({ description: 'The product or contact that the row changes or has created.' }),
    current: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'The product or contact in its present state.' }),
    result: importResult.optional(),
  })
  .meta({ id: 'ImportRow' });
