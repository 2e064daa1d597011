import { hash } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { invalid, type Refusal } from '@timbre/kit';
import { streamFile } from './stream-file';

const compress = promisify(gzip);

export type StaticBody = (request: Request, response: Response) => Promise<void>;

/**
 * Creates a handler that responds with the same body to every client. All responses share one
 * compressed buffer, so that slow clients use no additional memory.
 * @param cacheControl by default makes the client revalidate its copy, and download the body again
 * only if it has changed
 * @param status is the status of the response
 * @returns a handler that throws Refusal validation_error: precondition_failed
 */
export function staticBody(
  contentType: string,
  content: string | Buffer,
  cacheControl = 'no-cache',
  status = 200,
): StaticBody {
  const whole = Buffer.from(content);
  // The ETag is weak, because the compressed and the uncompressed body share it.
  const tag = `W/"${hash('sha256', whole, 'base64url').slice(0, 22)}"`;
  let compressed: Promise<Buffer> | undefined;
  return async (request, response) => {
    if ((request.headers['if-match'] ?? '*') !== '*') throw preconditionFailed();
    response.setHeader('Cache-Control', cacheControl);
    response.setHeader('ETag', tag);
    response.setHeader('Vary', 'Accept-Encoding');
    response.statusCode = status;
    if (request.fresh) return void response.writeHead(304).end();
    const isCompressed = request.acceptsEncodings('gzip', 'identity') === 'gzip';
    const bytes = isCompressed ? await (compressed ??= compress(whole)) : whole;
    response.setHeader('Content-Type', contentType);
    response.setHeader('Content-Length', bytes.length);
    if (isCompressed) response.setHeader('Content-Encoding', 'gzip');
    if (request.method === 'HEAD') return void response.end();
    await streamFile(piecesOf(bytes), response);
  };
}

const pieceBytes = 1 << 16;

/**
 * Yields parts of the buffer without copying them. The buffer is not written in one call, because
 * that would delay other requests.
 */
async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    if (at > 0) await otherWork();
    yield bytes.subarray(at, at + pieceBytes);
  }
}

/**
 * Returns the refusal for a request whose condition requires a strong comparison. A weak ETag never
 * matches in such a comparison (RFC 9110, 8.8.3.2).
 *
 * - precondition_failed: the condition in a header of the request, such as If-Match, does not hold
 */
const preconditionFailed = (): Refusal =>
  invalid([
    {
      path: [],
      code: 'precondition_failed',
      message: 'The precondition of the request does not hold.',
    },
  ]);
