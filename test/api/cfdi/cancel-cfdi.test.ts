import { randomUUID } from 'node:crypto';
import { newDraft, newStamped, type Api, type ApiResponse } from '@timbre/testkit/client';
import { startDocumented, startDocumentedIssuer } from '../documented';
import { until } from '../until';

let api: Api;
beforeAll(async () => void (api = await startDocumentedIssuer()), 240_000);

const cancel = (documentRef: string, body: unknown = { motive: '02' }, key = randomUUID()) =>
  api.request('POST', `/v1/cfdi/${documentRef}/cancel`, {
    body,
    headers: { 'idempotency-key': key },
  });
const synchronize = (documentRef: string) =>
  api.request('POST', `/v1/cfdi/${documentRef}/synchronize`);

describe('202', () => {
  it('cancelCfdi requests the cancellation; the document is canceled when the SAT confirms the cancellation', async () => {
    const { documentRef } = await newStamped(api);
    const key = randomUUID();
    const { status, json } = await cancel(documentRef, { motive: '02' }, key);
    expect(status).toBe(202);
    expect(json.data).toMatchObject({
      status: 'valid',
      cancellation: { state: 'requested', motive: '02', code: '201' },
    });
    expect((await cancel(documentRef, { motive: '02' }, key)).json).toEqual(json);
    const synchronized = await synchronize(documentRef);
    expect(synchronized.status).toBe(200);
    expect(synchronized.json.data).toMatchObject({
      status: 'canceled',
      cancellation: { state: 'accepted' },
    });
  });

  it('cancelCfdi with motive 01 waits until the replacement is stamped, and then continues', async () => {
    const { documentRef, uuid } = await newStamped(api);
    const draft = await newDraft(api);
    const asked = { motive: '01', replacementDocumentRef: draft };
    const { status, json } = await cancel(documentRef, asked);
    expect(status).toBe(202);
    expect(json.data).toMatchObject({ status: 'valid', cancellation: asked });
    const stamped = await api.request('POST', `/v1/cfdi/${draft}/stamp`);
    expect(stamped.json.data.status).toBe('valid');
    const { bytes } = await api.request('GET', `/v1/documents/${draft}/files/xml`);
    expect(bytes.toString()).toContain(`TipoRelacion="04"><cfdi:CfdiRelacionado UUID="${uuid}"`);
    const shown = () => api.request('GET', `/v1/cfdi/${documentRef}`);
    const isReceived = ({ json }: ApiResponse) => 'receivedAt' in json.data.cancellation;
    const received = await until(60_000, shown, isReceived);
    expect(received.json.data.cancellation).toMatchObject({ ...asked, code: '201' });
    const { json: synchronized } = await synchronize(documentRef);
    expect(synchronized.data).toMatchObject({ status: 'canceled' });
  });

  it('cancelCfdi cancels a CFDI after its replacement, which is related to the CFDI, is stamped', async () => {
    const { documentRef, uuid } = await newStamped(api);
    const replacementDocumentRef = await newDraft(api);
    await cancel(documentRef, { motive: '01', replacementDocumentRef });
    const stamped = await api.request('POST', `/v1/cfdi/${replacementDocumentRef}/stamp`);
    expect(stamped.status).toBe(200);
    const { json } = await api.request('GET', `/v1/cfdi/${replacementDocumentRef}/relations`);
    const relation = { role: 'related', relationship: '04', uuid, documentRef };
    expect(json.data.relations).toMatchObject([relation]);
    const canceled = await until(
      60_000,
      () => synchronize(documentRef),
      (answer) => answer.json.data.status === 'canceled',
    );
    expect(canceled.json.data.cancellation.state).toBe('accepted');
  });
});

describe('400', () => {
  it.each([
    ['motive', { motive: '05' }],
    ['replacementDocumentRef', { motive: '01' }],
    ['replacementDocumentRef', { motive: '02', replacementDocumentRef: 'cfdi:x' }],
    ['reason', { motive: '02', reason: 'x' }],
  ])('cancelCfdi reports the invalid field %s', async (field, body) => {
    const { status, json } = await cancel(await newDraft(api), body);
    expect(status).toBe(400);
    expect(json.error.details.issues[0].path).toEqual([field]);
  });
});

test('cancelCfdi and synchronizeCfdi answer 404 for a document of another organization', async () => {
  const documentRef = await newDraft(api);
  const stranger = await startDocumented();
  for (const path of ['cancel', 'synchronize']) {
    const body = path === 'cancel' ? { body: { motive: '02' } } : {};
    const { status } = await stranger.request('POST', `/v1/cfdi/${documentRef}/${path}`, body);
    expect(status).toBe(404);
  }
});

test('cancelCfdi answers 409 for a draft, and for a document whose cancellation is in progress', async () => {
  const ofDraft = await cancel(await newDraft(api));
  expect([ofDraft.status, ofDraft.json.error.details.reason]).toEqual([409, 'not_cancelable']);
  const { documentRef } = await newStamped(api);
  await cancel(documentRef);
  const again = await cancel(documentRef);
  expect([again.status, again.json.error.details.reason]).toEqual([
    409,
    'cancellation_in_progress',
  ]);
});
