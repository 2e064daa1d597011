import type { satSync } from '@timbre/contract';
import { query } from '@timbre/kit';
import { syncList } from '../store/syncs';

export const listSatSyncs = query((read, { page }: satSync.ListSatSyncsRequest) =>
  read.page(syncList, page, []),
);
