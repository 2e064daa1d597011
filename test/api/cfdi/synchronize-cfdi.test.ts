import { randomUUID } from 'node:crypto';
import { dataOf, newStamped, type Api } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
});

const synchronize = (ref: string) => api.request('POST', `/v1/cfdi/${ref}/synchronize`);

describe('200', () => {
  it('synchronizeCfdi changes nothing if the outcome is already final', async () => {
    const { documentRef, uuid } = await newStamped(api);
    const found = await dataOf(synchronize(documentRef as string));
    expect(found).toMatchObject({ documentRef, uuid, status: 'valid' });
  });
});

describe('404', () => {
  it('synchronizeCfdi refuses an unknown document', async () => {
    expect(refusalOf(await synchronize(`cfdi:${randomUUID()}`))).toBe('404 not_found');
  });
});
