import type { Transaction } from '@timbre/kit';
import type { Facts } from '../domain/facts';
import type { Amounts } from '../domain/open-item';
import { storeFacts } from '../store/documents';
import { post, type TransactionKind } from '../store/ledger';
import { todayOf } from '../store/organizations';
import { keepMoneyBack } from './keep-money-back';
import { settleOpenItem } from './settle-open-item';

/** A transaction that was posted for an open item, with its entries. */
export interface Posted {
  id: string;
  openItem: string;
  kind: TransactionKind;
  entries: Amounts;
}

/**
 * Stores the current state of a document, and posts the missing entries of each open item that the
 * document affects. Nothing is posted if the state of the document has not changed. A claim on an
 * invoice that is not stored yet is applied when the event of the invoice arrives.
 * @param source names the event or request that reported the document
 * @param given the kind of the transaction; if it is absent, `kindOf` determines the kind
 */
export async function postFacts(
  tx: Transaction,
  facts: Facts,
  source: string,
  occurredOn = facts.occurredOn,
  given?: TransactionKind,
): Promise<Posted[]> {
  const posted: Posted[] = [];
  const openItems = await storeFacts(tx, facts);
  if (openItems.length > 0) await keepMoneyBack(tx, facts);
  for (const name of openItems) {
    const settled = await settleOpenItem(tx, name);
    if (!settled || settled.entries.size === 0) continue;
    const { state, entries } = settled;
    const { side, contact, currency } = state;
    const kind = given ?? kindOf(facts, entries);
    const transaction = {
      kind,
      side,
      contact,
      documentRef: facts.ref,
      openItem: name,
      currency,
      source,
      occurredOn: facts.isValid ? occurredOn : await todayOf(tx),
    };
    const id = await post(tx, transaction, new Map([[name, entries]]));
    posted.push({ id, openItem: name, kind, entries });
  }
  return posted;
}

/**
 * Returns the kind of a transaction that a document caused. If the entries of an expense contain no
 * purchase, the transaction is a settlement.
 */
export function kindOf({ role, isValid, ref }: Facts, entries: Amounts): TransactionKind {
  if (!isValid) return 'cancellation';
  if (role === 'expense' && !entries.has('purchases')) return 'settlement';
  if (ref.startsWith('sales_receipt_refund:')) return 'refund';
  return role;
}
