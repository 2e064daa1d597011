import type { commerce } from '@timbre/contract';
import { certain, Decimal, valueAt, lastIn } from '@timbre/fiscal';
import type { Transaction } from '@timbre/kit';
import { factsOfExpense, type Facts } from '../domain/facts';
import { post } from '../store/ledger';
import { todayOf } from '../store/organizations';
import { addReversal } from '../store/payments';
import { keepPosting, postingsOf, unpostedOf } from '../store/settlement-postings';
import { postFacts, type Posted } from './post-facts';

/** Returns the facts of an expense for the ledger. */
export function factsOf({ fields, ...expense }: commerce.Expense): Facts {
  const { settlementMode, total, supplierId, supplierName, businessDate, dueOn } = certain(
    fields,
    'fields',
  );
  return factsOfExpense({
    ...expense,
    supplierId,
    supplierName,
    dueOn,
    settlementMode: certain(settlementMode, 'settlementMode'),
    total: certain(total, 'total'),
    businessDate: certain(businessDate, 'businessDate'),
  });
}

/**
 * Posts the current state of an expense. If a settlement was reversed, the transaction that posted
 * the settlement is reversed too.
 * @param source names the event or request that reported the expense
 * @param isSettled true if the expense was just settled; the transaction then gets the day of the
 * last settlement
 */
export async function postExpense(
  tx: Transaction,
  expense: commerce.Expense,
  source: string,
  isSettled: boolean,
): Promise<void> {
  const facts = factsOf(expense);
  const { settlements, reversedSettlements } = expense;
  const reversedIds = reversedSettlements.map(({ settlementId }) => settlementId);
  const undone = reversedIds.length > 0 ? await postingsOf(tx, reversedIds) : [];
  if (undone.length > 0) {
    const posted = await postFacts(tx, facts, source, await todayOf(tx), 'reversal');
    const reasons = new Map(reversedSettlements.map((one) => [one.settlementId, one.reason]));
    const reversed = undone.map(({ transactionId, settlementId }) => ({
      reversed: transactionId,
      reason: valueAt(reasons, settlementId),
    }));
    return keepReversals(tx, facts, source, { reversed, posted });
  }
  const occurredOn = isSettled ? lastIn(settlements).paidOn : facts.occurredOn;
  const posted = await postFacts(tx, facts, source, occurredOn);
  const own = posted.find(({ kind }) => kind === 'settlement');
  if (own) await keepSettled(tx, own, settlements);
}

interface Undone {
  reversed: { reversed: string; reason: string }[];
  posted: readonly Posted[];
}

/**
 * Records reversals of settlements as transactions. The transaction of a reversal has no entries if
 * another reversal already posted the difference.
 */
async function keepReversals(
  tx: Transaction,
  facts: Facts,
  source: string,
  { reversed, posted }: Undone,
): Promise<void> {
  const { side, contact, currency, ref } = facts;
  const own = posted.find(({ openItem }) => openItem === ref);
  for (const [index, undone] of reversed.entries()) {
    const empty = {
      kind: 'reversal' as const,
      side,
      contact,
      currency,
      documentRef: ref,
      openItem: ref,
      source: `${source}:${undone.reversed}`,
      occurredOn: await todayOf(tx),
    };
    const isFirst = index === 0 && own !== undefined;
    const transactionId = isFirst ? own.id : await post(tx, empty, new Map());
    await addReversal(tx, { ...undone, transactionId });
  }
}

/**
 * Records which settlements a transaction posted, namely the newest settlements whose amounts add
 * up to the amount of the transaction.
 */
async function keepSettled(
  tx: Transaction,
  { id, entries }: Posted,
  settlements: readonly commerce.ExpenseSettlement[],
): Promise<void> {
  const ids = settlements.map(({ settlementId }) => settlementId);
  const unposted = await unpostedOf(tx, ids);
  const paid = (entries.get('disbursed') ?? Decimal.zero).abs();
  const own: string[] = [];
  let sum = Decimal.zero;
  for (const { settlementId, amount } of settlements.toReversed()) {
    if (!unposted.has(settlementId) || !sum.lessThan(paid)) continue;
    own.push(settlementId);
    sum = sum.plus(Decimal.from(amount));
  }
  if (sum.equals(paid)) await keepPosting(tx, id, own);
}
