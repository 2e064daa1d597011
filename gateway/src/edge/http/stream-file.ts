import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Sends a file to a client in parts. The next part is requested from the service only after the
 * client has received the previous part.
 */
export async function streamFile(
  parts: AsyncIterable<Uint8Array>,
  response: Response,
): Promise<void> {
  await pipeline(parts, response).catch((error: unknown) => {
    if (!isOfClient(error)) throw error;
  });
}

/**
 * Whether the error occurred because the client closed the connection before it received the whole
 * file.
 */
const isOfClient = (error: unknown): boolean =>
  (error as Partial<NodeJS.ErrnoException>).code === 'ERR_STREAM_PREMATURE_CLOSE';
