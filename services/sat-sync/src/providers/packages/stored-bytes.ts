import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';
import { itemAt } from '@timbre/fiscal';
import type { StoredPackage } from '../../domain/downloads/package-batch';

/**
 * The maximum number of parts in memory: the parts with the ZIP directory and the current entry,
 * and their neighbors.
 */
const partsMax = 4;

/** Reads the bytes of a stored package. Only a few parts of the package are in memory at a time. */
export class StoredBytes extends RandomAccessReader {
  readonly size: number;
  readonly #stored: StoredPackage;
  readonly #starts: number[] = [];
  /** The package parts in memory, with the most recently used part at the end. */
  readonly #parts = new Map<number, Uint8Array>();

  constructor(stored: StoredPackage) {
    super();
    this.#stored = stored;
    let size = 0;
    for (const bytes of stored.partSizes) {
      this.#starts.push(size);
      size += bytes;
    }
    this.size = size;
  }

  /**
   * Returns a range of bytes from the package.
   * @throws RangeError if the range of bytes is outside the package
   */
  async bytes(start: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    await this.#copy(bytes, 0, length, start);
    return bytes;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#copy(buffer, offset, length, position).then(
      () => setImmediate(callback, null),
      (error: Error) => setImmediate(callback, error),
    );
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end), { objectMode: false });
  }

  async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
    const pieceBytes = 64 << 10;
    for (let at = start; at < end; at += pieceBytes)
      yield await this.bytes(at, Math.min(pieceBytes, end - at));
  }

  async #copy(target: Buffer, offset: number, length: number, position: number): Promise<void> {
    if (position < 0 || position + length > this.size) throw new RangeError('unexpected end');
    for (let done = 0; done < length;) {
      const number = this.#partAt(position + done);
      const part = this.#parts.get(number) ?? (await this.#load(number));
      this.#keep(number, part);
      const from = position + done - itemAt(this.#starts, number);
      const piece = part.subarray(from, from + length - done);
      target.set(piece, offset + done);
      done += piece.length;
    }
  }

  #partAt(position: number): number {
    const starts = this.#starts;
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (itemAt(starts, middle) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  async #load(number: number): Promise<Uint8Array> {
    const part = await this.#stored.part(number);
    if (part.length !== this.#stored.partSizes[number]) throw new RangeError('a part is missing');
    return part;
  }

  #keep(number: number, part: Uint8Array): void {
    this.#parts.delete(number);
    this.#parts.set(number, part);
    const [oldest] = this.#parts.keys();
    if (oldest !== undefined && this.#parts.size > partsMax) this.#parts.delete(oldest);
  }
}
