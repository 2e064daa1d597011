import type { commerce } from '@timbre/contract';
import { operationInProgress, type CallContext, type Run, type Transaction } from '@timbre/kit';
import type { SoldAndBought } from '../domain/ports';
import { closeFences, openFencesOf, type Fence } from '../store/fences';

export interface FenceProviders {
  trade: SoldAndBought<CallContext, commerce.Expense, commerce.OwedReceipt>;
}

/** A payment that meets new fences more often is repeated by its caller. */
const attemptsMax = 3;

/**
 * Records money on a fresh reading of commerce. While a fence is open, commerce may be about to act on an
 * older answer of accounts; then accounts ends the fence, reads commerce again and decides again about the
 * money.
 * @param refresh reads and posts the present state
 * @param act is one transaction, and begins with `requireUnfenced`
 * @throws Refusal operation_in_progress
 */
export async function pastFences<Asked, Done>(
  run: Run,
  { trade }: FenceProviders,
  refresh: () => Promise<Asked>,
  act: (asked: Asked) => Promise<Done>,
): Promise<Done> {
  let asked = await refresh();
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    try {
      return await act(asked);
    } catch (error) {
      if (!(error instanceof Fenced)) throw error;
      const { fences } = error;
      await trade.endFences(run.context, fences);
      asked = await refresh();
      // They are closed after the refresh, so that a payment which finds none also finds what it posted.
      await run.step((tx) => closeFences(tx, fences));
    }
  }
  throw operationInProgress(1);
}

/**
 * Keeps a payment from overtaking an action of commerce that relies on balances which accounts has just
 * reported. The caller holds the locks of the contact and of the documents, for which `openFence` waits.
 * @throws Fenced
 */
export async function requireUnfenced(
  tx: Transaction,
  contact: string,
  refs: readonly string[] = [],
): Promise<void> {
  const fences = await openFencesOf(tx, [contact, ...refs]);
  if (fences.length > 0) throw new Fenced(fences);
}

class Fenced extends Error {
  constructor(readonly fences: readonly Fence[]) {
    super('commerce may be about to act on the same');
  }
}
