import { sayUnknownCode } from '@timbre/api';
import type { fiscalCfdi } from '@timbre/contract';
import { catalog, localDateIn } from '@timbre/fiscal';
import { notFoundAs, query } from '@timbre/kit';
import { entryJson } from '../domain/set-up/catalog-entry';
import { unknownCatalog } from '../domain/set-up/unknown-catalog';

/**
 * Returns the entry of a catalogue code that is in force today. If no entry of the code is in force,
 * returns the entry whose dates are nearest to today.
 */
export const getSatCatalogEntry = query(
  async (read, request: fiscalCfdi.GetSatCatalogEntryRequest) => {
    const found = catalog(request.catalog);
    if (!found) throw notFoundAs(unknownCatalog(request.catalog));
    const today = localDateIn(read.businessNow.getTime(), 'America/Mexico_City');
    const entry = found.get(request.code, today);
    if (!entry)
      throw notFoundAs(
        sayUnknownCode('catalog_code_unknown', request.catalog, request.code, today),
      );
    return Buffer.from(JSON.stringify({ data: entryJson(entry) }));
  },
);
