import type { Reader, Transaction } from '@timbre/kit';
import { advanceKey } from '../../domain/invoices/advance';
import { relatedDocumentsOf, replacedUuids } from '../../domain/drafting/related-documents';
import type { DraftInput } from '../../domain/drafting/draft';
import type { RelatedSource } from '../../domain/drafting/draft-sources';
import { creditingList, listed, paymentsOfInvoice } from './invoice-payments';

/**
 * The sum of the credit notes about `r` alone, stamped or being stamped, without those that the
 * draft replaces. `offset 0`: see `creditsOfInvoice`.
 */
const credited = (
  relationships: string,
  replaced: string,
): string => `select coalesce(sum(c.total), 0)
  from (select distinct n.cfdi_id from cfdi_relations n
    where n.org_id = r.org_id and n.uuid = r.uuid and n.relationship in ${relationships}) k
  cross join lateral (select c.total from cfdi c
    where c.org_id = r.org_id and c.id = k.cfdi_id and c.kind = 'credit_note'
      and c.direction = 'issued' and c.currency = r.currency
      and (c.status = 'valid' or c.stage in ('stamping', 'unknown'))
      and coalesce(c.uuid <> all(string_to_array(${replaced}, ',')::uuid[]), true) offset 0) c
  where not exists (select from cfdi_relations n where n.org_id = r.org_id
    and n.cfdi_id = k.cfdi_id and n.uuid <> r.uuid and n.relationship in ${creditingList})`;

/** The sum of the advances that `r` names; null where it names none, or one that is unknown. */
const advanced = `select case when bool_and(a.total is not null) then sum(a.total) end
  from cfdi_relations n
  left join lateral (select a.total from cfdi a
    where a.org_id = n.org_id and a.uuid = n.uuid and a.direction = 'issued'
      and a.currency = r.currency offset 0) a on true
  where n.org_id = r.org_id and n.cfdi_id = r.id and n.relationship = '07'`;

const select = (organization: string, uuids: string, replaced: string): string => `select
    r.id as "cfdiId", r.uuid::text as uuid, r.kind, r.status, r.currency, r.total::text as total,
    r.counterparty_rfc as "receiverRfc", (${credited(creditingList, replaced)})::text as credited,
    (${advanced})::text as advanced, (${credited(`('07')`, replaced)})::text as applied, p.paid > 0 as "isPaid",
    r.items @> '[{"satProductCode": "${advanceKey}"}]' as "isAdvance"
  from cfdi r cross join lateral (${paymentsOfInvoice}) p
  where r.org_id = ${organization} and r.direction = 'issued'
    and r.uuid = any(string_to_array(${uuids}, ',')::uuid[])`;

/** The UUIDs that a draft names, and those among them that it replaces, as lists for SQL. */
function listsOf(input: DraftInput): [named: string, replaced: string] {
  const named = relatedDocumentsOf(input).flatMap(({ documents }) => documents);
  return [listed(named), listed(replacedUuids(input))];
}

/** Reads the organization's own documents that a draft names; others are absent. */
export async function readRelated(read: Reader, input: DraftInput): Promise<RelatedSource[]> {
  const lists = listsOf(input);
  if (lists[0] === '') return [];
  return read.rows<RelatedSource>(select(':org', '$2::text', '$3::text'), lists);
}

/** `readRelated` in a transaction. */
export async function relatedIn(tx: Transaction, input: DraftInput): Promise<RelatedSource[]> {
  const lists = listsOf(input);
  if (lists[0] === '') return [];
  const sql = select('$1', '$2::text', '$3::text');
  return tx.rows<RelatedSource>(sql, [tx.organizationId, ...lists]);
}

/**
 * `relatedIn` with locks until the commit, so that two credit notes never take off the same amount.
 */
export async function lockRelated(tx: Transaction, input: DraftInput): Promise<RelatedSource[]> {
  const [named] = listsOf(input);
  if (named === '') return [];
  await tx.rows(
    `select id from cfdi where org_id = $1 and direction = 'issued'
     and uuid = any(string_to_array($2, ',')::uuid[]) order by id for update`,
    [tx.organizationId, named],
  );
  return relatedIn(tx, input);
}
