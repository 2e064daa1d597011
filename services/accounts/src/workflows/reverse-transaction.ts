import { Decimal } from '@timbre/fiscal';
import { conflict, notFound, type Transaction, requireJudged } from '@timbre/kit';
import {
  creditAccount,
  entriesTo,
  isCreditAccount,
  targetOfPayment,
  type Amounts,
} from '../domain/open-item';
import { lockKeys } from '../store/documents';
import {
  LedgerTransaction,
  lockBalance,
  post,
  postedOf,
  transactionResource,
} from '../store/ledger';
import { todayOf } from '../store/organizations';
import { withdrawComplement } from '../store/payment-complements';
import { addReversal, openItemOfPayment, findPayment } from '../store/payments';
import { announceTransaction } from '../store/transaction-events';
import { settleOpenItem } from './settle-open-item';

export interface ReversalRequest {
  transactionId: string;
  /** The sides (receivable, payable) on which the caller may write. */
  sides: readonly string[];
  reason: string;
}

/**
 * Reverses a payment or applied credit with a new transaction. Money that a valid complement matches
 * stays paid until the complement is canceled. If the complement is only a draft, the draft is deleted.
 * - is_reversal: a reversal cannot be reversed; record the payment again
 * - fiscal_document: the transaction was made by a document; cancel or change that document instead
 * @returns the identifier of the new transaction
 * @throws Refusal not_found; conflict with the reason `fiscal_document`, `is_reversal`,
 * `already_reversed` or `credit_used`
 */
export async function reverseTransaction(
  tx: Transaction,
  { transactionId, sides, reason }: ReversalRequest,
): Promise<string> {
  const { name } = transactionResource;
  const { kind, side, documentRef } = await tx.get(LedgerTransaction, transactionId, name);
  if (!sides.includes(side)) throw notFound(name);
  if (kind === 'reversal') {
    throw conflict('A reversal stays; record the payment again.', 'is_reversal');
  }
  const payment = await findPayment(tx, transactionId);
  if (!payment) {
    const message = 'The transaction follows from a document; cancel or change that instead.';
    throw conflict(message, 'fiscal_document');
  }
  await lockKeys(tx, payment.openItems);
  await requireJudged(tx, transactionResource, transactionId);
  const id = tx.newId();
  if (!(await addReversal(tx, { reversed: transactionId, transactionId: id, reason }))) {
    throw conflict('The transaction is reversed already.', 'already_reversed');
  }
  await withdrawComplement(tx, transactionId);
  const { contact, currency } = payment;
  const account = creditAccount(side, contact);
  const available = (await lockBalance(tx, account, currency)).abs();
  const entries = new Map<string, Amounts>();
  for (const openItem of new Set(payment.openItems)) {
    const settled = await settleOpenItem(tx, openItem, { isSpentRefused: true });
    if (settled) entries.set(openItem, settled.entries);
  }
  const own = openItemOfPayment(transactionId);
  const target = targetOfPayment({ ...payment, isReversed: true });
  entries.set(own, entriesTo(target, await postedOf(tx, own)));
  if (available.lessThan(creditTaken(entries, side))) {
    throw conflict('The credit that the payment left has been used since.', 'credit_used');
  }
  await post(
    tx,
    {
      id,
      kind: 'reversal',
      side,
      contact,
      documentRef: documentRef ?? null,
      currency,
      openItem: own,
      occurredOn: await todayOf(tx),
      source: `reversal:${transactionId}`,
    },
    entries,
  );
  await announceTransaction(tx, 'reversed', transactionId);
  return id;
}

/** Returns the amount of the contact's credit that a reversal takes back. */
function creditTaken(entries: ReadonlyMap<string, Amounts>, side: string): Decimal {
  const moves = [...entries.values()].flatMap((amounts) =>
    [...amounts].flatMap(([account, amount]) => (isCreditAccount(account) ? [amount] : [])),
  );
  const sum = Decimal.sum(moves);
  return side === 'receivable' ? sum : sum.negated();
}
