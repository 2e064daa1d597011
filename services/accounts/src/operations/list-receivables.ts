import type { accounts } from '@timbre/contract';
import { query } from '@timbre/kit';
import { todayFor } from '../store/organizations';
import { pageOfOwed } from '../store/owed-page';

/** In the order of customers and currencies, unless another one is asked for. */
export const listReceivables = query(async (read, asked: accounts.ListReceivablesRequest) =>
  pageOfOwed(read, 'receivable', asked, await todayFor(read)),
);
