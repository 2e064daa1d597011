import { IncomingMessage } from 'node:http';
import type { Express } from 'express';
import { invalid, type Refusal } from '@timbre/kit';

/** Each piece costs as much as thousands of bytes: so many may be small. */
const smallPiecesMax = 4_096;
/** The average of all pieces after that. */
const pieceBytes = 64;
/** More than any operation takes: the rest of a body that was refused is read only so far. */
const bytesMax = 32 << 20;

interface Arrived {
  pieces: number;
  bytes: number;
}

/**
 * Watches the bodies of all requests as they arrive, whoever reads or ignores them.
 * @param refuse ends the connection of a request whose body costs too much
 */
export function watchBodies(
  app: Express,
  refuse: (request: IncomingMessage, refusal: Refusal) => void,
): void {
  const bodies = new WeakMap<IncomingMessage, Arrived>();
  const fault = (request: IncomingMessage, piece: Buffer): Refusal | undefined => {
    const arrived = bodies.get(request) ?? { pieces: 0, bytes: 0 };
    bodies.set(request, arrived);
    arrived.pieces += 1;
    arrived.bytes += piece.length;
    return faultOf(arrived);
  };
  app.request.push = function (this: IncomingMessage, piece: Buffer | null): boolean {
    const refusal = piece && fault(this, piece);
    if (!refusal) return IncomingMessage.prototype.push.call(this, piece);
    refuse(this, refusal);
    return false;
  };
}

function faultOf({ pieces, bytes }: Arrived): Refusal | undefined {
  if (bytes > bytesMax) return wrong('body_too_large', `The body may have ${bytesMax} bytes.`);
  if (pieces <= smallPiecesMax || bytes >= pieces * pieceBytes) return undefined;
  return wrong('body_fragmented', 'Send the body in larger pieces.');
}

const wrong = (code: string, message: string): Refusal => invalid([{ path: [], code, message }]);
