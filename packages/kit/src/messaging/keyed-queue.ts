/** Runs work concurrently, but one item at a time for each key. */
export interface KeyedQueue<T> {
  add(item: T): void;
  /** The number of items added and not finished. */
  held(): Iterable<T>;
  /** Passes items that have not begun to `onDropped`, and waits for the running ones. */
  drain(onDropped: (item: T) => void): Promise<void>;
}

/** `work` must not reject. Items with the same key run in the order in which they are added. */
export function createKeyedQueue<T>(
  concurrency: number,
  keyOf: (item: T) => string,
  work: (item: T) => Promise<void>,
): KeyedQueue<T> {
  const waiting: T[] = [];
  const running = new Map<string, { item: T; done: Promise<void> }>();

  function fill(): void {
    while (running.size < concurrency) {
      const index = waiting.findIndex((item) => !running.has(keyOf(item)));
      const [item] = index < 0 ? [] : waiting.splice(index, 1);
      if (item === undefined) return;
      begin(item);
    }
  }
  function begin(item: T): void {
    const key = keyOf(item);
    const done = work(item).finally(() => {
      running.delete(key);
      fill();
    });
    running.set(key, { item, done });
  }
  return {
    add(item) {
      waiting.push(item);
      fill();
    },
    held: () => [...waiting, ...[...running.values()].map(({ item }) => item)],
    async drain(onDropped) {
      for (const item of waiting.splice(0)) onDropped(item);
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}
