/** A generator of random numbers from 0 to 1. */
export type Random = () => number;

/** Returns the seed of a run: `TIMBRE_FAULTS_SEED`, or a new one. */
export const newSeed = (): number =>
  Number(process.env['TIMBRE_FAULTS_SEED'] ?? Math.floor(Math.random() * 1_000_000));

/** Returns one of the items, which must not be empty. */
export const oneOf = <Item>(items: readonly Item[], random: Random): Item =>
  items[Math.floor(random() * items.length)]!;

/** Returns the items in a random order. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const drawn = items.map((item) => ({ item, at: random() }));
  return drawn.sort((one, other) => one.at - other.at).map(({ item }) => item);
}

/** Returns a generator of reproducible random numbers from 0 to 1 (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
