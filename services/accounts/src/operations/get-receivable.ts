import type { accounts } from '@timbre/contract';
import { query } from '@timbre/kit';
import { todayFor } from '../store/organizations';
import { owedOf } from '../store/owed';

export const getReceivable = query(async (read, { customerId }: accounts.GetReceivableRequest) =>
  owedOf(read, 'receivable', customerId, await todayFor(read)),
);
