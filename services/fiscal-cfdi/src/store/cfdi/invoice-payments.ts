import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Reader, Transaction } from '@timbre/kit';
import { isUuid } from '@timbre/fiscal';
import type { PaidDocument } from '../../domain/drafting/draft';
import type { InvoiceSource } from '../../domain/drafting/draft-sources';

/** What a payment complement pays of an invoice, ours or not; it counts while that is valid. */
export const InvoicePayment = defineEntity({
  name: 'InvoicePayment',
  tableName: 'invoice_payments',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    complementId: p.uuid(),
    /** Of the invoice. */
    uuid: p.uuid(),
    installment: p.integer(),
    amount: p.decimal('string').columnType('numeric(24,6)'),
  },
});

/** Sum, greatest installment and whether another is on its way, over the complements of `r`. */
export const paymentsOfInvoice = `select
    coalesce(sum(d.amount) filter (where c.status = 'valid'), 0) as paid,
    coalesce(max(d.installment) filter (where c.status = 'valid'), 0) as installments,
    coalesce(bool_or(c.stage in ('stamping', 'unknown')), false) as is_being_paid
  from invoice_payments d join cfdi c on c.org_id = d.org_id and c.id = d.complement_id
  where d.org_id = r.org_id and d.uuid = r.uuid`;

/** c_TipoRelacion of what lowers a debt: credit note, return of goods, advance that is applied. */
const crediting = `('01', '03', '07')`;

/**
 * What valid credit notes of the same parties take off the invoice `r`, and whether one of them does
 * not say how much: it names several documents, or is in another currency. `offset 0` has them found
 * by what names the invoice: a planner without statistics reads all that the organization issued.
 */
export const creditsOfInvoice = `select
    coalesce(sum(c.total) filter (where m.is_certain), 0) as credited,
    coalesce(bool_or(not m.is_certain), false) as needs_review
  from (select distinct n.cfdi_id from cfdi_relations n
    where n.org_id = r.org_id and n.uuid = r.uuid and n.relationship in ${crediting}) k
  cross join lateral (select c.total, c.currency from cfdi c
    where c.org_id = r.org_id and c.id = k.cfdi_id
      and c.kind = 'credit_note' and c.status = 'valid'
      and c.direction = r.direction and c.counterparty_rfc = r.counterparty_rfc offset 0) c
  cross join lateral (
    select count(distinct n.uuid) = 1 and c.currency = r.currency as is_certain
    from cfdi_relations n
    where n.org_id = r.org_id and n.cfdi_id = k.cfdi_id and n.relationship in ${crediting}) m`;

/** The statement, with the words of its caller for the organization and for the list of UUIDs. */
const select = (organization: string, uuids: string): string => `select
    r.id as "cfdiId", r.uuid::text as uuid, r.kind, r.status, r.method_code as "methodCode",
    r.currency, r.series, coalesce(r.folio::text, r.external_folio) as folio, r.total::text as total,
    r.customer_id::text as "customerId",
    r.counterparty_rfc as "receiverRfc", p.paid::text as paid, p.installments,
    r.sealed_xml is not null as "isOurs", p.is_being_paid as "isBeingPaid", r.stamped_xml as xml
  from cfdi r cross join lateral (${paymentsOfInvoice}) p
  where r.org_id = ${organization} and r.direction = 'issued'
    and r.uuid = any(string_to_array(${uuids}, ',')::uuid[])`;

const listed = (uuids: readonly string[]): string => uuids.filter(isUuid).join(',');

/** The issued CFDI of these UUIDs as payments see them; what is not known is absent. */
export function readInvoices(read: Reader, uuids: readonly string[]): Promise<InvoiceSource[]> {
  if (uuids.length === 0) return Promise.resolve([]);
  return read.rows<InvoiceSource>(select(':org', '$2::text'), [listed(uuids)]);
}

/** The same, locked until the commit, so that two complements never pay the same installment. */
export async function lockInvoices(
  tx: Transaction,
  uuids: readonly string[],
): Promise<InvoiceSource[]> {
  if (uuids.length === 0) return [];
  const values = [tx.organizationId, listed(uuids)];
  await tx.execute(
    `select id from cfdi where org_id = ? and direction = 'issued'
     and uuid = any(string_to_array(?, ',')::uuid[]) order by id for update`,
    values,
  );
  return tx.execute<InvoiceSource>(select('?', '?'), values);
}

/** Writes what a complement pays, in place of what it paid before. */
export async function replacePayments(
  tx: Transaction,
  complementId: string,
  documents: readonly PaidDocument[],
): Promise<void> {
  await tx.execute('delete from invoice_payments where org_id = ? and complement_id = ?', [
    tx.organizationId,
    complementId,
  ]);
  for (const { uuid, installment, amount } of documents) {
    tx.add(InvoicePayment, { complementId, uuid, installment, amount });
  }
}
