import { operations } from '../operations';
import { collectionOf } from './collection';
import { openApiDocument } from './document';
import { recordedExamples } from './examples';

interface Item {
  name: string;
  request: {
    method: string;
    header: { key: string; value: string }[];
    url: { raw: string; path: string[]; variable: { key: string; value: string }[] };
    body?: { raw: string };
  };
  response: { name: string; code: number; body: string }[];
}

interface Collection {
  item: { name: string; item: Item[] }[];
  variable: { key: string; value: string }[];
}

const examples = recordedExamples();
const collection = collectionOf(
  openApiDocument(operations, 'https://timbre.example'),
  examples,
) as Collection;
const items = collection.item.flatMap(({ item }) => item);

describe('the collection', () => {
  it('the collection contains every operation once, in the folder of its area', () => {
    const listed = items.map(({ request }) => `${request.method} /${request.url.path.join('/')}`);
    const rows = operations.map(
      ({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    );
    expect(listed.sort()).toEqual(rows.sort());
    expect(collection.item.map(({ name }) => name)).toContain('CFDI');
  });

  it('the requests of the collection call the deployment that serves it', () => {
    expect(collection.variable[0]).toEqual({ key: 'url', value: 'https://timbre.example' });
  });

  it('the collection contains requests and responses as the tests recorded them, with the recorded path values', () => {
    const { accepted, refused } = examples.operations['cancelCfdi']!;
    const found = items.find(({ request }) =>
      request.url.raw.endsWith('/cfdi/:documentRef/cancel'),
    );
    const { request, response } = found!;
    expect(JSON.parse(request.body!.raw)).toEqual(accepted!.request);
    expect(accepted!.target).toContain(request.url.variable[0]!.value);
    expect(response.map(({ code, body }) => [code, JSON.parse(body) as unknown])).toEqual([
      [accepted!.status, accepted!.answer],
      [refused!.status, refused!.answer],
    ]);
  });

  it('writes in the collection send a new idempotency key, and reads send none', () => {
    const keys = items.map(({ request: { method, header } }) => [method, header.length]);
    expect(keys.filter(([method]) => method === 'GET')).not.toContainEqual(['GET', 1]);
    expect(keys.filter(([method]) => method === 'DELETE')).not.toContainEqual(['DELETE', 0]);
  });
});
