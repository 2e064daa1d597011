import type { accounts } from '@timbre/contract';
import { query } from '@timbre/kit';
import { todayFor } from '../store/organizations';
import { pageOfOwed } from '../store/owed';

/** In the order of customers and currencies. */
export const listReceivables = query(async (read, { page }: accounts.ListReceivablesRequest) =>
  pageOfOwed(read, 'receivable', page, await todayFor(read)),
);
