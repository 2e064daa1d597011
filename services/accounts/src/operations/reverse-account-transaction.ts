import type { accounts } from '@timbre/contract';
import { longCommand, replyWith } from '@timbre/kit';
import { transactionResource } from '../store/ledger';
import { reverseSettlement, type ReversalProviders } from '../workflows/reverse-settlement';
import { reverseTransaction } from '../workflows/reverse-transaction';

/**
 * Reverses a transaction. Payments are reversed here. For the settlement of an expense, commerce reverses
 * the settlement.
 */
export const reverseAccountTransaction = longCommand(
  async (run, request: accounts.ReverseAccountTransactionRequest, providers: ReversalProviders) =>
    (await reverseSettlement(run, providers, request)) ??
    run.finish(async (tx) => replyWith(transactionResource, await reverseTransaction(tx, request))),
);
