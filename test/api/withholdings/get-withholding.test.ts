import { randomUUID } from 'node:crypto';
import { created, dataOf, newDraft, withholdingInput, type Api } from '@timbre/testkit/client';
import { startDocumented, startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => void (api = await startDocumentedIssuer()));

const get = (ref: string, by = api) => by.request('GET', `/v1/withholdings/${ref}`);

describe('200', () => {
  it('getWithholding returns the document as it was created', async () => {
    const draft = await created(api, '/v1/withholdings', withholdingInput());
    expect(await dataOf(get(draft.documentRef as string))).toEqual(draft);
  });
});

describe('404', () => {
  it('getWithholding refuses an unknown document, and the reference of a CFDI', async () => {
    expect(refusalOf(await get(`withholding:${randomUUID()}`))).toBe('404 not_found');
    expect(refusalOf(await get(await newDraft(api)))).toBe('404 not_found');
  });

  it('getWithholding refuses a document of another organization', async () => {
    const { documentRef } = await created(api, '/v1/withholdings', withholdingInput());
    expect(refusalOf(await get(documentRef as string, await startDocumented()))).toBe(
      '404 not_found',
    );
  });
});
