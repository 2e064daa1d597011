import { messageBytesMax } from './sizes';

/** Identifier, token and trace of a call, generously. */
const overheadBytes = 2 << 10;

/**
 * Gathers what one turn of the event loop has to say, so that it leaves as one message; or as several
 * where one would exceed what gRPC takes.
 * @param bytesOf the size of an item's own message
 * @param write gets everything pushed since the last time, also when that is nothing
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
