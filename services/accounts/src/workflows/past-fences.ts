import type { commerce } from '@timbre/contract';
import { operationInProgress, type CallContext, type Run } from '@timbre/kit';
import type { SoldAndBought } from '../domain/ports';
import { closeFences, type Fence } from '../store/fences';

export interface FenceProviders {
  trade: SoldAndBought<CallContext, commerce.Expense, commerce.OwedReceipt>;
}

/**
 * The maximum number of attempts to record a payment. If a new fence is open at every attempt, the
 * request is refused and the caller has to repeat it.
 */
const attemptsMax = 3;

/**
 * Records a payment after reading the current state from commerce. An open fence means that an
 * action of commerce may rely on a balance that accounts reported earlier. In that case, accounts
 * ends the fence in commerce, reads from commerce again and runs the function `act` again.
 * @param refresh a function that reads the current state from commerce and posts it
 * @param act a function that runs one transaction, which takes its locks and then calls
 * `requireUnfenced`
 * @throws Refusal operation_in_progress if every attempt finds a new fence
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
      // Fences are closed after the refresh, so a payment request that finds no fence uses the
      // refreshed balances.
      await run.step((tx) => closeFences(tx, fences));
    }
  }
  throw operationInProgress(1);
}

/**
 * Refuses to record a payment while an action of commerce can rely on balances that accounts reported
 * earlier. The caller must hold the locks of the contact and the documents while it reads the fences,
 * because `openFence` waits for these locks.
 * @throws Fenced
 */
export function requireUnfenced(fences: readonly Fence[]): void {
  if (fences.length > 0) throw new Fenced(fences);
}

class Fenced extends Error {
  constructor(readonly fences: readonly Fence[]) {
    super('commerce may be about to act on the same');
  }
}
