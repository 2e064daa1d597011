import type { satSync } from '@timbre/contract';
import { query } from '@timbre/kit';
import { requestUses } from '../store/request-uses';

/**
 * The maximum number of requests in the response, starting with the newest request. A period that
 * is not in the response can still be requested the full number of times.
 */
const itemsMax = 500;

/**
 * The time after which a request counts as finished. The SAT finishes a request within three days, even
 * if Timbre no longer polls the request.
 */
const liveMs = 72 * 3_600_000;

const guidance =
  'The SAT gives each period twice in its life. A synchronization uses each exact period once and asks ' +
  'for the same documents again with an end that is some seconds later.';

/** Returns how often each period was requested from the SAT. */
export const getSatQuotas = query(async (read, _: satSync.GetSatQuotasRequest) => {
  const items = await requestUses(read, new Date(read.now.getTime() - liveMs), itemsMax);
  return Buffer.from(JSON.stringify({ data: { items, guidance } }));
});
