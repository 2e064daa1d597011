import type { accounts } from '@timbre/contract';
import { query } from '@timbre/kit';
import { todayFor } from '../store/organizations';
import { pageOfOwed } from '../store/owed-page';

/**
 * Lists debts of customers, by default sorted by customer and currency.
 */
export const listReceivables = query(async (read, asked: accounts.ListReceivablesRequest) =>
  pageOfOwed(read, 'receivable', asked, await todayFor(read)),
);
