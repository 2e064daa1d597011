import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Sends the parts of a file. Each part is requested from the service after the client has received
 * the previous one.
 */
export async function streamFile(
  parts: AsyncIterable<Uint8Array>,
  response: Response,
): Promise<void> {
  await pipeline(parts, response).catch((error: unknown) => {
    if (!isOfClient(error)) throw error;
  });
}

/** Whether the client caused the error by closing the connection before it had the whole file. */
const isOfClient = (error: unknown): boolean =>
  (error as Partial<NodeJS.ErrnoException>).code === 'ERR_STREAM_PREMATURE_CLOSE';
