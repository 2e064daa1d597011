import type { Reader } from '@timbre/kit';

/**
 * SQL that calculates how many times a request was made. Code 5002 means that both allowed requests
 * were made, possibly by another system.
 */
const uses = `case when r.code = '5002' then 2 else r.uses end`;

/**
 * Reads how often each period was requested, starting with the newest period.
 * @param since the time after which an unfinished request must have been made to count as open
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
