import { randomUUID } from 'node:crypto';
import {
  newStampedWithholding,
  newWithholding,
  newWithholdingSeries,
  newDraft,
  type Api,
} from '@timbre/testkit/client';
import { startDocumented, startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  await newWithholdingSeries(api);
});

const cancel = (ref: string, body: unknown = { motive: '02' }, key = randomUUID(), by = api) =>
  by.request('POST', `/v1/withholdings/${ref}/cancel`, {
    body,
    headers: { 'idempotency-key': key },
  });

describe('202', () => {
  it('cancelWithholding returns that the SAT has received the request, with its codes for withholdings', async () => {
    const { documentRef } = await newStampedWithholding(api);
    const key = randomUUID();
    const { status, json } = await cancel(documentRef as string, { motive: '02' }, key);
    expect(status).toBe(202);
    expect(json.data).toMatchObject({
      status: 'valid',
      cancellation: { state: 'requested', motive: '02', code: '1201' },
    });
    expect((await cancel(documentRef as string, { motive: '02' }, key)).json).toEqual(json);
  });

  it('cancelWithholding with motive 01 waits for the replacement', async () => {
    const { documentRef, uuid } = await newStampedWithholding(api);
    const relatedDocument = { relationship: '04', uuid };
    const replacement = await newWithholding(api, { relatedDocument });
    const asked = { motive: '01', replacementDocumentRef: replacement };
    const { status, json } = await cancel(documentRef as string, asked);
    expect(status).toBe(202);
    expect(json.data).toMatchObject({ status: 'valid', cancellation: asked });
  });
});

describe('400', () => {
  it.each([
    ['motive', { motive: '05' }],
    ['replacementDocumentRef', { motive: '01' }],
    ['replacementDocumentRef', { motive: '02', replacementDocumentRef: 'withholding:x' }],
    ['reason', { motive: '02', reason: 'x' }],
  ])('cancelWithholding reports the invalid field %s', async (field, body) => {
    const answer = await cancel(await newWithholding(api), body);
    expect(answer.status).toBe(400);
    expect(answer.json.error.details.issues[0].path).toEqual([field]);
  });
});

test('cancelWithholding answers 404 for a document of another organization, and for a replacement of another kind', async () => {
  const { documentRef } = await newStampedWithholding(api);
  const stranger = await startDocumented();
  const answer = await cancel(documentRef as string, undefined, undefined, stranger);
  expect(refusalOf(answer)).toBe('404 not_found');
  const asked = { motive: '01', replacementDocumentRef: await newDraft(api) };
  expect(refusalOf(await cancel(documentRef as string, asked))).toBe('404 not_found');
  const nobody = { motive: '01', replacementDocumentRef: `withholding:${randomUUID()}` };
  const missing = await cancel(documentRef as string, nobody);
  expect(issuesOf(missing)).toEqual(['replacementDocumentRef: replacement_unknown']);
});

test('cancelWithholding answers 409 for a draft, and for a document whose cancellation is in progress', async () => {
  expect(refusalOf(await cancel(await newWithholding(api)))).toBe('409 conflict not_cancelable');
  const { documentRef } = await newStampedWithholding(api);
  await cancel(documentRef as string);
  expect(refusalOf(await cancel(documentRef as string))).toBe(
    '409 conflict cancellation_in_progress',
  );
});
