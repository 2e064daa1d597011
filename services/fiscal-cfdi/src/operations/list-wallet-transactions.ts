import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { movementConditions, walletTransactionList } from '../store/wallet';

export const listWalletTransactions = query(
  (read, { page, kind }: fiscalCfdi.ListWalletTransactionsRequest) =>
    read.page(
      walletTransactionList,
      page,
      kind === undefined
        ? []
        : [[movementConditions[kind as keyof typeof movementConditions], kind]],
    ),
);
