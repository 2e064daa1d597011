import { Decimal } from '@timbre/fiscal';
import { conflict, notFound, type Transaction } from '@timbre/kit';
import { unrecordedOf } from '../domain/open-item-state';
import { allocate, type Allocation } from '../domain/payment';
import { readOpenItem } from '../store/open-items';
import type { Payment } from '../store/payments';
import { findComplement } from '../store/payment-complements';
import { lockDocumentBalances, type DocumentBalances } from '../store/document-balances';

/**
 * Locks the documents that a stamped complement pays.
 * - exceeds_complement: the payment is more than the part of the complement that is not recorded
 *   yet
 * - currency_differs: the document is in another currency than the payment
 * @returns the amount that the payment covers of each document: the money that the complement
 * reports and that is not recorded as a payment yet
 * @throws Refusal not_found if the complement does not exist; conflict with the reason
 * `complement_canceled`, `currency_differs` or `exceeds_complement`
 */
export async function moneyOfComplement(
  tx: Transaction,
  { side, contact, currency, amount }: Payment,
  complement: string,
): Promise<{ documents: DocumentBalances[]; allocations: Allocation[] }> {
  const found = await findComplement(tx, complement);
  if (found && !found.isValid && found.contact === contact) {
    throw conflict('The complement is canceled.', 'complement_canceled');
  }
  const documents = await lockDocumentBalances(tx, found?.refs ?? []);
  const isOwn = documents.every((one) => one.side === side && one.contact === contact);
  if (documents.length === 0 || !isOwn) throw notFound('payment complement');
  const other = documents.find((one) => one.currency !== currency);
  if (other) {
    throw conflict(`${other.ref} is in ${other.currency}, not in ${currency}.`, 'currency_differs');
  }
  const counted = [];
  for (const { ref, openItem } of documents) {
    counted.push({ ref, open: await unrecordedIn(tx, openItem, complement) });
  }
  const { allocations, rest } = allocate(amount, counted);
  if (rest.isPositive()) {
    const left = amount.minus(rest).trimmed().toString();
    const message = `Only ${left} ${currency} of the complement are not recorded yet.`;
    throw conflict(message, 'exceeds_complement');
  }
  return { documents, allocations };
}

async function unrecordedIn(tx: Transaction, openItem: string, complement: string) {
  const state = await readOpenItem(tx, openItem);
  const paid = state?.paid.find(({ ref }) => ref === complement);
  if (!state || !paid || state.state === 'superseded') return Decimal.zero;
  return unrecordedOf(paid, state.matches);
}
