import type { fiscalCfdi } from '@timbre/contract';
import { catalogs } from '@timbre/fiscal';
import { query } from '@timbre/kit';

/** One page holds them all: there are a few dozen, and only a release adds one. */
export const listSatCatalogs = query(async (_read, _: fiscalCfdi.ListSatCatalogsRequest) =>
  Buffer.from(
    JSON.stringify({ data: catalogs(), pagination: { nextCursor: null, hasMore: false } }),
  ),
);
