import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Reader, Transaction } from '@timbre/kit';
import type { DraftInput } from '../../domain/drafting/draft';
import { relatedDocumentsOf } from '../../domain/drafting/related-documents';

/** A relationship (c_TipoRelacion) of a document to another document, which need not be stored. */
export const CfdiRelation = defineEntity({
  name: 'CfdiRelation',
  tableName: 'cfdi_relations',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    cfdiId: p.uuid(),
    relationship: p.text(),
    uuid: p.uuid(),
  },
});

/** Stores the relationships of a new document to other documents. */
export function storeRelations(tx: Transaction, cfdiId: string, input: DraftInput): void {
  for (const { relationship, documents } of relatedDocumentsOf(input)) {
    for (const uuid of documents) tx.add(CfdiRelation, { cfdiId, relationship, uuid });
  }
}

/** Replaces the stored relationships of a draft. */
export async function replaceRelations(
  tx: Transaction,
  cfdiId: string,
  input: DraftInput,
): Promise<void> {
  await tx.rows('delete from cfdi_relations where org_id = $1 and cfdi_id = $2', [
    tx.organizationId,
    cfdiId,
  ]);
  storeRelations(tx, cfdiId, input);
}

export async function isRelated(
  tx: Transaction,
  relation: { cfdiId: string; relationship: string; uuid: string },
): Promise<boolean> {
  return (await tx.findBy(CfdiRelation, relation)) !== undefined;
}

/** Adds those relationships of a document that are not stored yet. */
export async function addRelations(
  tx: Transaction,
  cfdiId: string,
  relationship: string,
  uuids: readonly string[],
): Promise<void> {
  for (const uuid of uuids) {
    const relation = { cfdiId, relationship, uuid };
    if (!(await isRelated(tx, relation))) tx.add(CfdiRelation, relation);
  }
}

/** A document that is related to the requested document, in either direction. */
export interface Relation {
  /** The role of this document in its relation to the requested document. */
  role: 'related' | 'related_by' | 'paid' | 'paid_by';
  relationship: string | null;
  installment: number | null;
  amount: string | null;
  uuid: string | null;
  cfdiId: string | null;
  kind: string | null;
  status: string | null;
}

/** The maximum number of relations in a response. Real documents have fewer relations. */
const relationsMax = 1_000;

const named = `select 'related' as role, n.relationship, null::int as installment,
    null::numeric as amount, n.uuid
  from cfdi_relations n where n.org_id = :org and n.cfdi_id = $2::uuid
  union all select 'paid', null, n.installment, n.amount, n.uuid
  from invoice_payments n where n.org_id = :org and n.complement_id = $2::uuid`;
const naming = `select 'related_by' as role, n.relationship, null::int as installment,
    null::numeric as amount, n.cfdi_id
  from cfdi_relations n where n.org_id = :org and n.uuid = $3::uuid
  union all select 'paid_by', null, n.installment, n.amount, n.complement_id
  from invoice_payments n where n.org_id = :org and n.uuid = $3::uuid`;

const select = `select x.role, x.relationship, x.installment, trim_scale(x.amount)::text as amount,
    x.uuid::text as uuid, x.cfdi_id::text as "cfdiId", x.kind, x.status from (
    select n.role, n.relationship, n.installment, n.amount, n.uuid, c.id as cfdi_id, c.kind,
      c.status
    from (${named}) n left join lateral (select d.id, d.kind, d.status from cfdi d
      where d.org_id = :org and d.uuid = n.uuid order by d.direction limit 1) c on true
    union all
    select n.role, n.relationship, n.installment, n.amount, c.uuid, c.id, c.kind, c.status
    from (${naming}) n join cfdi c on c.org_id = :org and c.id = n.cfdi_id) x
  order by x.role, x.cfdi_id limit ${relationsMax}`;

/**
 * Returns the documents to which a CFDI relates, and the organization's documents that relate to the CFDI.
 */
export function relationsOf(
  read: Reader,
  cfdiId: string,
  uuid: string | null | undefined,
): Promise<Relation[]> {
  return read.rows<Relation>(select, [cfdiId, uuid ?? null]);
}
