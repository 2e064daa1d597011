import type { accounts } from '@timbre/contract';
import { query } from '@timbre/kit';
import { todayFor } from '../store/organizations';
import { pageOfOwed } from '../store/owed-page';

/** Lists debts to suppliers, by default sorted by supplier and currency. */
export const listPayables = query(async (read, asked: accounts.ListPayablesRequest) =>
  pageOfOwed(read, 'payable', asked, await todayFor(read)),
);
