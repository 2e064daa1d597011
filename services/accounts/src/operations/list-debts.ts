import type { accounts } from '@timbre/contract';
import { query } from '@timbre/kit';
import { debtsAfter } from '../store/balance-events';

/**
 * Lists the balances of customers' documents in the format of balance events. The reports service
 * recalculates its totals from this list.
 */
export const listDebts = query(
  async (
    read,
    { afterRef = '' }: accounts.ListDebtsRequest,
  ): Promise<accounts.ListDebtsResponse> => ({ debts: await debtsAfter(read, afterRef) }),
);
