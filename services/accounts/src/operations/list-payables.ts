import type { accounts } from '@timbre/contract';
import { query } from '@timbre/kit';
import { todayFor } from '../store/organizations';
import { pageOfOwed } from '../store/owed-page';

/** In the order of suppliers and currencies, unless another one is asked for. */
export const listPayables = query(async (read, asked: accounts.ListPayablesRequest) =>
  pageOfOwed(read, 'payable', asked, await todayFor(read)),
);
