import { creditingList, creditsOf } from './credits';
import { uuidsIn } from './invoice-payments';

/** The code of c_TipoRelacion for the application of an advance. */
const application = `'07'`;

/**
 * Returns the SQL that selects the credit notes `k` that relate only to the document `r` and have its
 * currency. The whole amount of such a credit note reduces the balance of `r`. Credit notes that the draft
 * replaces are excluded.
 */
const certainNotes = (r: string, replaced: string): string => `(
    select c.id, c.total ${creditsOf(r)}
    where c.currency = ${r}.currency and coalesce(c.uuid <> all(${uuidsIn(replaced)}), true)
      and not exists (select 1 from cfdi_relations o where o.org_id = ${r}.org_id
        and o.cfdi_id = c.id and o.uuid <> ${r}.uuid and o.relationship in ${creditingList})) k`;

/**
 * Returns the SQL for the amount that is left of the advances to which the sale relates, after the credit
 * notes that refund these advances.
 */
const namedAdvances = (sale: string, replaced: string): string => `
  select case when bool_and(a.total is not null) then sum(a.total) end
  from cfdi_relations n
  left join lateral (
    select case when a.status = 'valid' then a.total - (
      select coalesce(sum(k.total), 0) from ${certainNotes('a', replaced)}) else 0 end as total
    from cfdi a where a.org_id = n.org_id and a.uuid = n.uuid and a.direction = 'issued'
      and a.currency = ${sale}.currency offset 0) a on true
  where n.org_id = ${sale}.org_id and n.cfdi_id = ${sale}.id and n.relationship = ${application}`;

/**
 * Returns the SQL for the amounts of the same advances that other sales have already applied. Sales that
 * also relate to other advances do not count, because they might have applied those other advances.
 */
const appliedElsewhere = (sale: string, replaced: string): string => `
  select coalesce(sum(k.total), 0)
  from (select distinct o.cfdi_id from cfdi_relations n
    join cfdi_relations o on o.org_id = n.org_id and o.uuid = n.uuid
      and o.relationship = n.relationship and o.cfdi_id <> n.cfdi_id
    where n.org_id = ${sale}.org_id and n.cfdi_id = ${sale}.id
      and n.relationship = ${application}) o
  cross join lateral (select s.* from cfdi s where s.org_id = ${sale}.org_id and s.id = o.cfdi_id
    and s.kind = 'income' and s.direction = 'issued' and s.uuid is not null offset 0) s
  cross join lateral ${certainNotes('s', replaced)}
  where exists (select 1 from cfdi_relations n where n.org_id = s.org_id and n.cfdi_id = k.id
      and n.relationship = ${application})
    and not exists (select 1 from cfdi_relations o
      where o.org_id = s.org_id and o.cfdi_id = s.id and o.relationship = ${application}
        and o.uuid not in (select n.uuid from cfdi_relations n where n.org_id = ${sale}.org_id
          and n.cfdi_id = ${sale}.id and n.relationship = ${application}))`;

/**
 * Returns the SQL for the amount that credit notes may apply from the advances to which the sale `r`
 * relates. Credit notes for `r` itself are not deducted from the amount of the advances. The amount is null
 * if `r` relates to no advance, or if an advance is not stored or has another currency.
 * @param replaced is the SQL for the list of the UUIDs that a draft replaces
 */
export const advancedOf = (r: string, replaced: string): string =>
  `(select greatest(t.total - (${appliedElsewhere(r, replaced)}), 0)
    from (${namedAdvances(r, replaced)}) t (total) where t.total is not null)`;
