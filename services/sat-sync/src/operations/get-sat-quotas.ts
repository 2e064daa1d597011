import type { satSync } from '@timbre/contract';
import { query } from '@timbre/kit';

/** The newest requests; a period that is not among them has all of its uses. */
const itemsMax = 500;

/** The SAT finishes a request within three days, even if it is not followed any more. */
const liveMs = 72 * 3_600_000;

const guidance =
  'The SAT gives each period twice in its life. A synchronization uses each exact period once and asks ' +
  'for the same documents again with an end that is some seconds later.';

/** How often each request was made in its life. */
export const getSatQuotas = query(async (read, _: satSync.GetSatQuotasRequest) => {
  // By 5002 the SAT says that both are used, maybe by another system.
  const uses = `case when r.code = '5002' then 2 else r.uses end`;
  const items = await read.rows(
    `select r.rfc, r.direction, r.request_type as "requestType", r.issued_from as "dateFrom",
       r.issued_to as "dateTo", ${uses} as uses, 2 as "usesMax", 2 - ${uses} as remaining,
       r.state in ('sending', 'again', 'accepted')
         and r.requested_at > $2::timestamptz as live
     from sat_requests r where r.org_id = :org and r.request_type <> 'folio' order by r.id desc limit ${itemsMax}`,
    [new Date(read.now.getTime() - liveMs)],
  );
  return Buffer.from(JSON.stringify({ data: { items, guidance } }));
});
