import { AsyncResource } from 'node:async_hooks';
import { bulkhead } from 'cockatiel';

/** Runs a work once it is its turn. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Lets few works go on at a time, in the order in which they come; each in the scope of its own
 * request. Stamps come in bursts: without turns each of their steps is done for the whole burst before
 * the next step of any begins, so that they stay a burst, and processor and database wait for each
 * other.
 */
export function takingTurns(atATime: number): Turns {
  const turns = bulkhead(atATime, Infinity);
  return (work) => turns.execute(AsyncResource.bind(work));
}
