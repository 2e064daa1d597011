import type { fiscalCfdi } from '@timbre/contract';
import { isUuid } from '@timbre/fiscal';
import { query } from '@timbre/kit';

/** A page: a few hundred kilobytes. */
const limitMax = 5_000;

const select = `select r.uuid::text as uuid, r.status = 'canceled' as "isCanceled",
    r.stamped_xml is not null as "isComplete"
  from cfdi r where r.org_id = :org and r.direction = $2 and r.status <> 'draft'`;

/**
 * The stamped CFDI with these UUIDs, whatever their number; without any, a page of those issued in a
 * period, in the order of their UUIDs.
 */
export const listCfdiStates = query(
  async (
    read,
    request: fiscalCfdi.ListCfdiStatesRequest,
  ): Promise<fiscalCfdi.ListCfdiStatesResponse> => {
    const { direction, issuedFrom, issuedTo, afterUuid } = request;
    const uuids = request.uuids.map((uuid) => uuid.toLowerCase()).filter(isUuid);
    if (request.uuids.length > 0) {
      const values = [direction, uuids.join()];
      const among = `${select} and r.uuid = any(string_to_array($3, ',')::uuid[])`;
      return { documents: await read.rows<fiscalCfdi.CfdiState>(among, values) };
    }
    const after = isUuid(afterUuid) ? afterUuid : '00000000-0000-0000-0000-000000000000';
    const limit = Math.min(Math.max(request.limit, 1), limitMax);
    const page = `${select} and r.dated_on between left($3::text, 10)::date and left($4::text, 10)::date
      and r.issued_local between $3 and $4 and r.uuid > $5::uuid order by r.uuid limit $6::int`;
    const values = [direction, issuedFrom, issuedTo, after, limit];
    return { documents: await read.rows<fiscalCfdi.CfdiState>(page, values) };
  },
);
