import type { Transaction } from '@timbre/kit';
import type { Facts } from '../domain/facts';
import type { Amounts } from '../domain/family';
import { storeFacts } from '../store/documents';
import { post, type TransactionKind } from '../store/ledger';
import { todayOf } from '../store/organizations';
import { keepMoneyBack } from './keep-money-back';
import { settleFamily } from './settle-family';

/**
 * Stores what a document says now and posts, for each family that it touches, what the ledger lacks.
 * An event that says nothing new posts nothing; a claim on an unknown invoice waits for it.
 * @param source names the event
 */
export async function postFacts(
  tx: Transaction,
  facts: Facts,
  source: string,
  occurredOn = facts.occurredOn,
): Promise<void> {
  const families = await storeFacts(tx, facts);
  if (families.length > 0) await keepMoneyBack(tx, facts);
  for (const name of families) {
    const settled = await settleFamily(tx, name);
    if (!settled || settled.entries.size === 0) continue;
    const { state, entries } = settled;
    const { side, contact, currency } = state;
    const transaction = {
      ...{ kind: kindOf(facts, entries), side, contact, documentRef: facts.ref, family: name },
      ...{ currency, source, occurredOn: facts.isValid ? occurredOn : await todayOf(tx) },
    };
    await post(tx, transaction, new Map([[name, entries]]));
  }
}

/** A settlement of an expense buys nothing. */
function kindOf({ role, isValid, ref }: Facts, entries: Amounts): TransactionKind {
  if (!isValid) return 'cancellation';
  if (role === 'expense' && !entries.has('purchases')) return 'settlement';
  if (ref.startsWith('sales_receipt_refund:')) return 'refund';
  return role;
}
