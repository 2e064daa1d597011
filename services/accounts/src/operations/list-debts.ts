import type { accounts } from '@timbre/contract';
import { query } from '@timbre/kit';
import { debtsAfter } from '../store/balance-events';

/**
 * Lists the balances of customers' documents in the form of their events, from which the reports
 * service recalculates its figures.
 */
export const listDebts = query(
  async (
    read,
    { afterRef = '' }: accounts.ListDebtsRequest,
  ): Promise<accounts.ListDebtsResponse> => ({ debts: await debtsAfter(read, afterRef) }),
);
