import type { fiscalCfdi } from '@timbre/contract';
import { byName, type Reader } from '@timbre/kit';

/**
 * The SQL condition for an imported document whose folio Timbre has also used in the same series. In this
 * case either the sale was stamped twice, or Timbre did not record the stamp of its own document.
 */
const isDoubled = `r.status = 'valid' and r.direction = 'issued' and r.external_folio ~ '^[0-9]{1,15}$'
  and exists (select 1 from series s
    left join cfdi o on o.org_id = s.org_id and o.series_id = s.id
      and o.folio = r.external_folio::bigint and o.status <> 'canceled'
    left join voided_folios v on v.org_id = s.org_id and v.series_id = s.id
      and v.folio = r.external_folio::bigint
    where s.org_id = r.org_id and s.kind = r.kind and s.code = r.series
      and (o.id is not null or v.id is not null))`;

const select = (direction: string, doubled: string) =>
  `select r.uuid::text as uuid, r.status = 'canceled' as "isCanceled",
    r.stamped_xml is not null as "isComplete", ${doubled} as "isDoubled"
  from cfdi r where r.org_id = :org and r.direction = ${direction} and r.status <> 'draft'`;

// With this form of the query, PostgreSQL looks up each UUID in the index even while the table has no
// statistics.
const named = `select k.* from (select unnest(string_to_array($3, ',')::uuid[]) as uuid offset 0) g
  cross join lateral (${select('$2', 'false')} and r.uuid = g.uuid offset 0) k`;

/** Returns the states of the stamped documents with these UUIDs. */
export const statesOf = (
  read: Reader,
  direction: string,
  uuids: readonly string[],
): Promise<fiscalCfdi.CfdiState[]> => read.rows(named, [direction, uuids.join()]);

const page = `${select(':direction', isDoubled)}
  and r.dated_on between left(:from::text, 10)::date and left(:to::text, 10)::date
  and r.issued_local between :from and :to and r.uuid > :after::uuid
  and coalesce(r.stamp->>'stampedLocalDateTime', '') <= coalesce(nullif(:stampedTo, ''), '9')
  order by r.uuid limit :limit::int`;

/** Returns a page with the states of the stamped documents that were issued in a period, sorted by UUID. */
export const statesIssued = (
  read: Reader,
  {
    direction,
    issuedFrom,
    issuedTo,
    afterUuid,
    limit,
    stampedTo,
  }: Omit<fiscalCfdi.ListCfdiStatesRequest, 'uuids'>,
): Promise<fiscalCfdi.CfdiState[]> =>
  read.rows(
    ...byName(
      page,
      { direction, from: issuedFrom, to: issuedTo, after: afterUuid, limit, stampedTo },
      2,
    ),
  );
