import type { accounts } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import { transactionResource } from '../store/ledger';
import { reverseTransaction } from '../workflows/reverse-transaction';

export const reverseAccountTransaction = command(
  async (tx, request: accounts.ReverseAccountTransactionRequest) =>
    replyWith(transactionResource, await reverseTransaction(tx, request)),
);
