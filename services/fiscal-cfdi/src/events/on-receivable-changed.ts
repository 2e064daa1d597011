import { accounts } from '@timbre/contract';
import { parseDocumentRef } from '@timbre/fiscal';
import {
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';

/**
 * Knows what accounts says of an issued invoice, accounts.receivable.changed: money that was recorded
 * without a complement, and its plan. The document itself does not change.
 */
export async function onReceivableChanged(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const owed = readPayload(accounts.DocumentBalance, event.payload);
  const cfdi = parseDocumentRef(owed.documentRef, 'cfdi');
  if (!cfdi) return;
  const { version, uncertified, needsReview, planId, settlementTerms, paymentDueDate } = owed;
  await tx.rows(
    `insert into receivables (org_id, cfdi_id, version, uncertified, needs_review, plan_id,
       settlement_terms, payment_due_date)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (org_id, cfdi_id) do update set version = excluded.version,
       uncertified = excluded.uncertified, needs_review = excluded.needs_review,
       plan_id = excluded.plan_id, settlement_terms = excluded.settlement_terms,
       payment_due_date = excluded.payment_due_date
     where receivables.version < excluded.version`,
    [
      ...[tx.organizationId, cfdi.id, version, uncertified, needsReview, planId ?? null],
      ...[settlementTerms ? JSON.stringify(settlementTerms) : null, paymentDueDate ?? null],
    ],
  );
}

export const receivableConsumer = (parts: ConsumerParts): EventConsumer =>
  transactionConsumer(
    parts,
    {
      name: 'fiscal-cfdi-receivables',
      subject: 'accounts.receivable.changed',
      service: 'accounts',
    },
    onReceivableChanged,
  );
