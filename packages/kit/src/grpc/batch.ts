import { messageBytesMax } from './sizes';

/** A generous estimate for the identifier, token and trace of a call. */
const overheadBytes = 2 << 10;

/**
 * Combines the items of one turn of the event loop into one message, or into several where one
 * would exceed the size limit of gRPC.
 * @param bytesOf the size of an item's own message
 * @param write gets everything pushed since the last time, even if that is nothing
 */
export function createBatch<T>(bytesOf: (item: T) => number, write: (items: T[]) => void) {
  let items: T[] = [];
  let bytes = 0;
  const flush = () => {
    const batch = items;
    items = [];
    bytes = 0;
    write(batch);
  };
  const push = (item: T) => {
    const size = bytesOf(item) + overheadBytes;
    if (items.length > 0 && bytes + size > messageBytesMax) flush();
    if (items.length === 0) setImmediate(flush);
    items.push(item);
    bytes += size;
  };
  return { push, flush };
}
