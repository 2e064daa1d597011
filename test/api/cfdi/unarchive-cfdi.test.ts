import { randomUUID } from 'node:crypto';
import { dataOf, newDraft, type Api } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
});

const move = (ref: string, to: 'archive' | 'unarchive') =>
  api.request('POST', `/v1/cfdi/${ref}/${to}`);

describe('200', () => {
  it('unarchiveCfdi unarchives an archived document', async () => {
    const documentRef = await newDraft(api);
    await dataOf(move(documentRef, 'archive'));
    expect((await dataOf(move(documentRef, 'unarchive'))).archived).toBe(false);
    const { json } = await api.request('GET', '/v1/cfdi?archived=false');
    expect(json.data).toHaveLength(1);
  });

  it('unarchiveCfdi has no effect on a document that is not archived', async () => {
    const documentRef = await newDraft(api);
    const draft = await dataOf(api.request('GET', `/v1/cfdi/${documentRef}`));
    expect(await dataOf(move(documentRef, 'unarchive'))).toEqual(draft);
  });
});

describe('404', () => {
  it('unarchiveCfdi refuses an unknown document', async () => {
    expect(refusalOf(await move(`cfdi:${randomUUID()}`, 'unarchive'))).toBe('404 not_found');
  });
});
