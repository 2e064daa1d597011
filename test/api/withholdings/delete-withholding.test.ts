import { randomUUID } from 'node:crypto';
import {
  dataOf,
  newStampedWithholding,
  newWithholding,
  newWithholdingSeries,
  type Api,
} from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  await newWithholdingSeries(api);
});

const remove = (ref: string) => api.request('DELETE', `/v1/withholdings/${ref}`);

describe('200', () => {
  it('deleteWithholding deletes the draft of a withholding', async () => {
    const documentRef = await newWithholding(api);
    expect(await dataOf(remove(documentRef))).toEqual({ documentRef, deleted: true });
    const { status } = await api.request('GET', `/v1/withholdings/${documentRef}`);
    expect(status).toBe(404);
  });
});

test('deleteWithholding answers 404 for an unknown document', async () => {
  expect(refusalOf(await remove(`withholding:${randomUUID()}`))).toBe('404 not_found');
});

test('deleteWithholding answers 409 for a stamped withholding document', async () => {
  const { documentRef } = await newStampedWithholding(api);
  expect(refusalOf(await remove(documentRef as string))).toBe('409 conflict not_a_draft');
});
