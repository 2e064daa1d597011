import type { commerce } from '@timbre/contract';
import { withoutKey, type CallContext, type ServiceClient } from '@timbre/kit';
import type { Expenses } from '../domain/ports';

/** Asks commerce. */
export const knownExpenses = (
  client: Pick<ServiceClient<typeof commerce.CommerceService>, 'readExpenses'>,
): Expenses<CallContext, commerce.Expense> => ({
  async find(context, expenseIds) {
    return (await client.readExpenses({ expenseIds }, withoutKey(context))).expenses;
  },
});
