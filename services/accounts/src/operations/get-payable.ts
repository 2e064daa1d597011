import type { accounts } from '@timbre/contract';
import { query } from '@timbre/kit';
import { todayFor } from '../store/organizations';
import { owedOf } from '../store/owed';

export const getPayable = query(async (read, { supplierId }: accounts.GetPayableRequest) =>
  owedOf(read, 'payable', supplierId, await todayFor(read)),
);
