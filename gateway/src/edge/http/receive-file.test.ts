import { uploadBytesMax } from '@timbre/api';
import { Readable } from 'node:stream';
import type { Refusal } from '@timbre/kit';
import type { Request } from 'express';
import { receiveFile } from './receive-file';

const partBytes = 1 << 20;

/** Returns an upload request whose content arrives in chunks of the given size. */
function upload(content: Buffer, chunkBytes: number): Request {
  function* chunks() {
    for (let at = 0; at < content.length; at += chunkBytes)
      yield content.subarray(at, at + chunkBytes);
  }
  return Object.assign(Readable.from(chunks()), { headers: {} }) as unknown as Request;
}

const content = (bytes: number) => Buffer.alloc(bytes, 'The content of a file. ');

async function received(request: Request) {
  const parts: { number: number; content: Buffer }[] = [];
  const size = await receiveFile(request, (number, part) =>
    Promise.resolve(parts.push({ number, content: part })),
  );
  return { size, parts };
}

describe('an upload', () => {
  it.each([
    ['nothing', 0, 64, []],
    ['one byte', 1, 64, [1]],
    ['a part', partBytes, 65_536, [partBytes]],
    ['a part and a byte', partBytes + 1, 65_536, [partBytes, 1]],
    ['three parts in one chunk', 3 * partBytes, 3 * partBytes, [partBytes, partBytes, partBytes]],
    ['chunks across parts', 2 * partBytes + 9, 700_001, [partBytes, partBytes, 9]],
  ])('an upload of %s is passed on in parts of 1 MiB', async (_, bytes, chunkBytes, sizes) => {
    const sent = content(bytes);
    const { size, parts } = await received(upload(sent, chunkBytes));
    expect(size).toBe(bytes);
    expect(parts.map((part) => part.content.length)).toEqual(sizes);
    expect(parts.map(({ number }) => number)).toEqual(sizes.map((_size, index) => index));
    expect(Buffer.concat(parts.map((part) => part.content)).equals(sent)).toBe(true);
  });

  it('an upload takes time linear in its bytes, even in chunks of one byte', async () => {
    const sent = content(256 << 10);
    const before = process.cpuUsage();
    const { parts } = await received(upload(sent, 1));
    const { user, system } = process.cpuUsage(before);
    expect(parts.map((part) => part.content.equals(sent))).toEqual([true]);
    // The upload takes half a second. If the receiver copied all earlier bytes for each chunk, the
    // upload would take more than a minute.
    expect((user + system) / 1e6).toBeLessThan(10);
  });

  it('an upload is rejected if its client disconnects', async () => {
    const request = upload(content(2), 1);
    const refused = receiveFile(request, () => Promise.resolve());
    request.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
    await expect(refused).rejects.toMatchObject<Partial<Refusal>>({
      details: { issues: [expect.objectContaining({ code: 'request_incomplete' })] },
    });
  });

  it('an upload is rejected as soon as it exceeds its size limit', async () => {
    let handedOn = 0;
    const request = upload(content(uploadBytesMax + 1), 1 << 16);
    const refused = receiveFile(request, (_, part) => Promise.resolve((handedOn += part.length)));
    await expect(refused).rejects.toMatchObject<Partial<Refusal>>({
      details: { issues: [expect.objectContaining({ code: 'body_too_large' })] },
    });
    expect(handedOn).toBeLessThanOrEqual(uploadBytesMax);
  });
});
