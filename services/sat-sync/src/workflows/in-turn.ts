import { setTimeout as wait } from 'node:timers/promises';
import { newId, notDone, type Run } from '@timbre/kit';
import { endTurn, takeTurn } from '../store/portal-turns';

/**
 * The time limit of a portal session, after which the reservation of a crashed process expires. The
 * portal session of an API request reads only a few pages.
 */
const visitMsMax = 120_000;
const askEveryMs = 250;
const asksMax = 20;

/**
 * Runs a function that uses the SAT's portals after all earlier portal sessions of the organization
 * have ended. Refusal portal_busy if a synchronization uses the portals for longer than the request
 * can wait
 * - portal_busy: the portals of the SAT are already being read for your organization; repeat the
 *   request in a moment
 */
export async function inTurn<T>(run: Run, work: () => Promise<T>): Promise<T> {
  const visitor = newId();
  const take = () =>
    run.step((tx) => takeTurn(tx, visitor, new Date(tx.now.getTime() + visitMsMax)));
  for (let asked = 1; !(await take()); asked += 1) {
    if (asked === asksMax) {
      const message = 'The portals of the SAT are being read for you; repeat it in a moment.';
      throw notDone(message, 'portal_busy');
    }
    await wait(askEveryMs);
  }
  return work().finally(() => run.step((tx) => endTurn(tx, visitor)));
}
