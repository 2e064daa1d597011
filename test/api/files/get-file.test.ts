import { createHash } from 'node:crypto';
import { dataOf, startApi, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';

const content = Buffer.from('rfc,nombre\nURE180429TM6,Universidad\n');
let api: Api;
let prepared: Shown;
beforeAll(async () => {
  api = await startDocumented();
  const body = {
    fileName: 'contactos.csv',
    contentType: 'text/csv',
    byteSize: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  };
  prepared = await dataOf(api.request('POST', '/v1/files/uploads', { body }));
});

const get = (by = api) => by.request('GET', `/v1/files/${prepared.fileId}`);

it('getFile answers 200 without a link for a pending file, and with a link to the content for a stored file', async () => {
  const pending = await dataOf(get());
  expect(pending.state).toBe('pending');
  expect(pending).not.toHaveProperty('url');
  await fetch(prepared.uploadUrl, { method: 'PUT', body: new Uint8Array(content) });
  const stored = await dataOf(get());
  expect(stored).toMatchObject({ state: 'stored', fileName: 'contactos.csv' });
  const answer = await fetch(stored.url);
  expect(answer.headers.get('content-type')).toBe('text/csv');
  expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
});

it('getFile answers 404 for a file of another organization', async () => {
  expect(refusalOf(await get(await startApi()))).toBe('404 not_found');
});
