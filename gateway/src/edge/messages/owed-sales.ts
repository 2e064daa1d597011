import type { accounts, commerce } from '@timbre/contract';
import { withoutKey, type CallContext, type ServiceClient } from '@timbre/kit';

/**
 * What is owed now of the sales that are named, or else of those that were paid or owed again last. Accounts owns it, and
 * its events may not have reached commerce, which must not sum up a sale that nobody paid.
 */
export async function owedOf(
  client: Pick<ServiceClient<typeof accounts.AccountsService>, 'readOwedSales'>,
  documentRefs: string[],
  context: CallContext,
): Promise<commerce.OwedSale[]> {
  return (await client.readOwedSales({ documentRefs }, withoutKey(context))).sales;
}
