import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Reader, Transaction } from '@timbre/kit';
import { isUuid } from '@timbre/fiscal';
import type { PaidDocument } from '../../domain/drafting/draft';
import type { InvoiceSource } from '../../domain/drafting/draft-sources';
import { crediting } from '../../domain/invoices/credited';

/**
 * The amount that a complement pays of an invoice, ours or not; it counts while the complement is
 * valid.
 */
export const InvoicePayment = defineEntity({
  name: 'InvoicePayment',
  tableName: 'invoice_payments',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    complementId: p.uuid(),
    /** UUID of the invoice. */
    uuid: p.uuid(),
    installment: p.integer(),
    amount: p.decimal('string').columnType('numeric(24,6)'),
  },
});

/** Sum, highest installment and whether a stamp is pending, over the complements of `r`. */
export const paymentsOfInvoice = `select
    coalesce(sum(d.amount) filter (where c.status = 'valid'), 0) as paid,
    coalesce(max(d.installment) filter (where c.status = 'valid'), 0) as installments,
    coalesce(bool_or(c.stage in ('stamping', 'unknown')), false) as is_being_paid
  from invoice_payments d join cfdi c on c.org_id = d.org_id and c.id = d.complement_id
  where d.org_id = r.org_id and d.uuid = r.uuid`;

/** `crediting` in SQL. */
export const creditingList = `(${crediting.map((code) => `'${code}'`).join(', ')})`;

/**
 * The amount that valid credit notes between the same parties take off the invoice `r`, and whether
 * one of them is ambiguous: it names several documents, or is in another currency. `offset 0` makes
 * the planner start at the relationships of the invoice; without statistics it would read every
 * document that the organization issued.
 */
const creditsOfInvoice = `select
    coalesce(sum(c.total) filter (where m.is_certain), 0) as credited,
    coalesce(bool_or(not m.is_certain), false) as needs_review
  from (select distinct n.cfdi_id from cfdi_relations n
    where n.org_id = r.org_id and n.uuid = r.uuid and n.relationship in ${creditingList}) k
  cross join lateral (select c.total, c.currency from cfdi c
    where c.org_id = r.org_id and c.id = k.cfdi_id
      and c.kind = 'credit_note' and c.status = 'valid'
      and c.direction = r.direction and c.counterparty_rfc = r.counterparty_rfc offset 0) c
  cross join lateral (
    select count(distinct n.uuid) = 1 and c.currency = r.currency as is_certain
    from cfdi_relations n
    where n.org_id = r.org_id and n.cfdi_id = k.cfdi_id and n.relationship in ${creditingList}) m`;

/**
 * The balances of the invoice `r`: `remaining`, which the next complement continues, is lowered by
 * complements alone; `effective`, what is left to pay or to credit, by certain credit notes too.
 * The first ImpSaldoAnt is the total of the invoice, a later one the ImpSaldoInsoluto before it
 * (Pagos20.xsd, annotation of ImpSaldoAnt): a credit note is no installment.
 */
export const balancesOfInvoice = `select r.total - p.paid as remaining,
    greatest(r.total - p.paid - n.credited, 0) as effective, n.needs_review, p.installments,
    p.is_being_paid
  from (${paymentsOfInvoice}) p cross join (${creditsOfInvoice}) n`;

/** Builds the statement from the caller's SQL for the organization and for the list of UUIDs. */
const select = (organization: string, uuids: string): string => `select
    r.id as "cfdiId", r.uuid::text as uuid, r.kind, r.status, r.method_code as "methodCode",
    r.currency, r.series, coalesce(r.folio::text, r.external_folio) as folio, r.total::text as total,
    r.customer_id::text as "customerId",
    r.counterparty_rfc as "receiverRfc", o.remaining::text as "remainingBalance",
    o.effective::text as "effectiveRemainingBalance", o.installments,
    r.issued_local as "issuedLocal", r.sealed_xml is not null as "isOurs",
    o.is_being_paid as "isBeingPaid", r.stamped_xml as xml
  from cfdi r cross join lateral (${balancesOfInvoice}) o
  where r.org_id = ${organization} and r.direction = 'issued'
    and r.uuid = any(string_to_array(${uuids}, ',')::uuid[])`;

/** Those that are UUIDs, as the statements take them. */
export const listed = (uuids: readonly string[]): string => uuids.filter(isUuid).join(',');

/** Reads the issued CFDI with these UUIDs and what is left of them; unknown ones are absent. */
export function readInvoices(read: Reader, uuids: readonly string[]): Promise<InvoiceSource[]> {
  if (uuids.length === 0) return Promise.resolve([]);
  return read.rows<InvoiceSource>(select(':org', '$2::text'), [listed(uuids)]);
}

/**
 * `readInvoices` with locks until the commit, so that two complements never pay the same
 * installment.
 */
export async function lockInvoices(
  tx: Transaction,
  uuids: readonly string[],
): Promise<InvoiceSource[]> {
  if (uuids.length === 0) return [];
  const values = [tx.organizationId, listed(uuids)];
  await tx.rows(
    `select id from cfdi where org_id = $1 and direction = 'issued'
     and uuid = any(string_to_array($2, ',')::uuid[]) order by id for update`,
    values,
  );
  return tx.rows<InvoiceSource>(select('$1', '$2'), values);
}

/** Replaces the payments of a complement. */
export async function replacePayments(
  tx: Transaction,
  complementId: string,
  documents: readonly PaidDocument[],
): Promise<void> {
  await tx.rows('delete from invoice_payments where org_id = $1 and complement_id = $2', [
    tx.organizationId,
    complementId,
  ]);
  for (const { uuid, installment, amount } of documents) {
    tx.add(InvoicePayment, { complementId, uuid, installment, amount });
  }
}
