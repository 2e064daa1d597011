/** Runs work concurrently, but one piece of it at a time for each key. */
export interface KeyedQueue<T> {
  add(item: T): void;
  /** The items added and not finished. */
  held(): Iterable<T>;
  /** Passes items that have not begun to `onDropped`, and waits for the running ones. */
  drain(onDropped: (item: T) => void): Promise<void>;
}

/** How many items of one key are passed to the work together; an item of any size runs alone. */
export interface Group<T> {
  max: number;
  bytesMax: number;
  bytesOf(item: T): number;
}

/**
 * Items with the same key run in the order in which they are added, together if they wait.
 * @param work must not reject
 */
export function createKeyedQueue<T>(
  concurrency: number,
  { max, bytesMax, bytesOf }: Group<T>,
  keyOf: (item: T) => string,
  work: (items: readonly T[]) => Promise<void>,
): KeyedQueue<T> {
  let waiting: T[] = [];
  const running = new Map<string, { items: readonly T[]; done: Promise<void> }>();

  function fill(): void {
    while (running.size < concurrency) {
      const first = waiting.find((item) => !running.has(keyOf(item)));
      if (first === undefined) return;
      begin(keyOf(first));
    }
  }
  function begin(key: string): void {
    const items: T[] = [];
    let bytes = 0;
    let isFull = false;
    waiting = waiting.filter((item) => {
      if (isFull || keyOf(item) !== key) return true;
      bytes += bytesOf(item);
      isFull = items.length > 0 && (items.length === max || bytes > bytesMax);
      if (!isFull) items.push(item);
      return isFull;
    });
    const done = work(items).finally(() => {
      running.delete(key);
      fill();
    });
    running.set(key, { items, done });
  }
  return {
    add(item) {
      waiting.push(item);
      fill();
    },
    held: () => [...waiting, ...[...running.values()].flatMap(({ items }) => items)],
    async drain(onDropped) {
      for (const item of waiting.splice(0)) onDropped(item);
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}
