import type { commerce, CallableRpcs } from '@timbre/contract';
import { withoutKey, type CallContext, type ServiceClient } from '@timbre/kit';
import type { SoldAndBought } from '../domain/ports';

/** Reads expenses and receipts from commerce, and reverses settlements there. */
export const soldAndBought = (
  client: Pick<
    ServiceClient<CallableRpcs<'accounts', 'commerce'>>,
    'readOwedDocuments' | 'reverseSettlements' | 'endFences'
  >,
): SoldAndBought<CallContext, commerce.Expense, commerce.OwedReceipt> => ({
  read: (context, named) => client.readOwedDocuments(named, withoutKey(context)),
  reverse: (context, undone) => client.reverseSettlements(undone, withoutKey(context)),
  async endFences(context, fences) {
    await client.endFences({ fences: [...fences] }, withoutKey(context));
  },
});
