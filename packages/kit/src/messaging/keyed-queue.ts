/** Runs work concurrently, but one piece of it at a time for each key. */
export interface KeyedQueue<T> {
  add(item: T): void;
  /** The items added and not finished. */
  held(): Iterable<T>;
  /** Removes the items that have not begun. */
  takeWaiting(): T[];
  /** Resolves when the items that run now have finished. */
  finished(): Promise<void>;
}

/** How many items of one key are passed to the work together; an item of any size runs alone. */
export interface Group<T> {
  max: number;
  bytesMax: number;
  bytesOf(item: T): number;
  /**
   * Calls back when a key has rested since it began. Meanwhile its items gather, unless they are a full group; the
   * first one after a rest begins at once. Default: a key does not rest.
   */
  rest?: (isOver: () => void) => void;
}

/**
 * Items with the same key run in the order in which they are added, together if they wait.
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
    // Other keys that wait are first.
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
  return {
    add(item) {
      const key = keyOf(item);
      const items = waiting.get(key);
      if (items) items.push(item);
      else waiting.set(key, [item]);
      fill();
    },
    held: () => [
      ...[...waiting.values()].flat(),
      ...[...running.values()].flatMap(({ items }) => items),
    ],
    takeWaiting() {
      const taken = [...waiting.values()].flat();
      waiting.clear();
      return taken;
    },
    async finished() {
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

/** How many of the first items are a group. */
function fittingOf<T>({ max, bytesMax, bytesOf }: Group<T>, items: readonly T[]): number {
  let bytes = 0;
  const end = items.findIndex((item, at) => {
    bytes += bytesOf(item);
    return at > 0 && (at === max || bytes > bytesMax);
  });
  return end === -1 ? items.length : end;
}

/** Whether one more item would not fit. */
function isFull<T>(group: Group<T>, items: readonly T[]): boolean {
  const fitting = fittingOf(group, items);
  return fitting === group.max || fitting < items.length;
}
