import type { accounts } from '@timbre/contract';
import { query } from '@timbre/kit';
import { todayFor } from '../store/organizations';
import { pageOfOwed } from '../store/owed-page';

/** Lists debts to suppliers, sorted by supplier and currency unless the request gives another order. */
export const listPayables = query(async (read, asked: accounts.ListPayablesRequest) =>
  pageOfOwed(read, 'payable', asked, await todayFor(read)),
);
