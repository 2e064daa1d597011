import { z } from 'zod';
import { date } from './values';
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

const { cursor, limit, query } = pageFields;

export const catalogQuery = z.strictObject({
  cursor,
  limit,
  query,
  activeOn: date
    .optional()
    .meta({ description: 'Day on which the codes must be in force; today if absent.' }),
});
