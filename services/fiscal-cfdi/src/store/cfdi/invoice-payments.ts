import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Reader, Transaction } from '@timbre/kit';
import { inPlaceOf, isUuid } from '@timbre/fiscal';
import type { PaidDocument } from '../../domain/drafting/draft';
import type { InvoiceSource } from '../../domain/drafting/draft-sources';
import { creditingList, creditsOf, isBeingCanceled } from './credits';

/**
 * The amount that a complement pays of an invoice. The invoice itself need not be stored. The amount
 * reduces the balance while the complement is valid.
 */
export const InvoicePayment = defineEntity({
  name: 'InvoicePayment',
  tableName: 'invoice_payments',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    complementId: p.uuid(),
    /** The UUID of the invoice. */
    uuid: p.uuid(),
    installment: p.integer(),
    amount: p.decimal('string').columnType('numeric(24,6)'),
  },
});

/** Joins the valid UUIDs of a list into one text, which the SQL statements expect. */
export const listed = (uuids: readonly string[]): string => uuids.filter(isUuid).join(',');

/** Returns the SQL that splits a joined text into UUIDs. */
export const uuidsIn = (list: string): string => `string_to_array(${list}, ',')::uuid[]`;

/** Locks the issued CFDI with these UUIDs until the commit. */
export async function lockIssued(tx: Transaction, uuids: readonly string[]): Promise<void> {
  await tx.rows(
    `select id from cfdi where org_id = $1 and direction = 'issued'
     and uuid = any(${uuidsIn('$2')}) order by id for update`,
    [tx.organizationId, listed(uuids)],
  );
}

/**
 * The SQL condition that a stamped complement replaces the complement `c`. A payment complement that was
 * replaced does not count as a payment.
 */
const isReplaced = `exists (select 1 from cfdi_relations n
    join cfdi b on b.org_id = n.org_id and b.id = n.cfdi_id
    where n.org_id = c.org_id and n.uuid = c.uuid and n.relationship = '${inPlaceOf}'
      and b.kind = c.kind and b.direction = c.direction and b.status = 'valid')`;

/** A number that is larger than every installment number. */
const noInstallment = 1_000;

/**
 * Returns the SQL for the payments of the invoice `r` by complements: the amount paid (`paid`), the amount
 * paid before the next installment (`continued`), the number of installments before the next installment,
 * and whether a complement is being stamped. Complements that were replaced do not count. A draft that
 * replaces a complement has the same installment number as the replaced complement.
 * @param replaced is the SQL for the list of the UUIDs that a draft replaces
 */
export const paymentsOfInvoice = (replaced = `''`): string => `select
    coalesce(sum(d.amount) filter (where d.counts), 0) as paid,
    coalesce(sum(d.amount) filter (where d.counts and d.installment < d.repeated), 0) as continued,
    coalesce(min(nullif(d.repeated, ${noInstallment})) - 1,
      max(d.installment) filter (where d.counts), 0) as installments,
    coalesce(bool_or(d.stage in ('stamping', 'unknown')), false) as is_being_paid
  from (select d.amount, d.installment, c.stage, c.status = 'valid' and not k.is_replaced as counts,
      coalesce(min(d.installment) filter (where c.status = 'valid' and k.is_named) over (),
        ${noInstallment}) as repeated
    from invoice_payments d join cfdi c on c.org_id = d.org_id and c.id = d.complement_id
    cross join lateral (select
      coalesce(c.uuid = any(${uuidsIn(replaced)}), false) as is_named,
      ${isReplaced} as is_succeeded offset 0) x
    cross join lateral (select x.is_named and not x.is_succeeded as is_named,
      x.is_named or x.is_succeeded as is_replaced) k
    where d.org_id = r.org_id and d.uuid = r.uuid) d`;

/**
 * The SQL for the amount of the credit notes for the invoice `r`. The SQL also selects whether a credit
 * note is ambiguous, because it relates to several documents or has another currency.
 */
const creditsOfInvoice = `select
    coalesce(sum(c.total) filter (where m.is_certain), 0) as credited,
    coalesce(bool_or(not m.is_certain), false) as needs_review
  ${creditsOf('r')}
  cross join lateral (
    select count(distinct n.uuid) = 1 and c.currency = r.currency as is_certain
    from cfdi_relations n
    where n.org_id = r.org_id and n.cfdi_id = c.id and n.relationship in ${creditingList}) m`;

/**
 * Returns the SQL for the balances of the invoice `r`. Only complements reduce `remaining`, which is the
 * previous balance of the next complement. Credit notes that relate only to this invoice also reduce
 * `effective`, which is the amount still to be paid or credited. The first ImpSaldoAnt is the total of the
 * invoice, and each later ImpSaldoAnt is the previous ImpSaldoInsoluto (Pagos20.xsd, annotation of
 * ImpSaldoAnt), so a credit note is not an installment.
 */
export const balancesOfInvoice = (replaced?: string): string => `select
    r.total - p.continued as remaining,
    greatest(r.total - p.paid - n.credited, 0) as effective, n.needs_review, p.installments,
    p.is_being_paid
  from (${paymentsOfInvoice(replaced)}) p cross join (${creditsOfInvoice}) n`;

/**
 * Builds the SQL statement for the balances from the caller's SQL for the organization and for the lists of
 * UUIDs.
 */
const select = (organization: string, uuids: string, replaced: string): string => `select
    r.id as "cfdiId", r.uuid::text as uuid, r.kind, r.status, r.method_code as "methodCode",
    r.currency, r.series, coalesce(r.folio::text, r.external_folio) as folio, r.total::text as total,
    r.customer_id::text as "customerId",
    r.counterparty_rfc as "receiverRfc", o.remaining::text as "remainingBalance",
    o.effective::text as "effectiveRemainingBalance", o.installments,
    r.issued_local as "issuedLocal", r.sealed_xml is not null as "isOurs",
    o.is_being_paid as "isBeingPaid", ${isBeingCanceled('r')} as "isBeingCanceled",
    r.stamped_xml as xml
  from cfdi r cross join lateral (${balancesOfInvoice(replaced)}) o
  where r.org_id = ${organization} and r.direction = 'issued'
    and r.uuid = any(${uuidsIn(uuids)})`;

/**
 * Reads the issued CFDI with these UUIDs, and their balances. UUIDs of documents that are not stored are
 * omitted.
 * @param replaced contains the UUIDs of the complements that the caller replaces
 */
export function readInvoices(
  read: Reader,
  uuids: readonly string[],
  replaced: readonly string[] = [],
): Promise<InvoiceSource[]> {
  if (uuids.length === 0) return Promise.resolve([]);
  const values = [listed(uuids), listed(replaced)];
  return read.rows<InvoiceSource>(select(':org', '$2::text', '$3::text'), values);
}

/**
 * Like `readInvoices`, but locks the invoices until the commit, so that two complements never pay the same
 * installment.
 */
export async function lockInvoices(
  tx: Transaction,
  uuids: readonly string[],
  replaced: readonly string[] = [],
): Promise<InvoiceSource[]> {
  if (uuids.length === 0) return [];
  await lockIssued(tx, uuids);
  const values = [tx.organizationId, listed(uuids), listed(replaced)];
  return tx.rows<InvoiceSource>(select('$1', '$2', '$3'), values);
}

/** Replaces the stored payments of a complement. */
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
