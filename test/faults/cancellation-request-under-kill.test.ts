import { randomUUID } from 'node:crypto';
import { dataOf, startOwnDeployment, type OwnDeployment } from '@timbre/testkit/client';
import {
  canceledByIssuer,
  cancellationRequestsOf,
  satTaxpayer,
  withCsd,
  type SatTaxpayer,
} from '../api/sat/taxpayer';
import { until } from '../api/until';

let deployment: OwnDeployment;
let issuer: SatTaxpayer;
let receiver: SatTaxpayer;
beforeAll(async () => {
  const environment = { TIMBRE_ENVIRONMENT: 'production' };
  deployment = await startOwnDeployment('answerkill', { environment });
  [issuer, receiver] = await Promise.all([
    satTaxpayer({ deployment }),
    satTaxpayer({ deployment }),
  ]);
  await Promise.all([withCsd(issuer), withCsd(receiver)]);
}, 240_000);
afterAll(() => deployment?.stop());

const path = '/v1/cfdi/cancellation-requests';

// For an organization without the request, a second confirmation at the SAT would return 1002. In this
// test, the cancellation request itself shows that the first confirmation succeeded.
it.each([
  ['cancellation_request.sending@1', 'accept', { status: 'canceled' }],
  ['cancellation_request.answered@1', 'accept', { status: 'canceled' }],
  ['cancellation_request.answered@1', 'reject', { cancellation: { state: 'rejected' } }],
])(
  'an answer is given once if its process dies at %s (%s)',
  async (failpoint, choice, seen) => {
    const { uuid, documentRef } = await canceledByIssuer(issuer, receiver);
    const pending = () => cancellationRequestsOf(receiver, '?state=pending');
    await until(60_000, pending, ({ length }) => length === 1);
    await deployment.restart('fiscal-cfdi', { FAILPOINTS: failpoint });
    const dies = deployment.ended('fiscal-cfdi');
    const headers = { 'idempotency-key': randomUUID() };
    const answer = () =>
      receiver.api.request('POST', `${path}/${uuid}/answer`, { body: { answer: choice }, headers });
    await until(30_000, answer, ({ status }) => status !== 503);
    await dies;
    await deployment.restart('fiscal-cfdi');
    const last = await until(40_000, answer, ({ status }) => status === 200);
    const state = choice === 'accept' ? 'accepted' : 'rejected';
    expect(last.json.data).toMatchObject({ state, answer: choice });
    const asked = () => dataOf(issuer.api.request('POST', `/v1/cfdi/${documentRef}/synchronize`));
    expect(await asked()).toMatchObject(seen);
  },
  240_000,
);
