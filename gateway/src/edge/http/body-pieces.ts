import { IncomingMessage } from 'node:http';
import type { Express } from 'express';
import { GatheredBytes, invalid, type Refusal } from '@timbre/kit';

/**
 * The number of pieces of a body that can be of any size. It is limited, because each piece costs
 * hundreds of bytes of memory in addition to its content.
 */
const smallPiecesMax = 4_096;
/** If a body has more pieces, their minimum average size, in bytes. */
const pieceBytes = 64;
/**
 * The limit of a body in bytes, which is above the body of any operation. The rest of a refused
 * body is read only up to this number of bytes.
 */
const bytesMax = 32 << 20;

interface Arriving {
  pieces: number;
  bytes: number;
  isRefused: boolean;
  /** Small pieces of a body that arrived together. The reader receives the small pieces as one piece. */
  small: GatheredBytes;
}

/**
 * Counts the bodies of all requests as they arrive, even if no handler reads them.
 * @param refuse ends the connection of a request with a body that costs too much
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
    // After the refusal, the parser can still pass on thousands of pieces that it has already read.
    // They are dropped, and the end of the body is not passed on, so that the reader does not take
    // the first pieces for the whole body.
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
