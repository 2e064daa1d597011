import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { dataOf, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf } from '../refused';

let api: Api;
beforeAll(async () => void (api = await startDocumented()));

const announcement = (content: Buffer, changes: object = {}) => ({
  fileName: 'contactos.csv',
  contentType: 'text/csv',
  byteSize: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
  ...changes,
});

const prepare = (body: object, headers = {}) =>
  api.request('POST', '/v1/files/uploads', { body, headers });

const put = (url: string, content: Buffer) =>
  fetch(url, { method: 'PUT', body: new Uint8Array(content) });

const problemOf = async (answer: Response) => {
  const { error } = (await answer.json()) as Shown;
  return [answer.status, error.details?.reason ?? error.details?.issues[0].code];
};

describe('201', () => {
  it('prepareUpload returns an upload link, and an upload to the link stores the file', async () => {
    const content = randomBytes(3_000_000);
    const prepared = await prepare(announcement(content));
    expect(prepared.status).toBe(201);
    const { fileId, uploadUrl, state } = prepared.json.data as Shown;
    expect(state).toBe('pending');
    const answer = await put(uploadUrl, content);
    expect([answer.status, ((await answer.json()) as Shown).data.state]).toEqual([200, 'stored']);
    const file = await dataOf(api.request('GET', `/v1/files/${fileId}`));
    expect(file).toMatchObject({ state: 'stored', byteSize: content.length });
    const second = await put(uploadUrl, content);
    expect(await problemOf(second)).toEqual([409, 'file_stored']);
  });

  it('prepareUpload returns the same file and link for the same idempotency key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = announcement(Buffer.from('a'));
    const [first, second] = [await prepare(body, headers), await prepare(body, headers)];
    expect(second.bytes.equals(first.bytes)).toBe(true);
    expect((await put(second.json.data.uploadUrl, Buffer.from('a'))).status).toBe(200);
  });
});

describe('400', () => {
  it('prepareUpload reports all faults at once', async () => {
    const changes = {
      fileName: '../a.csv',
      contentType: 'text/html',
      byteSize: 10485761,
      sha256: 'x',
    };
    const answer = await prepare(announcement(Buffer.from('a'), { ...changes, purpose: 'x' }));
    expect(issuesOf(answer)).toEqual([
      'byteSize: too_big',
      'contentType: invalid_value',
      'fileName: invalid_format',
      'purpose: unknown_field',
      'sha256: invalid_format',
    ]);
  });
});

describe('the link', () => {
  const linkFor = async (content: Buffer) =>
    ((await prepare(announcement(content))).json.data as Shown).uploadUrl as string;

  it('the upload link refuses content that differs from the announced content, and then accepts the correct content', async () => {
    const url = await linkFor(Buffer.from('right'));
    expect(await problemOf(await put(url, Buffer.from('wrong')))).toEqual([400, 'sha256_mismatch']);
    expect(await problemOf(await put(url, Buffer.from('longer')))).toEqual([400, 'size_mismatch']);
    expect(await problemOf(await put(url, Buffer.alloc(0)))).toEqual([400, 'size_mismatch']);
    expect((await put(url, Buffer.from('right'))).status).toBe(200);
  });

  it('the upload link refuses a body of more than 10 MB', async () => {
    const url = await linkFor(Buffer.from('small'));
    const answer = await put(url, Buffer.alloc(10485761));
    expect(await problemOf(answer)).toEqual([400, 'body_too_large']);
  });

  it('the upload link answers 405 with the allowed methods to any method except uploading', async () => {
    const answer = await fetch(await linkFor(Buffer.from('a')));
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'PUT']);
  });
});
