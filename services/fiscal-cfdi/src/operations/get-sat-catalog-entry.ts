import type { fiscalCfdi } from '@timbre/contract';
import { catalog } from '@timbre/fiscal';
import { query, Refusal } from '@timbre/kit';
import { entryJson } from '../domain/set-up/catalog-entry';

/** Also returns expired entries: `validTo` shows that. */
export const getSatCatalogEntry = query(
  async (_read, request: fiscalCfdi.GetSatCatalogEntryRequest) => {
    const found = catalog(request.catalog);
    if (!found) throw new Refusal('not_found', 'No SAT catalogue has this name.');
    const entry = found.get(request.code, 'latest');
    if (!entry) throw new Refusal('not_found', 'The catalogue has no entry with this code.');
    return Buffer.from(JSON.stringify({ data: entryJson(entry) }));
  },
);
