import type { commerce } from '@timbre/contract';
import { withoutKey, type CallContext } from '@timbre/kit';
import type { Services } from '../services';

/**
 * The present balances of the named sales, or else of the sales that were paid or reopened last. Accounts
 * owns them, and its events may not have reached commerce, which must not sum up an unpaid sale.
 */
export async function owedOf(
  client: Pick<Services['accounts'], 'readOwedSales'>,
  documentRefs: string[],
  context: CallContext,
): Promise<commerce.OwedSale[]> {
  return (await client.readOwedSales({ documentRefs }, withoutKey(context))).sales;
}
