import {
  dataOf,
  newDraft,
  newStamped,
  startApi,
  type Api,
  type Shown,
} from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';

const nobody = 'cfdi:01890000-0000-7000-8000-000000000000';
let api: Api;
let stamped: Shown;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  stamped = await newStamped(api);
});

const ask = (body: object, by = api) => by.request('POST', '/v1/documents/downloads', { body });

it('downloadDocuments answers 202: the ZIP is being prepared', async () => {
  const answer = await ask({ documentRefs: [stamped.documentRef], format: 'both' });
  expect(answer.status).toBe(202);
  expect(answer.json.data).toMatchObject({ state: 'preparing', total: 1, done: 0, omitted: [] });
  const path = `/v1/documents/downloads/${answer.json.data.downloadId}`;
  expect((await dataOf(api.request('GET', path))).format).toBe('both');
});

describe('400', () => {
  it('downloadDocuments reports all faults at once', async () => {
    const answer = await ask({ documentRefs: [nobody, nobody], format: 'docx', name: 'x' });
    expect(issuesOf(answer)).toEqual([
      'documentRefs.1: repeated',
      'format: invalid_value',
      'name: unknown_field',
    ]);
  });

  it.each([0, 501])('downloadDocuments refuses %d documents', async (count) => {
    const documentRefs = Array.from({ length: count }, (_, n) => `cfdi:${n}`);
    expect((await ask({ documentRefs, format: 'xml' })).status).toBe(400);
  });
});

it('downloadDocuments answers 404 and lists all unknown documents', async () => {
  const stranger = await startApi();
  const answer = await ask(
    { documentRefs: [stamped.documentRef, nobody, 'cfdi:x', 'x', 'quote:1'], format: 'xml' },
    stranger,
  );
  expect(refusalOf(answer)).toBe('404 not_found');
  expect(issuesOf(answer)).toEqual([0, 1, 2, 3, 4].map((n) => `documentRefs.${n}: not_found`));
});

it('downloadDocuments answers 409 and lists all documents without an XML', async () => {
  const documentRefs = [stamped.documentRef, await newDraft(api)];
  const answer = await ask({ documentRefs, format: 'xml' });
  expect(refusalOf(answer)).toBe('409 conflict xml_missing');
  expect(issuesOf(answer)).toEqual(['documentRefs.1: xml_missing']);
});
