import type { fiscalCfdi } from '@timbre/contract';
import { localDateIn, searchCatalog } from '@timbre/fiscal';
import { invalid, notFoundAs, query } from '@timbre/kit';
import { readCatalogCursor, writeCatalogCursor } from '../domain/set-up/catalog-cursor';
import { entryJson } from '../domain/set-up/catalog-entry';
import { unknownCatalog } from '../domain/set-up/unknown-catalog';

export const searchSatCatalog = query(
  async (read, { catalog, page, activeOn }: fiscalCfdi.SearchSatCatalogRequest) => {
    const { query: words, cursor, limit } = page ?? {};
    const key = { catalog, query: words, activeOn };
    const after = cursor === undefined ? undefined : readCatalogCursor(key, cursor);
    if (cursor !== undefined && after === undefined) throw foreignCursor();
    const today = localDateIn(read.businessNow.getTime(), 'America/Mexico_City');
    const found = searchCatalog(catalog, {
      onDate: activeOn ?? today,
      ...(words === undefined ? {} : { query: words }),
      ...(limit === undefined ? {} : { limit }),
      ...(after === undefined ? {} : { after }),
    });
    if (!found) throw notFoundAs(unknownCatalog(catalog));
    const nextCursor = found.next === undefined ? null : writeCatalogCursor(key, found.next);
    const pagination = { nextCursor, hasMore: nextCursor !== null };
    return Buffer.from(JSON.stringify({ data: found.entries.map(entryJson), pagination }));
  },
);

const foreignCursor = () =>
  invalid([
    {
      path: ['cursor'],
      code: 'cursor_invalid',
      message: 'The cursor belongs to another search; pass nextCursor with the same query.',
    },
  ]);
