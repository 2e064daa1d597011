import { uploadBytesMax } from '@timbre/api';
import { GatheredBytes, invalid } from '@timbre/kit';
import type { Request } from 'express';
import { incomplete } from './body';

/** Must equal the part size of WriteFilePart in services/fiscal-cfdi. */
const partBytes = 1 << 20;

/**
 * Receives the body of a request in parts. While `take` processes a part, no more data is read from
 * the client.
 * @param take processes a part; the first part has the number 0
 * @returns the number of received bytes
 * @throws Refusal validation_error body_too_large, request_incomplete
 */
export async function receiveFile(
  request: Request,
  take: (number: number, content: Buffer) => Promise<unknown>,
): Promise<number> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > uploadBytesMax) throw tooLarge();
  // The buffer is allocated with its final size, because a growing buffer would be copied
  // repeatedly.
  const newPart = () =>
    new GatheredBytes(Math.max(0, Math.min(partBytes, declared - number * partBytes)));
  let number = 0;
  let size = 0;
  let part = newPart();
  for await (const chunk of chunksOf(request)) {
    let rest = chunk;
    size += rest.length;
    if (size > uploadBytesMax) throw tooLarge();
    while (rest.length > 0) {
      const room = partBytes - part.length;
      part.add(rest.subarray(0, room));
      rest = rest.subarray(room);
      if (part.length < partBytes) continue;
      await take(number++, part.bytes);
      part = newPart();
    }
  }
  if (part.length > 0) await take(number, part.bytes);
  return size;
}

async function* chunksOf(request: Request): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false });
  } catch {
    throw incomplete();
  }
}

const tooLarge = () =>
  invalid([
    {
      path: [],
      code: 'body_too_large',
      message: `A file may have at most ${uploadBytesMax} bytes.`,
    },
  ]);
