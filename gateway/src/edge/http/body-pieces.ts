import { IncomingMessage } from 'node:http';
import type { Express } from 'express';
import { GatheredBytes, invalid, type Refusal } from '@timbre/kit';

/**
 * The number of body chunks that may have any size. The number is limited, because each chunk costs
 * hundreds of bytes of memory in addition to its content.
 */
const smallPiecesMax = 4_096;
/** The minimum average chunk size in bytes of a body with more chunks. */
const pieceBytes = 64;
/**
 * The overall body limit in bytes, which is higher than the limit of any operation. The rest of a
 * rejected body is read only up to this limit.
 */
const bytesMax = 32 << 20;

interface Arriving {
  pieces: number;
  bytes: number;
  isRefused: boolean;
  /**
   * Small chunks of a body that arrived together. The reader receives the small chunks as one
   * chunk.
   */
  small: GatheredBytes;
}

/**
 * Counts the bytes and chunks of every request body as they arrive, even if no handler reads the
 * body.
 * @param refuse ends the connection of a request whose body is too expensive
 */
export function watchBodies(
  app: Express,
  refuse: (request: IncomingMessage, refusal: Refusal) => void,
): void {
  const bodies = new WeakMap<IncomingMessage, Arriving>();
  const pass = (request: IncomingMessage, piece: Uint8Array | null): boolean =>
    IncomingMessage.prototype.push.call(request, piece);
  const passSmall = (request: IncomingMessage): void => {
    const body = bodies.get(request);
    if (!body || body.small.length === 0) return;
    const { bytes } = body.small;
    body.small = new GatheredBytes();
    pass(request, bytes);
  };
  const gather = (request: IncomingMessage, { small }: Arriving, piece: Buffer): boolean => {
    if (small.length === 0) setImmediate(passSmall, request);
    small.add(piece);
    return true;
  };
  app.request.push = function (this: IncomingMessage, piece: Buffer | null): boolean {
    const body = bodies.get(this) ?? newBody();
    // After the rejection, the parser can still deliver thousands of chunks that it has already
    // read. The further chunks and the end of the body are dropped, so that the reader does not
    // mistake the first chunks for the complete body.
    if (body.isRefused) return false;
    if (piece) {
      bodies.set(this, body);
      body.pieces += 1;
      body.bytes += piece.length;
      const refusal = faultOf(body);
      if (refusal) {
        body.isRefused = true;
        refuse(this, refusal);
        return false;
      }
      if (piece.length < pieceBytes) return gather(this, body, piece);
    }
    passSmall(this);
    return pass(this, piece);
  };
}

const newBody = (): Arriving => ({
  pieces: 0,
  bytes: 0,
  isRefused: false,
  small: new GatheredBytes(),
});

/**
 * - body_too_large: the body is too large; the message has the limit
 * - body_fragmented: the body arrives in too many small pieces; send larger pieces
 */
function faultOf({ pieces, bytes }: Arriving): Refusal | undefined {
  if (bytes > bytesMax)
    return wrong('body_too_large', `The body may have at most ${bytesMax} bytes.`);
  if (pieces <= smallPiecesMax || bytes >= pieces * pieceBytes) return undefined;
  return wrong('body_fragmented', 'Send the body in larger pieces.');
}

const wrong = (code: string, message: string): Refusal => invalid([{ path: [], code, message }]);
