import { publicForm } from '@timbre/api';
import { accounts } from '@timbre/contract';
import { type CalendarDate, documentIdOf } from '@timbre/fiscal';
import { isIdentifier, messageOf, type Transaction } from '@timbre/kit';
import { nextDueOf } from '../domain/installments';
import { statusOf } from '../domain/plan';
import type { CollectedDocument } from './collected-documents';
import type { StoredInstallment } from './installments';
import type { PlanRow } from './plans';

type Happened = 'planned' | 'plan_cleared' | 'settled';

interface Collected {
  document: CollectedDocument;
  plan: PlanRow | undefined;
  installments: readonly StoredInstallment[];
  today: CalendarDate;
}

/** accounts.receivable.<happened>: emits the document with its balances, plan and installments. */
export function announceCollected(tx: Transaction, happened: Happened, collected: Collected): void {
  const { document, plan, installments, today } = collected;
  const { ref, version, contact, currency, fiscal, effective } = document;
  const message: accounts.CollectedReceivable = {
    documentRef: ref,
    version,
    customerId: customerIdOf(contact),
    currency,
    fiscalBalance: fiscal.toString(),
    effectiveBalance: effective.toString(),
    paymentDueDate: nextDueOf(installments.filter(({ state }) => state === 'live')),
    plan: plan && planMessage(plan),
    calendar: installments.filter(isShown).map((installment) => eventMessage(installment, today)),
  };
  tx.emit({
    subject: `accounts.receivable.${happened}`,
    aggregate: 'receivable',
    aggregateId: documentIdOf(ref),
    aggregateVersion: version,
    payload: accounts.CollectedReceivable.encode(message).finish(),
  });
}

/**
 * accounts.receivable.due, accounts.receivable.overdue: emits an installment as an event of the
 * collection calendar.
 */
export function announceInstallment(
  tx: Transaction,
  installment: StoredInstallment,
  today: CalendarDate,
): void {
  tx.emit({
    subject: `accounts.receivable.${installment.announced}`,
    aggregate: 'collection_event',
    aggregateId: installment.id,
    aggregateVersion: installment.version,
    payload: accounts.CollectionEvent.encode(eventMessage(installment, today)).finish(),
  });
}

const isShown = ({ kind, state }: StoredInstallment) => kind !== 'undated' && state !== 'ended';

const eventIdOf = ({ planId, number, documentRef }: StoredInstallment): string =>
  planId === null ? documentRef : `${planId}:${number}`;

const customerIdOf = (contact: string) => (isIdentifier(contact) ? contact : undefined);

function eventMessage(
  installment: StoredInstallment,
  today: CalendarDate,
): accounts.CollectionEvent {
  const { kind, documentRef, planId, number, dueOn, currency, amount, covered, open } = installment;
  return messageOf<accounts.CollectionEvent>({
    eventId: eventIdOf(installment),
    kind,
    documentRef,
    customerId: customerIdOf(installment.contact) ?? null,
    planId,
    installment: number,
    dueOn,
    currency,
    amount: amount.toString(),
    covered: covered.toString(),
    open: open.toString(),
    status: statusOf(installment, installment.state !== 'live', today),
  });
}

const planMessage = ({ planId, state, terms, plannedAt, balance }: PlanRow) => ({
  planId,
  state,
  settlementTerms: terms,
  plannedAt,
  plannedBalance: balance.toString(),
});

const happenings: Happened[] = ['planned', 'plan_cleared', 'settled'];

export const publicCollected = happenings.map((happened) =>
  publicForm(`accounts.receivable.${happened}`, accounts.CollectedReceivable, {
    type: () => `receivable.${happened}`,
    data: (receivable) => receivable,
  }),
);

const announcements = ['due', 'overdue'] as const;

export const publicInstallments = announcements.map((happened) =>
  publicForm(`accounts.receivable.${happened}`, accounts.CollectionEvent, {
    type: () => `receivable.${happened}`,
    data: (installment) => installment,
  }),
);
