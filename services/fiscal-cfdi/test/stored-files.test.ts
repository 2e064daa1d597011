import { createHash, randomBytes } from 'node:crypto';
import { newId, type CallContext, type Operation, type Refusal } from '@timbre/kit';
import { withKey, testPool } from '@timbre/testkit';
import { createUploadJob } from '../src/jobs/expire-uploads';
import { getFile } from '../src/operations/get-file';
import { prepareUpload } from '../src/operations/prepare-upload';
import { readFilePart } from '../src/operations/read-file-part';
import { storeFile } from '../src/operations/store-file';
import { writeFilePart } from '../src/operations/write-file-part';
import { newOrganization, startCfdi, type Cfdi } from './cfdi';

let cfdi: Cfdi;
let context: CallContext;
beforeAll(async () => {
  cfdi = await startCfdi();
  context = await newOrganization(cfdi);
});
beforeEach(() => cfdi.service.setClock('2026-11-21T15:00:00.000Z'));
afterAll(() => cfdi.service.close());

const content = randomBytes((2 << 20) + 17);
const partBytes = 1 << 20;
const partsOf = (bytes: Buffer) =>
  Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, n) =>
    bytes.subarray(n * partBytes, (n + 1) * partBytes),
  );

const run = <Request>(operation: Operation<Request, never>, request: Request, caller = context) =>
  cfdi.service.answer(operation as never, caller, request as never);

const refused = <Request>(
  operation: Operation<Request, never>,
  request: Request,
  caller = context,
): Promise<Refusal> =>
  run(operation, request, caller).then(
    () => Promise.reject(new Error('not refused')),
    (error: Refusal) => error,
  );

