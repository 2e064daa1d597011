import type { accounts } from '@timbre/contract';
import { query } from '@timbre/kit';
import { debtsAfter } from '../store/balance-events';

/**
 * The balance of each document of customers, in the form of its events, so that reports can count
 * again.
 */
export const listDebts = query(
  async (
    read,
    { afterRef = '' }: accounts.ListDebtsRequest,
  ): Promise<accounts.ListDebtsResponse> => ({ debts: await debtsAfter(read, afterRef) }),
);
