import { accounts } from '@timbre/contract';
import { parseDocumentRef, type CalendarDate } from '@timbre/fiscal';
import { isIdentifier, messageOf, type Transaction } from '@timbre/kit';
import { nextDueOf } from '../domain/dues';
import { statusOf } from '../domain/plan';
import type { CollectedDocument } from './collected-documents';
import type { DueRow } from './dues';
import type { PlanRow } from './plans';

type Happened = 'planned' | 'plan_cleared' | 'settled';

interface Collected {
  document: CollectedDocument;
  plan: PlanRow | undefined;
  dues: readonly DueRow[];
  today: CalendarDate;
}

/** accounts.receivable.<happened>: the document with its balances, plan and calendar. */
export function announceCollected(tx: Transaction, happened: Happened, collected: Collected): void {
  const { document, plan, dues, today } = collected;
  const { ref, version, contact, currency, fiscal, effective } = document;
  const message: accounts.CollectedReceivable = {
    documentRef: ref,
    version,
    customerId: customerIdOf(contact),
    currency,
    fiscalBalance: fiscal.toString(),
    effectiveBalance: effective.toString(),
    paymentDueDate: nextDueOf(dues.filter(({ state }) => state === 'live')),
    plan: plan && planMessage(plan),
    calendar: dues.filter(isShown).map((due) => eventMessage(due, today)),
  };
  tx.emit({
    subject: `accounts.receivable.${happened}`,
    aggregate: 'receivable',
    aggregateId: parseDocumentRef(ref)!.id,
    aggregateVersion: version,
    payload: accounts.CollectedReceivable.encode(message).finish(),
  });
}

/** accounts.receivable.due, accounts.receivable.overdue: an event of the collection calendar. */
export function announceDue(tx: Transaction, due: DueRow, today: CalendarDate): void {
  tx.emit({
    subject: `accounts.receivable.${due.announced}`,
    aggregate: 'collection_event',
    aggregateId: due.id,
    aggregateVersion: due.version,
    payload: accounts.CollectionEvent.encode(eventMessage(due, today)).finish(),
  });
}

const isShown = ({ kind, state }: DueRow) => kind !== 'undated' && state !== 'ended';

export const eventIdOf = ({ planId, number, documentRef }: DueRow): string =>
  planId === null ? documentRef : `${planId}:${number}`;

const customerIdOf = (contact: string) => (isIdentifier(contact) ? contact : undefined);

function eventMessage(due: DueRow, today: CalendarDate): accounts.CollectionEvent {
  const { kind, documentRef, planId, number, dueOn, currency, amount, covered, open } = due;
  return messageOf<accounts.CollectionEvent>({
    eventId: eventIdOf(due),
    kind,
    documentRef,
    customerId: customerIdOf(due.contact) ?? null,
    planId,
    installment: number,
    dueOn,
    currency,
    amount: amount.toString(),
    covered: covered.toString(),
    open: open.toString(),
    status: statusOf(due, due.state !== 'live', today),
  });
}

const planMessage = ({ planId, state, terms, plannedAt, balance }: PlanRow) => ({
  planId,
  state,
  settlementTerms: terms,
  plannedAt,
  plannedBalance: balance.toString(),
});
