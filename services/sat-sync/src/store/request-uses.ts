import type { Reader } from '@timbre/kit';

/** By 5002 the SAT says that both uses are used, maybe by another system. */
const uses = `case when r.code = '5002' then 2 else r.uses end`;

/**
 * How often each request for a period was made, the newest first.
 * @param since requests that are not over count as live if they were made after it
 */
export const requestUses = (read: Reader, since: Date, max: number): Promise<object[]> =>
  read.rows(
    `select r.rfc, r.direction, r.request_type as "requestType", r.issued_from as "dateFrom",
       r.issued_to as "dateTo", ${uses} as uses, 2 as "usesMax", 2 - ${uses} as remaining,
       r.state in ('sending', 'again', 'accepted')
         and r.requested_at > $2::timestamptz as live
     from sat_requests r where r.org_id = :org and r.request_type <> 'folio'
     order by r.id desc limit $3::int`,
    [since, max],
  );
