import { certain, itemAt } from '@timbre/fiscal';
import { TooMuchTogether, type Transaction } from '@timbre/kit';
import type { Facts } from '../domain/facts';
import { isPaidAtOnce, newOpenItem } from '../domain/new-open-item';
import { entriesTo, openBalanceOf, targetOf } from '../domain/open-item';
import { openItemOf } from '../domain/open-item-state';
import { addDocuments, lockDocuments, lockKeys, untouched, withContacts } from '../store/documents';
import { postAll } from '../store/ledger';
import { balanceRow } from '../store/open-items';
import { kindOf, postFacts } from './post-facts';

/** The facts of a receipt or an invoice, with the event that reported the document. */
export interface Reported {
  facts: Facts;
  /** The identifier of the event that reported the document. */
  source: string;
}

/**
 * Posts several receipts in one transaction. New receipts that were paid at once are posted together, and
 * all other receipts one by one. All locks are taken at the start, in the same order as for
 * payments.
 */
export async function postReported(tx: Transaction, reported: readonly Reported[]): Promise<void> {
  const paid = reported.filter(({ facts }) => isPaidAtOnce(facts));
  const documents = reported.map(({ facts }) => facts);
  if (reported.length > 1 || paid.length > 0) await lockDocuments(tx, documents);
  const posted = await postPaidAtOnce(tx, paid);
  const others = reported.filter(({ facts }) => !posted.has(facts.ref));
  const inOrder = others.toSorted((a, b) => (a.facts.ref < b.facts.ref ? -1 : 1));
  for (const { facts, source } of inOrder) await postFacts(tx, facts, source);
}

/**
 * Posts several invoices in one transaction. Each invoice must be valid and paid at once
 * (`isPaidAtOnce`). The locks are taken in the same order as in `postFacts`: contacts, documents,
 * open items.
 * @throws TooMuchTogether if an invoice is already stored or is named by another document. Posting
 * such an invoice could lock open items of other documents in an order that causes a deadlock
 */
export async function postInvoices(tx: Transaction, reported: readonly Reported[]): Promise<void> {
  const documents = reported.map(({ facts }) => facts);
  await lockDocuments(tx, documents);
  await lockKeys(
    tx,
    documents.flatMap(({ openItem }) => openItem ?? []),
  );
  const named = await withContacts(tx, documents);
  const invoices = reported.map((one, at) => ({ ...one, facts: itemAt(named, at) }));
  const posted = await postPaidAtOnce(tx, invoices);
  if (posted.size < reported.length) throw new TooMuchTogether();
}

/**
 * Posts in one step those of the given documents that are not stored yet and were paid at once.
 * @returns the references of the documents that were posted
 */
async function postPaidAtOnce(
  tx: Transaction,
  reported: readonly Reported[],
): Promise<ReadonlySet<string>> {
  const news = await untouched(
    tx,
    reported.map(({ facts }) => facts),
  );
  const added = reported.filter(({ facts }) => news.has(facts.ref));
  if (added.length === 0) return news;
  const sales = added.map(({ facts, source }) => {
    const state = newOpenItem(facts);
    const openItem = openItemOf(state);
    const row = balanceRow(state, openBalanceOf(openItem));
    return { facts, source, row, entries: entriesTo(targetOf(openItem), new Map()) };
  });
  await addDocuments(tx, sales);
  const postings = sales.flatMap(({ facts, source, entries }) => {
    if (entries.size === 0) return [];
    const { side, contact, currency, occurredOn, ref } = facts;
    const openItem = certain(facts.openItem, 'openItem');
    const kind = kindOf(facts, entries);
    const own = { side, contact, currency, occurredOn, openItem, kind, source, documentRef: ref };
    return [{ transaction: own, entries: new Map([[openItem, entries]]) }];
  });
  if (postings.length > 0) await postAll(tx, postings);
  return news;
}
