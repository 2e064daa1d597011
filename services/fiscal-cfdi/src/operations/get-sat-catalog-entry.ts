import type { fiscalCfdi } from '@timbre/contract';
import { catalog, localDateIn } from '@timbre/fiscal';
import { query, Refusal } from '@timbre/kit';
import { entryJson } from '../domain/set-up/catalog-entry';

/** The row of today; of a code that is not in force, the nearest one: its dates show that. */
export const getSatCatalogEntry = query(
  async (read, request: fiscalCfdi.GetSatCatalogEntryRequest) => {
    const found = catalog(request.catalog);
    if (!found) throw new Refusal('not_found', 'No SAT catalogue has this name.');
    const today = localDateIn(read.businessNow.getTime(), 'America/Mexico_City');
    const entry = found.get(request.code, today);
    if (!entry) throw new Refusal('not_found', 'The catalogue has no entry with this code.');
    return Buffer.from(JSON.stringify({ data: entryJson(entry) }));
  },
);
