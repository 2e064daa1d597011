import type { commerce } from '@timbre/contract';
import { certain, documentIdOf } from '@timbre/fiscal';
import {
  isIdentifier,
  requestKeyOf,
  type CallContext,
  type Finished,
  replyWith,
  requireJudged,
  type Run,
  type Transaction,
} from '@timbre/kit';
import type { SoldAndBought } from '../domain/ports';
import { documentOf, transactionResource } from '../store/ledger';
import { reversalOf, settlementsOf } from '../store/settlement-postings';
import { postExpense } from './post-expense';
import type { ReversalRequest } from './reverse-transaction';

export interface ReversalProviders {
  trade: SoldAndBought<CallContext, commerce.Expense, commerce.OwedReceipt>;
}

/**
 * Reverses the settlement of an expense, if this transaction posted a settlement. The service
 * commerce owns and reverses the settlement; accounts then posts the expense again.
 * @returns undefined if the given transaction posted no settlement
 * @throws Refusal conflict with the reason already_reversed or document_changed
 */
export async function reverseSettlement(
  run: Run,
  { trade }: ReversalProviders,
  { transactionId, sides, reason }: ReversalRequest,
): Promise<Finished | undefined> {
  const isOwn = isIdentifier(transactionId) && sides.includes('payable');
  const settlementIds = isOwn ? await settlementsOf(run.read, transactionId) : [];
  if (settlementIds.length === 0) return undefined;
  const expenseId = await run.step((tx) => expenseOf(tx, transactionId));
  const requestKey = requestKeyOf(run.context);
  const undone = { expenseId, settlementIds, reason, requestKey };
  const expense = await trade.reverse(run.context, undone);
  return run.finish(async (tx) => {
    await postExpense(tx, expense, sourceOf(expense), false);
    return replyWith(transactionResource, certain(await reversalOf(tx, transactionId), 'reversal'));
  });
}

const sourceOf = ({ expenseId, version }: commerce.Expense): string =>
  `read:expense:${expenseId}:${version}`;

/**
 * Returns the expense whose settlement was posted by the transaction. If the transaction is already
 * reversed, the state of the expense is not checked, because commerce checks which request reversed
 * the settlement.
 * @throws Refusal conflict document_changed if the settlements have changed
 */
async function expenseOf(tx: Transaction, transactionId: string): Promise<string> {
  const isReversed = (await reversalOf(tx, transactionId)) !== undefined;
  if (!isReversed) await requireJudged(tx, transactionResource, transactionId);
  const ref = await documentOf(tx, transactionId);
  return documentIdOf(certain(ref, 'ref'), 'expense');
}
