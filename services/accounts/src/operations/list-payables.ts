import type { accounts } from '@timbre/contract';
import { query } from '@timbre/kit';
import { todayFor } from '../store/organizations';
import { pageOfOwed } from '../store/owed';

/** In the order of suppliers and currencies. */
export const listPayables = query(async (read, { page }: accounts.ListPayablesRequest) =>
  pageOfOwed(read, 'payable', page, await todayFor(read)),
);
