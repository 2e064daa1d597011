/**
 * Collects chunks of bytes in one buffer. A list of chunks would use about 400 bytes of memory per
 * chunk, so a client that sends chunks of one byte could exhaust the memory.
 */
export class GatheredBytes {
  private buffer: Buffer;
  private used = 0;

  /** @param expected is the number of bytes if it is known, so that no byte is copied twice */
  constructor(expected = 0) {
    this.buffer = Buffer.allocUnsafe(expected);
  }

  get length(): number {
    return this.used;
  }

  get bytes(): Buffer {
    return this.buffer.subarray(0, this.used);
  }

  add(chunk: Uint8Array): void {
    const needed = this.used + chunk.length;
    if (needed > this.buffer.length) this.grow(needed);
    this.buffer.set(chunk, this.used);
    this.used = needed;
  }

  /** Doubling the buffer copies each byte about twice, however many chunks arrive. */
  private grow(needed: number): void {
    const grown = Buffer.allocUnsafe(Math.max(needed, 2 * this.buffer.length));
    grown.set(this.bytes);
    this.buffer = grown;
  }
}
