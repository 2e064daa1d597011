import type { commerce } from '@timbre/contract';
import { requestKeyOf, withoutKey, type CallContext } from '@timbre/kit';
import type { Services } from '../services';

interface PaidExpense {
  paid: commerce.ExpensePaid | undefined;
  /**
   * The number of the fence that was opened for the expense (decision 0440). While a fence is open
   * for an expense, the accounts service asks commerce before it records a payment of the expense.
   * Payments therefore cannot interfere with the action of commerce on the expense.
   */
  fence: number;
}

/**
 * Reads from the accounts service which amount of an expense is covered by payments to the
 * supplier. The copy in commerce can be outdated, because an accounts event may not have arrived
 * yet, and the same money could then be paid twice.
 */
export async function paidOf(
  client: Pick<Services['accounts'], 'openFence' | 'readDocumentBalance'>,
  documentRef: string,
  context: CallContext,
): Promise<PaidExpense> {
  const asking = withoutKey(context);
  const request = requestKeyOf(context);
  const { fence } = await client.openFence({ subject: documentRef, request }, asking);
  const { balance } = await client.readDocumentBalance({ documentRef }, asking);
  const paid = balance && { amount: balance.paid ?? '0', version: balance.version };
  return { paid, fence };
}
