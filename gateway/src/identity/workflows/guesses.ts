import { LRUCache } from 'lru-cache';
import { Refusal } from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import { networkOf } from '../domain/network';

/**
 * The number of wrong API keys from one network that are looked up without delay; further keys are
 * looked up one per interval.
 */
const burst = 100;
const intervalMs = 1_000;
const networksMax = 50_000;
/** The number of API keys from one network that may wait for earlier keys. */
const waitingMax = 1_000;

/** Counts wrong API keys by the sender's network. */
export interface Guesses {
  /**
   * Waits until an API key may be looked up. If the API keys of the network whose lookups are
   * running could exhaust its limit of wrong keys, the key waits for their results. The API key is
   * not rejected immediately, because many valid keys can arrive together after a restart.
   * @returns a function that must be called with whether the API key was wrong
   * @throws Refusal rate_limited
   */
  begin(address: string): Promise<(isWrong: boolean) => void>;
}

interface Network {
  /** The time at which all wrong API keys of the network expire, in epoch milliseconds. */
  endMs: number;
  /** The number of API keys whose lookups are running. */
  open: number;
  waiting: { go: () => void; refuse: (refusal: Refusal) => void }[];
}

/**
 * Creates the counter of wrong API keys. Each gateway counts separately, because the limit only
 * protects the gateway's own resources.
 */
export function createGuesses(now: () => number): Guesses {
  const networks = new LRUCache<string, Network>({ max: networksMax });
  const networkAt = (address: string): Network => {
    const name = networkOf(address);
    const network = networks.get(name) ?? { endMs: 0, open: 0, waiting: [] };
    networks.set(name, network);
    return network;
  };
  /** Returns how many more wrong API keys the network may send. */
  const roomOf = ({ endMs }: Network): number =>
    Math.floor(burst - Math.max(0, endMs - now()) / intervalMs);
  const refusalOf = ({ endMs }: Network): Refusal =>
    tooManyGuesses(Math.max(1, Math.ceil((endMs - now()) / intervalMs - burst + 1)));
  const end = (network: Network, isWrong: boolean): void => {
    network.open -= 1;
    if (isWrong) network.endMs = Math.max(now(), network.endMs) + intervalMs;
    const { waiting } = network;
    const room = roomOf(network);
    while (waiting.length > 0 && network.open < room) certain(waiting.shift(), 'the next').go();
    if (room <= 0) for (const { refuse } of waiting.splice(0)) refuse(refusalOf(network));
  };
  return {
    async begin(address) {
      const network = networkAt(address);
      const room = roomOf(network);
      if (room <= 0 || network.waiting.length >= waitingMax) throw refusalOf(network);
      await new Promise<void>((begun, refuse) => {
        const go = (): void => {
          network.open += 1;
          begun();
        };
        if (network.open < room) go();
        else network.waiting.push({ go, refuse });
      });
      return (isWrong) => end(network, isWrong);
    },
  };
}

const tooManyGuesses = (retryAfterSeconds: number) =>
  new Refusal('rate_limited', 'Your network has sent too many keys that are not valid.', {
    retryable: true,
    retryAfterSeconds,
  });
