import type { accounts } from '@timbre/contract';
import { notFound, query } from '@timbre/kit';
import { LedgerTransaction, transactionResource } from '../store/ledger';

/**
 * Returns a transaction. If the caller may not read the transaction's side (receivable or payable), the
 * request is refused with not_found.
 */
export const getAccountTransaction = query(
  async (read, { transactionId, sides }: accounts.GetAccountTransactionRequest) => {
    const { name } = transactionResource;
    const { side } = await read.get(LedgerTransaction, transactionId, name);
    if (!sides.includes(side)) throw notFound(name);
    return read.resource(transactionResource, transactionId);
  },
);
