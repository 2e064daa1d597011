import type { satSync } from '@timbre/contract';
import { query } from '@timbre/kit';
import { checkRfcs, lateFiles, listVersion } from '../store/lists';
import { satLists } from '../workflows/load-lists';

export const checkBlacklist = query(async (read, { rfc }: satSync.CheckBlacklistRequest) => {
  const version = await listVersion(read);
  const late = await lateFiles(read, satLists);
  const [checked] = await checkRfcs(read, [rfc]);
  return Buffer.from(JSON.stringify({ data: { ...checked, listVersion: version, ...late } }));
});
