import { dataOf, newStamped, startApi, type Api, type Shown } from '@timbre/testkit/client';
import { strFromU8, unzipSync } from 'fflate';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';
import { until } from '../until';

let api: Api;
let stamped: Shown;
let path: string;
let ready: Shown;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  stamped = await newStamped(api);
  const body = { documentRefs: [stamped.documentRef], format: 'both' };
  const { downloadId } = await dataOf(api.request('POST', '/v1/documents/downloads', { body }));
  path = `/v1/documents/downloads/${downloadId}`;
  ready = await until(
    60_000,
    () => dataOf(api.request('GET', path)),
    ({ state }) => state !== 'preparing',
  );
});

describe('200', () => {
  it('getDocumentsDownload returns a link to the ZIP when the ZIP is ready, and the link needs no API key', async () => {
    expect(ready).toMatchObject({ state: 'ready', total: 1, done: 1 });
    const file = await fetch(ready.url);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename="cfdi-.*\.zip"$/,
    );
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect(bytes).toHaveLength(ready.byteSize);
    const files = unzipSync(bytes);
    const name = `${stamped.series}-${stamped.folio}`;
    expect(Object.keys(files)).toEqual([`${name}.xml`, `${name}.pdf`]);
    const xml = await api.request('GET', `/v1/documents/${stamped.documentRef}/files/xml`);
    expect(strFromU8(files[`${name}.xml`]!)).toBe(xml.bytes.toString());
  });
});

describe('the link', () => {
  it('the link to the ZIP answers 405 with the allowed methods to any method except reading', async () => {
    const answer = await fetch(ready.url, { method: 'POST' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
  });

  it('the link to the ZIP answers 404 after any change of its address', async () => {
    for (const url of [`${ready.url}x`, ready.url.replace('/links/', '/links/a')]) {
      expect((await fetch(url)).status).toBe(404);
    }
  });
});

it('getDocumentsDownload answers 404 for the download of another organization', async () => {
  const stranger = await startApi();
  expect(refusalOf(await stranger.request('GET', path))).toBe('404 not_found');
});
