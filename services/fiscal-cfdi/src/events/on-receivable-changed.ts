import { accounts } from '@timbre/contract';
import { parseDocumentRef } from '@timbre/fiscal';
import {
  batchConsumer,
  readPayload,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';

/** The newest of several versions of an invoice counts. */
const storeReceivables = `insert into receivables (org_id, cfdi_id, version, uncertified, needs_review,
    plan_id, settlement_terms, payment_due_date)
  select distinct on (x.id) $1::uuid, x.*
  from unnest($2::uuid[], $3::int[], $4::numeric[], $5::bool[], $6::uuid[], $7::jsonb[], $8::date[])
    x (id, version, uncertified, needs_review, plan_id, terms, due)
  order by x.id, x.version desc
  on conflict (org_id, cfdi_id) do update set version = excluded.version,
    uncertified = excluded.uncertified, needs_review = excluded.needs_review,
    plan_id = excluded.plan_id, settlement_terms = excluded.settlement_terms,
    payment_due_date = excluded.payment_due_date
  where receivables.version < excluded.version`;

/**
 * Knows what accounts says of issued invoices, accounts.receivable.changed: money that was recorded
 * without a complement, and their plans. The documents themselves do not change.
 */
export async function onReceivablesChanged(
  events: readonly ReceivedEvent[],
  tx: Transaction,
): Promise<void> {
  const invoices = events.flatMap(({ payload }) => {
    const owed = readPayload(accounts.DocumentBalance, payload);
    const cfdi = parseDocumentRef(owed.documentRef, 'cfdi');
    return cfdi ? [{ ...owed, id: cfdi.id }] : [];
  });
  if (invoices.length === 0) return;
  const of = <Value>(read: (invoice: (typeof invoices)[number]) => Value) => invoices.map(read);
  await tx.rows(storeReceivables, [
    tx.organizationId,
    of(({ id }) => id),
    of(({ version }) => version),
    of(({ uncertified }) => uncertified),
    of(({ needsReview }) => needsReview),
    of(({ planId }) => planId ?? null),
    of(({ settlementTerms: terms }) => (terms ? JSON.stringify(terms) : null)),
    of(({ paymentDueDate }) => paymentDueDate ?? null),
  ]);
}

export const receivableConsumer = (parts: ConsumerParts): EventConsumer =>
  batchConsumer(
    parts,
    {
      name: 'fiscal-cfdi-receivables',
      subject: 'accounts.receivable.changed',
      service: 'accounts',
    },
    onReceivablesChanged,
  );
