import type { fiscalCfdi } from '@timbre/contract';
import { isUuid } from '@timbre/fiscal';
import { nilUuid, query } from '@timbre/kit';

/** A page: a few hundred kilobytes. */
const limitMax = 5_000;

/** Folios are counted here, so a document with one of them was stamped twice or not noticed. */
const isDoubled = `r.status = 'valid' and r.direction = 'issued' and r.external_folio ~ '^[0-9]{1,15}$'
  and exists (select 1 from series s
    left join cfdi o on o.org_id = s.org_id and o.series_id = s.id
      and o.folio = r.external_folio::bigint and o.status <> 'canceled'
    left join voided_folios v on v.org_id = s.org_id and v.series_id = s.id
      and v.folio = r.external_folio::bigint
    where s.org_id = r.org_id and s.kind = r.kind and s.code = r.series
      and (o.id is not null or v.id is not null))`;

const select = (doubled: string) =>
  `select r.uuid::text as uuid, r.status = 'canceled' as "isCanceled",
    r.stamped_xml is not null as "isComplete", ${doubled} as "isDoubled"
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
    const { direction, issuedFrom, issuedTo, afterUuid, stampedTo } = request;
    const uuids = request.uuids.map((uuid) => uuid.toLowerCase()).filter(isUuid);
    if (request.uuids.length > 0) {
      const values = [direction, uuids.join()];
      // One look into the index for each, also while PostgreSQL has not counted the rows yet.
      const among = `select k.* from (select unnest(string_to_array($3, ',')::uuid[]) as uuid offset 0) g
        cross join lateral (${select('false')} and r.uuid = g.uuid offset 0) k`;
      return { documents: await read.rows<fiscalCfdi.CfdiState>(among, values) };
    }
    const after = isUuid(afterUuid) ? afterUuid : nilUuid;
    const limit = Math.min(Math.max(request.limit, 1), limitMax);
    const page = `${select(isDoubled)} and r.dated_on between left($3::text, 10)::date and left($4::text, 10)::date
      and r.issued_local between $3 and $4 and r.uuid > $5::uuid
      and coalesce(r.stamp->>'stampedLocalDateTime', '') <= coalesce(nullif($7, ''), '9')
      order by r.uuid limit $6::int`;
    const values = [direction, issuedFrom, issuedTo, after, limit, stampedTo];
    return { documents: await read.rows<fiscalCfdi.CfdiState>(page, values) };
  },
);
