/** A queue that runs work concurrently, but only one call at a time for each key. */
export interface KeyedQueue<T> {
  add(item: T): void;
  /** Returns the items that were added and are not finished. */
  held(): Iterable<T>;
  /** Removes and returns the items that have not started. */
  takeWaiting(): T[];
  /** Resolves when the running items have finished. */
  finished(): Promise<void>;
}

/**
 * The limits of a group, which consists of items with the same key that are handled together. An
 * item of any size can be handled alone.
 */
export interface Group<T> {
  max: number;
  bytesMax: number;
  bytesOf(item: T): number;
  /**
   * Starts the pause (`rest`) of a key when its work starts; the function calls `isOver` when the
   * pause ends. During the pause the queue collects the items of the key, until they form a full
   * group. The first item after a pause starts immediately. By default a key has no pause.
   */
  rest?: (isOver: () => void) => void;
}

/**
 * Creates a queue. Items with the same key run in the order in which they were added, and are
 * handled together if they wait.
 * @param work must not reject
 */
export function createKeyedQueue<T>(
  concurrency: number,
  group: Group<T>,
  keyOf: (item: T) => string,
  work: (items: readonly T[]) => Promise<void>,
): KeyedQueue<T> {
  const waiting = new Map<string, T[]>();
  const running = new Map<string, { items: readonly T[]; done: Promise<void> }>();
  const resting = new Set<string>();

  function fill(): void {
    for (const [key, items] of waiting) {
      if (running.size === concurrency) return;
      const isReady = !resting.has(key) || isFull(group, items);
      if (isReady && !running.has(key)) begin(key, items);
    }
  }
  function begin(key: string, items: T[]): void {
    const taken = items.splice(0, fittingOf(group, items));
    // The key is deleted and added again, which moves it to the end of the map, so that other
    // waiting keys are served first.
    waiting.delete(key);
    if (items.length > 0) waiting.set(key, items);
    if (group.rest && !resting.has(key)) {
      resting.add(key);
      group.rest(() => {
        resting.delete(key);
        fill();
      });
    }
    const done = work(taken).finally(() => {
      running.delete(key);
      fill();
    });
    running.set(key, { items: taken, done });
  }
  const allWaiting = () => [...waiting.values()].flat();
  return {
    add(item) {
      const key = keyOf(item);
      const items = waiting.get(key);
      if (items) items.push(item);
      else waiting.set(key, [item]);
      fill();
    },
    held: () => [...allWaiting(), ...[...running.values()].flatMap(({ items }) => items)],
    takeWaiting() {
      const taken = allWaiting();
      waiting.clear();
      return taken;
    },
    async finished() {
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

/** Returns how many of the first items fit into one group. */
function fittingOf<T>({ max, bytesMax, bytesOf }: Group<T>, items: readonly T[]): number {
  let bytes = 0;
  const end = items.findIndex((item, at) => {
    bytes += bytesOf(item);
    return at > 0 && (at === max || bytes > bytesMax);
  });
  return end === -1 ? items.length : end;
}

/** Whether the items form a full group, to which no item can be added. */
function isFull<T>(group: Group<T>, items: readonly T[]): boolean {
  const fitting = fittingOf(group, items);
  return fitting === group.max || fitting < items.length;
}
