/**
 * Gathers what one turn of the event loop has to say, so that it leaves as one message.
 * @param write gets everything pushed since the last time, also when that is nothing
 */
export function createBatch<T>(write: (items: T[]) => void) {
  let items: T[] = [];
  const flush = () => {
    const batch = items;
    items = [];
    write(batch);
  };
  const push = (item: T) => {
    if (items.length === 0) setImmediate(flush);
    items.push(item);
  };
  return { push, flush };
}
