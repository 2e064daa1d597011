import type { accounts } from '@timbre/contract';
import { query } from '@timbre/kit';
import { debtsAfter } from '../store/standing-events';

/** What is owed of each document of a customer, as its events announce it: reports count it again. */
export const listDebts = query(
  async (
    read,
    { afterRef = '' }: accounts.ListDebtsRequest,
  ): Promise<accounts.ListDebtsResponse> => ({ debts: await debtsAfter(read, afterRef) }),
);
