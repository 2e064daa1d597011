import { randomUUID } from 'node:crypto';
import { dataOf, newWithholding, newWithholdingSeries, type Api } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  await newWithholdingSeries(api);
});

const move = (ref: string, to: 'archive' | 'unarchive') =>
  api.request('POST', `/v1/withholdings/${ref}/${to}`);

describe('200', () => {
  it('unarchiveWithholding unarchives an archived document, and has no effect when it is repeated', async () => {
    const documentRef = await newWithholding(api);
    await dataOf(move(documentRef, 'archive'));
    const back = await dataOf(move(documentRef, 'unarchive'));
    expect(back.archived).toBe(false);
    expect(await dataOf(move(documentRef, 'unarchive'))).toEqual(back);
  });
});

describe('404', () => {
  it('unarchiveWithholding refuses an unknown document', async () => {
    expect(refusalOf(await move(`withholding:${randomUUID()}`, 'unarchive'))).toBe('404 not_found');
  });
});
