import type { Transaction } from '@timbre/kit';

/** A stored document, with its direction and completeness. */
export interface KnownCfdi {
  id: string;
  direction: string;
  uuid: string;
  status: string;
  /** True if the XML of the document is stored, or will be stored with its stamp. */
  isComplete: boolean;
}

// With this form of the query, PostgreSQL looks up each document in the index even while the table has no
// statistics.
const known = `select k.* from (select distinct direction, uuid
    from jsonb_to_recordset($2::jsonb) x (direction text, uuid uuid) order by uuid offset 0) g
  cross join lateral (select r.id::text as id, r.direction, r.uuid::text as uuid, r.status,
    r.status = 'draft' or r.stamped_xml is not null as "isComplete"
    from cfdi r where r.org_id = $1 and r.direction = g.direction and r.uuid = g.uuid
    for update offset 0) k`;

/** Returns those of the given documents that are stored, and locks them until the commit. */
export const lockKnown = (
  tx: Transaction,
  documents: readonly Pick<KnownCfdi, 'direction' | 'uuid'>[],
): Promise<KnownCfdi[]> => tx.rows(known, [tx.organizationId, JSON.stringify(documents)]);
