import type { fiscalCfdi } from '@timbre/contract';
import { catalogs } from '@timbre/fiscal';
import { query } from '@timbre/kit';

/**
 * Lists all SAT catalogues on one page. The list has no further pages, because there are a few dozen
 * catalogues and only a release adds one.
 */
export const listSatCatalogs = query(async (_read, _: fiscalCfdi.ListSatCatalogsRequest) =>
  Buffer.from(
    JSON.stringify({ data: catalogs(), pagination: { nextCursor: null, hasMore: false } }),
  ),
);
