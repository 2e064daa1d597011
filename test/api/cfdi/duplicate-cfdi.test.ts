import { randomUUID } from 'node:crypto';
import { dataOf, newStamped, type Api } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
});

const duplicate = (ref: string) => api.request('POST', `/v1/cfdi/${ref}/duplicate`);

describe('201', () => {
  it('duplicateCfdi creates a draft from the input of a stamped document', async () => {
    const stamped = await newStamped(api);
    const answer = await duplicate(stamped.documentRef as string);
    expect(answer.status).toBe(201);
    const { documentRef, uuid, status, total } = answer.json.data;
    expect(documentRef).not.toBe(stamped.documentRef);
    expect({ uuid, status, total }).toEqual({ status: 'draft', total: stamped.total });
    expect((await dataOf(api.request('GET', `/v1/cfdi/${documentRef}`))).status).toBe('draft');
  });
});

describe('404', () => {
  it('duplicateCfdi refuses an unknown document', async () => {
    expect(refusalOf(await duplicate(`cfdi:${randomUUID()}`))).toBe('404 not_found');
  });
});
