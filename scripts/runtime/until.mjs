// Waits until background work of the deployment is done.
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupError } from './command.mjs';

const patienceMs = 60_000;

/**
 * Repeats a request until its response is as expected, or until a minute has passed.
 * @param {() => Promise<any>} ask
 * @param {(answer: any) => unknown} isWanted
 */
export async function until(ask, isWanted) {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    if (Date.now() > deadline) throw new SetupError(`waited in vain: ${JSON.stringify(answer)}`);
    await sleep(200);
  }
}
