import { LRUCache } from 'lru-cache';
import { Refusal } from '@timbre/kit';
import { networkOf } from '../pages/address';

/** Wrong keys of a network that are looked up at once, and how often another one is. */
const burst = 100;
const intervalMs = 1_000;
const networksMax = 50_000;

/** Counts the keys that turn out to be wrong, by the network that sent them. */
export interface Guesses {
  /**
   * Counts a key as wrong before it is looked up.
   * @returns a function that takes it back once the key is found to be right
   * @throws Refusal rate_limited
   */
  begin(address: string): () => void;
}

/** Each gateway counts for itself: its own memory is all that a wrong key may cost. */
export function createGuesses(now: () => number): Guesses {
  /** When all guesses of a network are forgotten, in epoch milliseconds. */
  const endsMs = new LRUCache<string, number>({ max: networksMax });
  return {
    begin(address) {
      const network = networkOf(address);
      const end = Math.max(now(), endsMs.get(network) ?? 0) + intervalMs;
      const waitMs = end - now() - burst * intervalMs;
      if (waitMs > 0) throw tooManyGuesses(Math.ceil(waitMs / 1_000));
      endsMs.set(network, end);
      return () => endsMs.set(network, (endsMs.get(network) ?? 0) - intervalMs);
    },
  };
}

const tooManyGuesses = (retryAfterSeconds: number) =>
  new Refusal('rate_limited', 'Your network has sent too many keys that are not valid.', {
    retryable: true,
    retryAfterSeconds,
  });
