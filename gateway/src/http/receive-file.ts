import { invalid } from '@timbre/kit';
import type { Request } from 'express';
import { uploadBytesMax } from '../schemas/files';

/** As the service cuts files: services/fiscal-cfdi, WriteFilePart. */
const partBytes = 1 << 20;

/**
 * Takes the content of a request in parts, one at a time: the client waits while a part is handed on.
 * @param take what becomes of a part; parts count from 0
 * @returns how many bytes came
 * @throws Refusal validation_error body_too_large
 */
export async function receiveFile(
  request: Request,
  take: (number: number, content: Buffer) => Promise<unknown>,
): Promise<number> {
  if (Number(request.headers['content-length'] ?? 0) > uploadBytesMax) throw tooLarge();
  let waiting = Buffer.alloc(0);
  let number = 0;
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    waiting = Buffer.concat([waiting, chunk as Buffer]);
    size += (chunk as Buffer).length;
    if (size > uploadBytesMax) throw tooLarge();
    while (waiting.length > partBytes) {
      await take(number++, waiting.subarray(0, partBytes));
      waiting = waiting.subarray(partBytes);
    }
  }
  if (waiting.length > 0) await take(number, waiting);
  return size;
}

const tooLarge = () =>
  invalid([
    { path: [], code: 'body_too_large', message: `A file may have ${uploadBytesMax} bytes.` },
  ]);
