import { randomUUID } from 'node:crypto';
import { dataOf, startApi, type ApiResponse } from '@timbre/testkit/client';
import { call } from '../assistant/tools';
import { startProduction } from '../production';
import { issuesOf, refusalOf } from '../refused';
import {
  canceledByIssuer,
  cancellationRequestsOf,
  satTaxpayer,
  withCsd,
  type SatTaxpayer,
} from '../sat/taxpayer';
import { until } from '../until';

const path = '/v1/cfdi/cancellation-requests';

const answer = (
  { api }: Pick<SatTaxpayer, 'api'>,
  uuid: string,
  body: object,
  key: string = randomUUID(),
): Promise<ApiResponse> =>
  api.request('POST', `${path}/${uuid}/answer`, { body, headers: { 'idempotency-key': key } });

describe('200', () => {
  it("the answer to a cancellation request is visible in the issuer's cancellation", async () => {
    const [issuer, receiver] = await Promise.all([satTaxpayer(), satTaxpayer()]);
    await Promise.all([withCsd(issuer), withCsd(receiver)]);
    const [accepted, rejected] = [
      await canceledByIssuer(issuer, receiver),
      await canceledByIssuer(issuer, receiver),
    ];
    const list = () => cancellationRequestsOf(receiver);
    await until(60_000, list, ({ length }) => length === 2);
    // The test reads the cancellation request first, because an assistant shows the request to a
    // person before it answers.
    const { json } = await call(receiver.api, 'answer_cancellation_request', {
      uuid: accepted.uuid,
      answer: 'accept',
    });
    expect(json.summary).toContain(`- Asked by: “EMPRESA DE PRUEBA”, “${issuer.rfc}”`);
    expect(json.summary).toMatch(/- Total: [\d.]+ MXN\n[^]*- Answer before: “/);
    const unknown = { uuid: randomUUID(), answer: 'accept' };
    const none = await call(receiver.api, 'answer_cancellation_request', unknown);
    expect(none.json.error.code).toBe('not_found');
    const key = randomUUID();
    const first = await answer(receiver, accepted.uuid, { answer: 'accept' }, key);
    expect(await dataOf(Promise.resolve(first))).toMatchObject({ state: 'accepted', code: '1000' });
    const again = await answer(receiver, accepted.uuid, { answer: 'accept' }, key);
    expect(again.bytes.equals(first.bytes)).toBe(true);
    const other = await dataOf(answer(receiver, rejected.uuid, { answer: 'reject' }));
    expect(other).toMatchObject({ state: 'rejected', answer: 'reject' });
    expect(refusalOf(await answer(receiver, rejected.uuid, { answer: 'accept' }))).toBe(
      '409 conflict request_over',
    );
    // synchronizeCfdi makes the issuer query the SAT for the state of the document.
    const shown = (documentRef: string) =>
      dataOf(issuer.api.request('POST', `/v1/cfdi/${documentRef}/synchronize`));
    expect((await shown(accepted.documentRef)).status).toBe('canceled');
    expect(await shown(rejected.documentRef)).toMatchObject({
      status: 'valid',
      cancellation: { state: 'rejected' },
    });
  });
});

describe('400', () => {
  it('answerCancellationRequest reports every fault of the request', async () => {
    const api = await startProduction();
    expect(issuesOf(await answer({ api }, randomUUID(), { answer: 'maybe', why: 1 }))).toEqual([
      'answer: invalid_value',
      'why: unknown_field',
    ]);
  });
});

describe('403', () => {
  it('answerCancellationRequest is refused in a sandbox', async () => {
    const api = await startApi();
    const refused = await answer({ api }, randomUUID(), { answer: 'accept' });
    expect(refusalOf(refused)).toBe('403 forbidden production_only');
  });
});

describe('404', () => {
  it('answerCancellationRequest refuses a cancellation request of another organization', async () => {
    const api = await startProduction();
    for (const uuid of [randomUUID(), 'x'])
      expect(refusalOf(await answer({ api }, uuid, { answer: 'accept' }))).toBe('404 not_found');
  });
});
