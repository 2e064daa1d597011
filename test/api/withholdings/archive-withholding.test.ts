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

const archive = (ref: string) => api.request('POST', `/v1/withholdings/${ref}/archive`);

describe('200', () => {
  it('archiveWithholding archives a stamped document without changing its fiscal state', async () => {
    const stamped = await newStampedWithholding(api);
    const archived = await dataOf(archive(stamped.documentRef as string));
    expect(archived).toEqual({ ...stamped, archived: true, updatedAt: expect.any(String) });
  });

  it('archiveWithholding has no effect when it is repeated', async () => {
    const documentRef = await newWithholding(api);
    const first = await dataOf(archive(documentRef));
    expect(await dataOf(archive(documentRef))).toEqual(first);
  });
});

test('archiveWithholding answers 404 for an unknown document', async () => {
  expect(refusalOf(await archive(`withholding:${randomUUID()}`))).toBe('404 not_found');
});
