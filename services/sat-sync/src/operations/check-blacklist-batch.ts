import type { satSync } from '@timbre/contract';
import { query } from '@timbre/kit';
import { checkRfcs, listVersion } from '../store/lists';

export const checkBlacklistBatch = query(
  async (read, { rfcs }: satSync.CheckBlacklistBatchRequest) => {
    const version = await listVersion(read);
    const results = await checkRfcs(read, [...new Set(rfcs)]);
    return Buffer.from(JSON.stringify({ data: { listVersion: version, results } }));
  },
);
