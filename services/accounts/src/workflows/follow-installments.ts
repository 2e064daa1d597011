import { certain } from '@timbre/fiscal';
import type { CalendarDate, SettlementTerms } from '@timbre/fiscal';
import { isIdentifier, type Transaction } from '@timbre/kit';
import { installmentsOf, nextDueOf, owedAgain } from '../domain/installments';
import { isLive, stateAfter } from '../domain/plan';
import { storeNextDue, type Collection } from '../store/collected-documents';
import { announceCollected, announceInstallment } from '../store/collection-events';
import { markAnnounced, replaceInstallments, type StoredInstallment } from '../store/installments';
import { addPlan, movePlan, wasPlanned, type PlanRow } from '../store/plans';

/**
 * Updates the plan and the calendar of a document after its balances changed. The caller must have locked
 * the document. If an invoice has settlementTerms, its plan begins when the invoice is stamped.
 * @param read the document with its current balances
 * @param isSuperseded whether another document now records the debt
 * @returns whether the plan, the installments or the next due date changed
 */
export async function followInstallments(
  tx: Transaction,
  read: Collection,
  isSuperseded: boolean,
): Promise<boolean> {
  const { document, plan, installments } = read;
  const isOwed = document.isValid && !isSuperseded;
  if (isOwed && (await isPlannedNow(tx, read))) {
    await beginPlan(tx, read, certain(document.terms, 'terms'));
    return true;
  }
  const state = plan && stateAfter(document.effective, !isOwed);
  const isMoved = plan !== undefined && state !== plan.state;
  const moved = isMoved
    ? { ...read, plan: await movePlan(tx, plan, certain(state, 'state')) }
    : read;
  const collection = await settleInstallments(tx, moved, { isOwed, isReplanned: isMoved });
  const wasOpen = installments.some(({ open }) => open.isPositive());
  if (isOwed && wasOpen && document.effective.isZero()) {
    announceCollected(tx, 'settled', collection);
  }
  return collection.document.version !== document.version;
}

/** Whether the document is new and has settlementTerms, so that its plan begins now. */
async function isPlannedNow(tx: Transaction, collection: Collection): Promise<boolean> {
  const { document, installments } = collection;
  const { terms, contact, effective, ref } = document;
  if (!terms || installments.length > 0 || effective.isZero() || !isIdentifier(contact))
    return false;
  return !(await wasPlanned(tx, ref));
}

/**
 * Makes a plan for the current fiscal balance, replaces the plan in force, and emits the event of
 * the new plan.
 */
export async function beginPlan(
  tx: Transaction,
  { document, plan: replaced, installments, today }: Collection,
  terms: SettlementTerms,
): Promise<Collection> {
  const { ref, contact, currency, fiscal } = document;
  const plan: PlanRow = {
    planId: tx.newId(),
    version: 1,
    documentRef: ref,
    customerId: contact,
    currency,
    terms,
    state: stateAfter(document.effective, false),
    balance: fiscal,
    plannedAt: tx.now.toISOString(),
    replacedBy: null,
  };
  if (replaced) await movePlan(tx, replaced, 'replaced', plan.planId);
  await addPlan(tx, plan);
  const begun = { document, plan, installments, today };
  const collection = await settleInstallments(tx, begun, { isOwed: true, isReplanned: true });
  announceCollected(tx, 'planned', collection);
  return collection;
}

/** Clears the payment plan; the due date of the document applies again. */
export async function clearPlan(
  tx: Transaction,
  { document, plan, installments, today }: Collection & { plan: PlanRow },
): Promise<Collection> {
  const cleared = await movePlan(tx, plan, 'cleared');
  const without = { document, plan: undefined, installments, today };
  const collection = await settleInstallments(tx, without, { isOwed: true, isReplanned: true });
  announceCollected(tx, 'plan_cleared', { ...collection, plan: cleared });
  return collection;
}

/**
 * Stores the installments of the document and of its plan, and emits events for installments that are
 * due. Installments of a canceled document keep their paid amounts.
 */
async function settleInstallments(
  tx: Transaction,
  collection: Collection,
  { isOwed, isReplanned }: { isOwed: boolean; isReplanned: boolean },
): Promise<Collection> {
  const { document, plan, installments: present, today } = collection;
  const { ref: documentRef, contact, currency, occurredOn, total, effective } = document;
  // If the customer's payment terms change later, a due date that was agreed before stays the same.
  const agreedOn = present.find(({ kind }) => kind === 'due_date')?.dueOn ?? document.agreedOn;
  const dueOn = document.dueDate ?? agreedOn;
  const counting = plan && isLive(plan.state) ? { ...plan, occurredOn } : undefined;
  const installments = await replaceInstallments(tx, present, {
    documentRef,
    contact,
    currency,
    installments: isOwed
      ? installmentsOf({ total, effective, occurredOn, dueOn, plan: counting })
      : owedAgain(effective, occurredOn),
    others: document.isValid ? 'ended' : 'canceled',
  });
  const next = nextDueOf(installments.filter(({ state }) => state === 'live')) ?? null;
  const isNews =
    isReplanned ||
    next !== document.nextDueOn ||
    (present.length > 0 && describe(present) !== describe(installments));
  return {
    ...collection,
    document: isNews ? await storeNextDue(tx, document, next) : document,
    installments: await announceInstallments(tx, installments, today),
  };
}

/**
 * Returns the installments as text, in the format of the document's event. The caller compares the
 * texts before and after a change to find a change.
 */
const describe = (installments: readonly StoredInstallment[]): string =>
  installments
    .filter(({ state }) => state === 'live')
    .map(({ kind, dueOn, amount }) => `${kind} ${dueOn} ${amount.trimmed().toString()}`)
    .toSorted()
    .join();

/**
 * Emits the events of installments that are due today or overdue. Each installment gets at most one event
 * as due and one as overdue.
 */
export async function announceInstallments(
  tx: Transaction,
  installments: readonly StoredInstallment[],
  today: CalendarDate,
): Promise<StoredInstallment[]> {
  const announced = installments.map((installment) => announcedOn(installment, today));
  const news = announced.filter((installment, index) => installment !== installments[index]);
  if (news.length > 0) await markAnnounced(tx, news);
  for (const installment of news) announceInstallment(tx, installment, today);
  return announced;
}

function announcedOn(installment: StoredInstallment, today: CalendarDate): StoredInstallment {
  const { kind, open, dueOn, announced } = installment;
  if (kind === 'undated' || open.isZero() || dueOn > today) return installment;
  const news = dueOn < today ? 'overdue' : 'due';
  if (announced === news || announced === 'overdue') return installment;
  return { ...installment, announced: news, version: installment.version + 1 };
}
