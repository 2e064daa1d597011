import type { commerce } from '@timbre/contract';
import { requestKeyOf, withoutKey, type CallContext } from '@timbre/kit';
import type { Services } from '../services';

interface PaidExpense {
  paid: commerce.ExpensePaid | undefined;
  /**
   * The number of the open fence (decision 0440). While a fence is open, payments ask commerce
   * before they record money, so that no payment overtakes the action of commerce on the expense.
   */
  fence: number;
}

/**
 * Returns the amount of an expense that payments to the supplier cover at present. The amount is
 * read from accounts, because the event of accounts may not have reached commerce, and commerce
 * must not let the same money be paid twice.
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
