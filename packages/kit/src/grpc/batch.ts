import { messageBytesMax } from './sizes';

/** A generous estimate of the size of a call's identifier, token and trace. */
const overheadBytes = 2 << 10;

/**
 * Combines the items of one event loop turn into one message, or into several messages if one
 * message would exceed gRPC's size limit.
 * @param bytesOf returns the size of an item's own message
 * @param write receives all items that were pushed since the last call of `write`, possibly none
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
