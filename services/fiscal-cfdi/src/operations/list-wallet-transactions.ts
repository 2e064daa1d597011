import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { walletTransactionList } from '../store/wallet';

export const listWalletTransactions = query(
  (read, { page, kind }: fiscalCfdi.ListWalletTransactionsRequest) =>
    read.page(walletTransactionList, page, kind === undefined ? [] : [['r.kind = $1', kind]]),
);
