import { randomUUID } from 'node:crypto';
import { dataOf, newDraft, newStamped, type Api } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
});

const archive = (ref: string) => api.request('POST', `/v1/cfdi/${ref}/archive`);

describe('200', () => {
  it('archiveCfdi archives a stamped document without changing its fiscal state', async () => {
    const stamped = await newStamped(api);
    const archived = await dataOf(archive(stamped.documentRef as string));
    const updatedAt = expect.any(String);
    expect(archived).toEqual({ ...stamped, archived: true, updatedAt });
  });

  it('archiveCfdi has no effect when it is repeated', async () => {
    const documentRef = await newDraft(api);
    const first = await dataOf(archive(documentRef));
    expect(await dataOf(archive(documentRef))).toEqual(first);
  });
});

describe('404', () => {
  it('archiveCfdi refuses an unknown document', async () => {
    expect(refusalOf(await archive(`cfdi:${randomUUID()}`))).toBe('404 not_found');
  });
});
