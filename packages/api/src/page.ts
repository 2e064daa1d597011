import { z } from 'zod';
import { cursorPattern } from './patterns';
import { date, form, searchWords, withCode } from './values';

const limit = z
  .string()
  .regex(/^\d{1,6}$/, form('format_whole_number'))
  .transform(Number)
  .pipe(z.number().int().min(1).max(50))
  .optional()
  .meta({
    description: 'Page size, 1 to 50; default 20.',
    override: ({ jsonSchema }) => {
      Object.assign(jsonSchema, { type: 'integer', minimum: 1, maximum: 50, default: 20 });
      delete jsonSchema.pattern;
    },
  });

const days =
  'An instant counts on its day in the time zone of the organization: that of the postal code of its fiscal profile.';

/** The query fields that every list has. */
export const pageFields = {
  cursor: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .meta({ pattern: cursorPattern, description: 'nextCursor of the previous page.' }),
  limit,
  query: searchWords
    .optional()
    .meta({ description: 'Words to search for; 1 or 2 letters begin a word.' }),
  dateFrom: date.optional().meta({ description: `First day, inclusive. ${days}` }),
  dateTo: date.optional().meta({ description: `Last day, inclusive. ${days}` }),
};

/**
 * Returns the schema of a query with the given fields. If a query has both dateFrom and dateTo,
 * dateFrom must not be after dateTo.
 */
export function queryOf<Fields extends z.ZodRawShape>(fields: Fields) {
  return z.strictObject(fields).refine(isInOrder, {
    ...withCode('period_reversed', 'dateTo comes before dateFrom.'),
    path: ['dateTo'],
    // This rule is checked even if other fields have errors.
    when: () => true,
  });
}

function isInOrder(given: object): boolean {
  const { dateFrom, dateTo } = given as { dateFrom?: string; dateTo?: string };
  const [from, to] = [date.safeParse(dateFrom), date.safeParse(dateTo)];
  return !from.success || !to.success || from.data <= to.data;
}

/**
 * Returns the schema for the query of a list: the fields that every list has, and its own filters.
 */
export function pageOf<Filters extends z.ZodRawShape>(filters: Filters) {
  return queryOf({ ...pageFields, ...filters });
}

/** A boolean in the query string. */
export const flag = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .meta({
    override: ({ jsonSchema }) => {
      jsonSchema.type = 'boolean';
      delete jsonSchema.enum;
    },
  });

export const pagination = z
  .strictObject({ nextCursor: z.string().nullable(), hasMore: z.boolean() })
  .meta({ id: 'Pagination' });
