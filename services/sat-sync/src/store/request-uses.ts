import type { Reader } from '@timbre/kit';

/**
 * SQL of the number of times a request was used. Code 5002 means that both allowed requests were made,
 * possibly by another system.
 */
const uses = `case when r.code = '5002' then 2 else r.uses end`;

/**
 * Reads how often each period was requested, the newest period first.
 * @param since an unfinished request counts as live only if it was made after this time
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
