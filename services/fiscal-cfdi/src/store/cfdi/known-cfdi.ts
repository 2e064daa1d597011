import type { Transaction } from '@timbre/kit';

/** A document that is known, on the side where it is stored. */
export interface KnownCfdi {
  id: string;
  direction: string;
  uuid: string;
  status: string;
  /** Its XML is known, or will be with its stamp. */
  isComplete: boolean;
}

// One look into the index for each document, also while PostgreSQL has not counted the rows yet.
const known = `select k.* from (select distinct direction, uuid
    from jsonb_to_recordset($2::jsonb) x (direction text, uuid uuid) order by uuid offset 0) g
  cross join lateral (select r.id::text as id, r.direction, r.uuid::text as uuid, r.status,
    r.status = 'draft' or r.stamped_xml is not null as "isComplete"
    from cfdi r where r.org_id = $1 and r.direction = g.direction and r.uuid = g.uuid
    for update offset 0) k`;

/** Those of the documents that are known, locked until the commit. */
export const lockKnown = (
  tx: Transaction,
  documents: readonly Pick<KnownCfdi, 'direction' | 'uuid'>[],
): Promise<KnownCfdi[]> => tx.rows(known, [tx.organizationId, JSON.stringify(documents)]);
