import type { accounts, commerce } from '@timbre/contract';
import { withoutKey, type CallContext, type ServiceClient } from '@timbre/kit';

/**
 * What payments to the supplier cover of an expense now. Accounts owns it, and its event may not have reached commerce,
 * which must not let the same money be paid twice.
 */
export async function paidOf(
  client: Pick<ServiceClient<typeof accounts.AccountsService>, 'readDocumentBalance'>,
  documentRef: string,
  context: CallContext,
): Promise<commerce.ExpensePaid | undefined> {
  const { balance } = await client.readDocumentBalance({ documentRef }, withoutKey(context));
  return balance && { amount: balance.paid ?? '0', version: balance.version };
}
