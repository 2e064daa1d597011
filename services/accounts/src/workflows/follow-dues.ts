import type { CalendarDate, SettlementTerms } from '@timbre/fiscal';
import { isIdentifier, type Transaction } from '@timbre/kit';
import { duesOf, nextDueOf, owedAgain } from '../domain/dues';
import { isLive, stateAfter } from '../domain/plan';
import { readCollection, storeNextDue, type Collection } from '../store/collected-documents';
import { announceCollected, announceDue } from '../store/collection-events';
import { markAnnounced, replaceDues, type DueRow } from '../store/dues';
import { addPlan, movePlan, wasPlanned, type PlanRow } from '../store/plans';

/**
 * Brings the plan and the calendar of a document in line with its balances; to be called after they
 * changed, with the document locked. An invoice that carries terms is planned once it is stamped.
 * @param isSuperseded whether another document carries the debt instead
 * @returns whether its plan, its dues, or the day on which it is to be paid next, changed
 */
export async function followDues(
  tx: Transaction,
  ref: string,
  isSuperseded: boolean,
): Promise<boolean> {
  const read = await readCollection(tx, ref);
  if (!read) return false;
  const { document, plan, dues } = read;
  const isOwed = document.isValid && !isSuperseded;
  if (isOwed && (await isPlannedNow(tx, read))) {
    await beginPlan(tx, read, document.terms!);
    return true;
  }
  const state = plan && stateAfter(document.effective, !isOwed);
  const isMoved = plan !== undefined && state !== plan.state;
  const moved = isMoved ? { ...read, plan: await movePlan(tx, plan, state!) } : read;
  const collection = await settleDues(tx, moved, { isOwed, isReplanned: isMoved });
  const wasOpen = dues.some(({ open }) => open.isPositive());
  if (isOwed && wasOpen && document.effective.isZero()) {
    announceCollected(tx, 'settled', collection);
  }
  return collection.document.version !== document.version;
}

/** Whether the document carries terms and is known for the first time. */
async function isPlannedNow(tx: Transaction, collection: Collection): Promise<boolean> {
  const { document, dues } = collection;
  const { terms, contact, effective, ref } = document;
  if (!terms || dues.length > 0 || effective.isZero() || !isIdentifier(contact)) return false;
  return !(await wasPlanned(tx, ref));
}

/**
 * Plans what is owed by the papers at this moment, in the place of the plan that counts now, and
 * announces it.
 */
export async function beginPlan(
  tx: Transaction,
  { document, plan: replaced, dues, today }: Collection,
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
  const begun = { document, plan, dues, today };
  const collection = await settleDues(tx, begun, { isOwed: true, isReplanned: true });
  announceCollected(tx, 'planned', collection);
  return collection;
}

/** Ends the plan; the due date of the document counts again. */
export async function clearPlan(
  tx: Transaction,
  { document, plan, dues, today }: Collection & { plan: PlanRow },
): Promise<Collection> {
  const cleared = await movePlan(tx, plan, 'cleared');
  const without = { document, plan: undefined, dues, today };
  const collection = await settleDues(tx, without, { isOwed: true, isReplanned: true });
  announceCollected(tx, 'plan_cleared', { ...collection, plan: cleared });
  return collection;
}

/**
 * Stores the dues that follow from the document and its plan, and announces those whose day has come.
 * Those of a canceled document keep what they were covered with.
 */
async function settleDues(
  tx: Transaction,
  collection: Collection,
  { isOwed, isReplanned }: { isOwed: boolean; isReplanned: boolean },
): Promise<Collection> {
  const { document, plan, dues: present, today } = collection;
  const { ref: documentRef, contact, currency, occurredOn, total, effective } = document;
  // A customer's days that change later do not move a day that was agreed.
  const agreedOn = present.find(({ kind }) => kind === 'due_date')?.dueOn ?? document.agreedOn;
  const dueOn = document.dueDate ?? agreedOn;
  const counting = plan && isLive(plan.state) ? { ...plan, occurredOn } : undefined;
  const dues = await replaceDues(tx, present, {
    documentRef,
    contact,
    currency,
    dues: isOwed
      ? duesOf({ total, effective, occurredOn, dueOn, plan: counting })
      : owedAgain(effective, occurredOn),
    others: document.isValid ? 'ended' : 'canceled',
  });
  const next = nextDueOf(dues.filter(({ state }) => state === 'live')) ?? null;
  const isNews =
    isReplanned ||
    next !== document.nextDueOn ||
    (present.length > 0 && toldOf(present) !== toldOf(dues));
  return {
    ...collection,
    document: isNews ? await storeNextDue(tx, document, next) : document,
    dues: await announceDues(tx, dues, today),
  };
}

/** The part of a document's event that describes its dues. */
const toldOf = (dues: readonly DueRow[]): string =>
  dues
    .filter(({ state }) => state === 'live')
    .map(({ kind, dueOn, amount }) => `${kind} ${dueOn} ${amount.trimmed().toString()}`)
    .toSorted()
    .join();

/**
 * Announces the dues that are to be paid today, or should have been. A due that was announced is not
 * announced again for the same reason.
 */
export async function announceDues(
  tx: Transaction,
  dues: readonly DueRow[],
  today: CalendarDate,
): Promise<DueRow[]> {
  const told = dues.map((due) => announcedOn(due, today));
  const news = told.filter((due, index) => due !== dues[index]);
  if (news.length > 0) await markAnnounced(tx, news);
  for (const due of news) announceDue(tx, due, today);
  return told;
}

function announcedOn(due: DueRow, today: CalendarDate): DueRow {
  const { kind, open, dueOn, announced } = due;
  if (kind === 'undated' || open.isZero() || dueOn > today) return due;
  const news = dueOn < today ? 'overdue' : 'due';
  if (announced === news || announced === 'overdue') return due;
  return { ...due, announced: news, version: due.version + 1 };
}
