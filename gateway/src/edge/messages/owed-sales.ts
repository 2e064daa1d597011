import type { commerce } from '@timbre/contract';
import { withoutKey, type CallContext } from '@timbre/kit';
import type { Services } from '../services';

/**
 * The present balances of the given sales, or else of the sales that were paid or reopened last.
 * The balances are read from accounts, because events of accounts may not have reached commerce,
 * and commerce must not include an unpaid sale in a global invoice.
 */
export async function owedOf(
  client: Pick<Services['accounts'], 'readOwedSales'>,
  documentRefs: string[],
  context: CallContext,
): Promise<commerce.OwedSale[]> {
  return (await client.readOwedSales({ documentRefs }, withoutKey(context))).sales;
}