const announcement = (bytes = content) => ({
  fileName: 'contactos.csv',
  contentType: 'text/csv',
  byteSize: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

const announced = async (bytes = content, caller = context) =>
  (await run(prepareUpload, announcement(bytes), caller))['fileId'] as string;

async function write(fileId: string, bytes: Buffer): Promise<void> {
  for (const [number, part] of partsOf(bytes).entries()) {
    await run(writeFilePart, { fileId, number, content: part });
  }
}

const whole = (fileId: string) => ({ fileId, byteSize: content.length });

const issueOf = ({ details }: Refusal) => details.issues?.[0]?.code;

describe('a file', () => {
  it('a file is registered, uploaded in parts in any order, and stored', async () => {
    const fileId = await announced();
    expect(await run(getFile, { fileId })).toEqual({
      fileId,
      state: 'pending',
      ...announcement(),
      createdAt: '2026-11-21T15:00:00.000Z',
    });
    for (const number of [2, 0, 1, 0]) {
      await run(writeFilePart, { fileId, number, content: partsOf(content)[number]! });
    }
    expect(await run(storeFile, whole(fileId))).toMatchObject({
      state: 'stored',
      storedAt: '2026-11-21T15:00:00.000Z',
    });
    const read = await Promise.all(
      [0, 1, 2].map((number) =>
        readFilePart.run(cfdi.service.runtime, context, { fileId, number }),
      ),
    );
    expect(Buffer.concat(read.map((part) => part.content)).equals(content)).toBe(true);
    expect(read.map(({ isLast }) => isLast)).toEqual([false, false, true]);
    expect(read[0]).toMatchObject({ contentType: 'text/csv', fileName: 'contactos.csv' });
  });

  it('a file is registered once per idempotency key', async () => {
    const keyed = withKey(context, 'POST /v1/files/uploads');
    expect(await announced(content, keyed)).toBe(await announced(content, keyed));
  });

  it('a file is not stored if its content differs from the declaration, and can be uploaded again', async () => {
    const fileId = await announced();
    const other = Buffer.from(content);
    other[5]! ^= 1;
    await write(fileId, other);
    expect(issueOf(await refused(storeFile, whole(fileId)))).toBe('sha256_mismatch');
    await write(fileId, content);
    expect(await run(storeFile, whole(fileId))).toMatchObject({ state: 'stored' });
  });

  it('a file is not stored while a part is missing', async () => {
    const fileId = await announced();
    await run(writeFilePart, { fileId, number: 0, content: partsOf(content)[0]! });
    expect(issueOf(await refused(storeFile, whole(fileId)))).toBe('size_mismatch');
    await write(fileId, content);
    const less = { fileId, byteSize: content.length - 1 };
    expect(issueOf(await refused(storeFile, less))).toBe('size_mismatch');
  });

  it.each([
    [0, partBytes - 1],
    [2, 18],
    [2, 16],
    [3, 1],
  ])('a file refuses part %d of %d bytes, because the size is wrong', async (number, size) => {
    const request = { fileId: await announced(), number, content: Buffer.alloc(size) };
    expect(issueOf(await refused(writeFilePart, request))).toBe('size_mismatch');
  });

  it('a file is never changed once it is stored', async () => {
    const fileId = await announced();
    await write(fileId, content);
    await run(storeFile, whole(fileId));
    const part = { fileId, number: 0, content: Buffer.alloc(partBytes) };
    expect((await refused(writeFilePart, part)).details.reason).toBe('file_stored');
    expect((await refused(storeFile, whole(fileId))).details.reason).toBe('file_stored');
  });

  it('the content of a file cannot be read before the file is stored', async () => {
    const fileId = await announced();
    await write(fileId, content);
    const read = readFilePart.run(cfdi.service.runtime, context, { fileId, number: 0 });
    await expect(read).rejects.toMatchObject({ details: { reason: 'not_stored' } });
  });

  it('a file is not found by another organization', async () => {
    const stranger = await newOrganization(cfdi);
    const fileId = await announced();
    const none = await refused(getFile, { fileId: newId() });
    const part = { fileId, number: 0, content: partsOf(content)[0]! };
    expect((await refused(getFile, { fileId }, stranger)).message).toBe(none.message);
    expect((await refused(writeFilePart, part, stranger)).message).toBe(none.message);
    expect((await refused(storeFile, whole(fileId), stranger)).message).toBe(none.message);
  });
});

async function expire(): Promise<void> {
  const pool = testPool(cfdi.service.database.systemUrl, 1);
  const job = createUploadJob({ runtime: cfdi.service.runtime, systemPool: pool });
  await job.pass();
  await job.stop();
  await pool.end();
}

describe('a stored file', () => {
  it('a stored file is deleted with its content a week after it was stored', async () => {
    const now = Date.now();
    const daysAgo = (days: number) =>
      cfdi.service.setClock(new Date(now - days * 24 * 3_600_000).toISOString());
    const store = async (days: number) => {
      daysAgo(days);
      const fileId = await announced();
      await write(fileId, content);
      await run(storeFile, { fileId, byteSize: content.length });
      return fileId;
    };
    const [old, young] = [await store(7.1), await store(6.9)];
    daysAgo(0);
    await expire();
    expect(await run(getFile, { fileId: old })).toMatchObject({ state: 'expired' });
    expect(await run(getFile, { fileId: young })).toMatchObject({ state: 'stored' });
    const read = readFilePart.run(cfdi.service.runtime, context, { fileId: old, number: 0 });
    await expect(read).rejects.toMatchObject({ details: { reason: 'not_stored' } });
    const parts = 'select 1 from file_parts where content_id = $1';
    expect(await cfdi.service.rows(parts, [old])).toEqual([]);
  });
});

describe('an incomplete upload', () => {
  it('an incomplete upload expires after a day, unlike a stored file', async () => {
    const now = Date.now();
    cfdi.service.setClock(new Date(now - 25 * 3_600_000).toISOString());
    const [left, stored] = [await announced(), await announced()];
    await write(left, content);
    await write(stored, content);
    await run(storeFile, { fileId: stored, byteSize: content.length });
    cfdi.service.setClock(new Date(now).toISOString());
    await expire();
    expect(await run(getFile, { fileId: left })).toMatchObject({ state: 'expired' });
    expect(await run(getFile, { fileId: stored })).toMatchObject({ state: 'stored' });
    const parts = 'select 1 from file_parts where content_id = $1';
    expect(await cfdi.service.rows(parts, [left])).toEqual([]);
    const again = { fileId: left, number: 0, content: partsOf(content)[0]! };
    expect((await refused(writeFilePart, again)).details.reason).toBe('file_expired');
  });
});
