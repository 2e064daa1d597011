import { creditRelationships } from '@timbre/fiscal';

/** The codes of `creditRelationships` as a SQL list. */
export const creditingList = `(${creditRelationships.map((code) => `'${code}'`).join(', ')})`;

/** Returns the SQL condition that a request to cancel the document is open. */
export const isBeingCanceled = (r: string): string => `exists (select 1 from cancellations n
    where n.org_id = ${r}.org_id and n.cfdi_id = ${r}.id and n.state in ('requested', 'in_process'))`;

/**
 * Returns the SQL that continues a select with the credit notes `c` for a document. The credit notes are
 * stamped or being stamped, and have the same parties as the document. Because of `offset 0`, the query
 * plan starts at the relationships of the document. Without `offset 0`, and while the tables have no
 * statistics, PostgreSQL would read every document that the organization issued.
 * @param r is the SQL alias of the document, which is a row of the table cfdi
 */
export const creditsOf = (r: string): string => `from (
    select distinct n.cfdi_id from cfdi_relations n
    where n.org_id = ${r}.org_id and n.uuid = ${r}.uuid and n.relationship in ${creditingList}) k
  cross join lateral (select c.id, c.uuid, c.total, c.currency from cfdi c
    where c.org_id = ${r}.org_id and c.id = k.cfdi_id and c.kind = 'credit_note'
      and (c.status = 'valid' or c.stage in ('stamping', 'unknown'))
      and c.direction = ${r}.direction and c.counterparty_rfc = ${r}.counterparty_rfc offset 0) c`;
