import { defineEntity, p } from '@mikro-orm/postgresql';
import { byName, nilUuid, type Transaction, pickColumns } from '@timbre/kit';
import { firstIn, lastIn } from '@timbre/fiscal';
import type { MetadataRow } from '../domain/downloads/metadata-rows';
import type { Direction } from '../domain/downloads/port';

/**
 * A document that the SAT's metadata lists. The times in the metadata are local times without a time
 * zone.
 */
export const Metadata = defineEntity({
  name: 'Metadata',
  tableName: 'metadata',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    direction: p.text().$type<Direction>().primary(),
    uuid: p.uuid().primary(),
    issuerRfc: p.text(),
    issuerName: p.text(),
    receiverRfc: p.text(),
    receiverName: p.text(),
    pacRfc: p.text(),
    issuedLocal: p.text(),
    certifiedLocal: p.text(),
    total: p.text(),
    documentType: p.text(),
    isCanceled: p.boolean(),
    canceledLocal: p.text().nullable(),
    /** Whether fiscal-cfdi does not have the XML of the document. */
    isMissing: p.boolean(),
    readAt: p.datetime(),
    /** Whether an import of the document's XML failed. */
    isRefused: p.boolean(),
  },
});

/**
 * Stores rows of the SAT's metadata. A later row replaces an earlier row of the same document, but
 * a cancellation is never undone. The SAT lists documents that an organization issued to itself
 * both as issued and as received; Timbre stores them only as issued.
 */
export async function storeMetadata(
  tx: Transaction,
  direction: Direction,
  rows: readonly MetadataRow[],
): Promise<void> {
  await tx.rows(
    `insert into metadata as m (org_id, direction, uuid, issuer_rfc, issuer_name, receiver_rfc,
       receiver_name, pac_rfc, issued_local, certified_local, total, document_type, is_canceled,
       canceled_local, read_at)
     select distinct on (x.uuid) $1::uuid, $2, x.uuid, x."issuerRfc", x."issuerName",
       x."receiverRfc", x."receiverName", x."pacRfc", x."issuedLocal", x."certifiedLocal", x.total,
       x."documentType", x."isCanceled", x."canceledLocal", $4::timestamptz
     from jsonb_to_recordset($3::jsonb) x (uuid uuid, "issuerRfc" text, "issuerName" text,
       "receiverRfc" text, "receiverName" text, "pacRfc" text, "issuedLocal" text,
       "certifiedLocal" text, total text, "documentType" text, "isCanceled" boolean,
       "canceledLocal" text)
     where $2 = 'issued' or x."issuerRfc" <> x."receiverRfc"
     order by x.uuid, x."isCanceled" desc
     on conflict (org_id, direction, uuid) do update set
       is_canceled = m.is_canceled or excluded.is_canceled,
       canceled_local = coalesce(excluded.canceled_local, m.canceled_local),
       read_at = excluded.read_at`,
    [tx.organizationId, direction, JSON.stringify(rows), tx.now],
  );
}

export const metadataColumns = pickColumns(
  Metadata,
  [
    'uuid', 'issuerRfc', 'issuerName', 'receiverRfc', 'receiverName', 'pacRfc', 'issuedLocal',
    'certifiedLocal', 'total', 'documentType', 'isCanceled', 'canceledLocal',
  ],
  'm',
); // prettier-ignore

export interface Period {
  direction: Direction;
  /**
   * A span: the first and the last time of issue, both included, as local times without a time
   * zone.
   */
  from: string;
  to: string;
}

type Place = Pick<MetadataRow, 'issuedLocal' | 'uuid'>;

/**
 * Returns the text by which a document is sorted. Documents are sorted by time of issue and then by UUID.
 */
export const placeOf = ({ issuedLocal, uuid }: Place): string => `${issuedLocal} ${uuid}`;

/**
 * Reads the next page of the metadata in a span, in sorted order.
 * @param after the sort position of the last document on the previous page; empty for the first
 * page
 */
export function metadataPage(
  tx: Transaction,
  { direction, from, to }: Period,
  after: string,
  { limit = 500, onlyMissing = false } = {},
): Promise<MetadataRow[]> {
  const [issuedLocal, uuid] = (after || placeOf({ issuedLocal: from, uuid: nilUuid })).split(' ');
  return tx.rows<MetadataRow>(
    ...byName(
      `select ${metadataColumns} from metadata m where m.org_id = :org and m.direction = :direction
       and (m.issued_local, m.uuid) > (:issuedLocal, :uuid::uuid) and m.issued_local <= :to
       and (m.is_missing or not :onlyMissing) order by m.issued_local, m.uuid limit :limit::int`,
      { org: tx.organizationId, direction, issuedLocal, uuid, to, onlyMissing, limit },
    ),
  );
}

/**
 * Records for a page of documents whether fiscal-cfdi does not have their XML. Only rows whose
 * stored value changes are updated.
 * @param stored the documents for which fiscal-cfdi has the XML
 */
export async function markMissing(
  tx: Transaction,
  direction: Direction,
  page: readonly MetadataRow[],
  stored: readonly string[],
): Promise<void> {
  const [first, last] = [firstIn(page), lastIn(page)];
  await tx.rows(
    ...byName(
      `update metadata set is_missing = not is_missing where org_id = :org and direction = :direction
       and (issued_local, uuid) >= (:firstLocal, :firstUuid::uuid)
       and (issued_local, uuid) <= (:lastLocal, :lastUuid::uuid)
       and is_missing = (uuid in (select unnest(string_to_array(:stored, ',')::uuid[])))`,
      {
        org: tx.organizationId,
        direction,
        firstLocal: first.issuedLocal,
        firstUuid: first.uuid,
        lastLocal: last.issuedLocal,
        lastUuid: last.uuid,
        stored: stored.join(),
      },
    ),
  );
}

/** Records that the XML of the given documents was received but could not be imported. */
export async function markRefused(
  tx: Transaction,
  direction: Direction,
  uuids: readonly string[],
): Promise<void> {
  if (uuids.length === 0) return;
  await tx.rows(
    `update metadata set is_refused = true where org_id = $1 and direction = $2
     and uuid = any(string_to_array($3, ',')::uuid[])`,
    [tx.organizationId, direction, uuids.join()],
  );
}

/**
 * Reads the sorted times of issue of documents whose XML is missing in Timbre and available at the
 * SAT. Documents whose XML could not be imported are left out, because a second import would also
 * fail.
 */
export async function missingTimes(
  tx: Transaction,
  { direction, from, to }: Period,
): Promise<string[]> {
  const rows = await tx.rows<{ at: string }>(
    `select issued_local as at from metadata where org_id = $1 and direction = $2
     and issued_local between $3 and $4 and is_missing and not is_refused and (direction = 'issued' or not is_canceled)
     order by issued_local`,
    [tx.organizationId, direction, from, to],
  );
  return rows.map(({ at }) => at);
}

/**
 * Returns those of the given UUIDs that the SAT's metadata lists.
 * @param uuids the UUIDs in sorted order
 */
export async function knownUuids(
  tx: Transaction,
  direction: Direction,
  uuids: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ uuid: string }>(
    `select uuid::text as uuid from metadata where org_id = $1 and direction = $2
     and uuid between $3::uuid and $4::uuid
     and uuid in (select unnest(string_to_array($5, ',')::uuid[]))`,
    [tx.organizationId, direction, uuids[0], uuids.at(-1), uuids.join()],
  );
  return new Set(rows.map(({ uuid }) => uuid));
}
