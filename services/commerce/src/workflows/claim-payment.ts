import type { Transaction } from '@timbre/kit';
import { QuotePayment } from '../store/quote-payments';

/**
 * The duration of a claim, which is longer than a step of a payment takes, including a stamp. The
 * wait before the next attempt is equally long.
 */
const leaseMs = 60_000;

/**
 * Claims the due application or invoice of a payment. After the lease expires, another worker can
 * claim the same work.
 * @returns undefined if nothing is due
 */
export async function claimPayment(
  tx: Transaction,
  id: string,
  status: 'applicationStatus' | 'invoiceStatus',
): Promise<QuotePayment | undefined> {
  const payment = await tx.lock(QuotePayment, id, 'payment');
  const isOpen = payment[status] === 'pending' || payment[status] === 'processing';
  if (!isOpen || !payment.dueAt || payment.dueAt > tx.now) return undefined;
  payment[status] = 'processing';
  payment.dueAt = new Date(tx.now.getTime() + leaseMs);
  payment.updatedAt = tx.now;
  return payment;
}
