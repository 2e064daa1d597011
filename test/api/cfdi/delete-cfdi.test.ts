import { randomUUID } from 'node:crypto';
import { newDraft, newStamped, type Api } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
});

const remove = (ref: string, key: string = randomUUID()) =>
  api.request('DELETE', `/v1/cfdi/${ref}`, { headers: { 'idempotency-key': key } });

describe('200', () => {
  it('deleteCfdi deletes the draft, and a retry gets the same response', async () => {
    const [documentRef, key] = [await newDraft(api), randomUUID()];
    const first = await remove(documentRef, key);
    expect(first.status).toBe(200);
    expect(first.json).toEqual({ data: { documentRef, deleted: true } });
    expect((await remove(documentRef, key)).bytes.equals(first.bytes)).toBe(true);
    expect((await api.request('GET', `/v1/cfdi/${documentRef}`)).status).toBe(404);
    expect((await api.request('GET', '/v1/cfdi?status=draft')).json.data).toEqual([]);
  });
});

describe('404', () => {
  it('deleteCfdi refuses a deleted or unknown draft', async () => {
    const documentRef = await newDraft(api);
    await remove(documentRef);
    expect(refusalOf(await remove(documentRef))).toBe('404 not_found');
    expect(refusalOf(await remove(`cfdi:${randomUUID()}`))).toBe('404 not_found');
  });
});

describe('409 conflict', () => {
  it('deleteCfdi does not delete a stamped document', async () => {
    const { documentRef } = await newStamped(api);
    expect(refusalOf(await remove(documentRef as string))).toBe('409 conflict not_a_draft');
    expect((await api.request('GET', `/v1/cfdi/${documentRef}`)).status).toBe(200);
  });
});
