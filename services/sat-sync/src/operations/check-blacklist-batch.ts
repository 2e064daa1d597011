import type { satSync } from '@timbre/contract';
import { query } from '@timbre/kit';
import { checkRfcs, lateFiles, listVersion } from '../store/lists';
import { satLists } from '../workflows/load-lists';

export const checkBlacklistBatch = query(
  async (read, { rfcs }: satSync.CheckBlacklistBatchRequest) => {
    const version = await listVersion(read);
    const late = await lateFiles(read, satLists);
    const results = await checkRfcs(read, [...new Set(rfcs)]);
    return Buffer.from(JSON.stringify({ data: { listVersion: version, ...late, results } }));
  },
);
