import type { satSync } from '@timbre/contract';
import { query } from '@timbre/kit';
import { checkRfcs, listVersion } from '../store/lists';

export const checkBlacklist = query(async (read, { rfc }: satSync.CheckBlacklistRequest) => {
  const version = await listVersion(read);
  const [checked] = await checkRfcs(read, [rfc]);
  return Buffer.from(JSON.stringify({ data: { ...checked, listVersion: version } }));
});
