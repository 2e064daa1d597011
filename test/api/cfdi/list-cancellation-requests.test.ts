import { startApi } from '@timbre/testkit/client';
import { startProduction } from '../production';
import { issuesOf, refusalOf } from '../refused';
import { canceledByIssuer, cancellationRequestsOf, satTaxpayer, withCsd } from '../sat/taxpayer';
import { until } from '../until';

const path = '/v1/cfdi/cancellation-requests';

describe('200', () => {
  it('listCancellationRequests lists the cancellation requests that wait at the SAT for the answer of the receiver', async () => {
    const [issuer, receiver] = await Promise.all([satTaxpayer(), satTaxpayer()]);
    await Promise.all([withCsd(issuer), withCsd(receiver)]);
    const { uuid } = await canceledByIssuer(issuer, receiver);
    const list = () => cancellationRequestsOf(receiver, '?state=pending');
    const requests = await until(60_000, list, ({ length }) => length === 1);
    expect(requests).toEqual([
      {
        uuid: uuid.toLowerCase(),
        state: 'pending',
        receiverRfc: receiver.rfc,
        firstSeenAt: expect.any(String),
        answerBefore: expect.any(String),
        document: {
          documentRef: expect.stringMatching(/^cfdi:/),
          kind: 'income',
          status: 'valid',
          issuerRfc: issuer.rfc,
          issuerName: 'EMPRESA DE PRUEBA',
          series: 'A',
          folio: '1',
          total: { amount: 99_064.64, currency: 'MXN' },
          issuedLocalDateTime: expect.any(String),
        },
      },
    ]);
    expect(await cancellationRequestsOf(issuer)).toEqual([]);
  });
});

describe('a CFDI that the receiver has not stored', () => {
  it('a cancellation request for a CFDI that the receiver has not stored is listed after the receiver queries the SAT by UUID', async () => {
    const [issuer, receiver] = await Promise.all([satTaxpayer(), satTaxpayer()]);
    await withCsd(issuer);
    const { uuid } = await canceledByIssuer(issuer, receiver, { hasXml: false });
    const list = () => cancellationRequestsOf(receiver);
    const requests = await until(60_000, list, (found) =>
      Boolean((found as unknown as { document?: object }[])[0]?.document),
    );
    expect(requests).toMatchObject([
      {
        uuid: uuid.toLowerCase(),
        state: 'pending',
        document: {
          issuerRfc: issuer.rfc,
          issuerName: 'EMPRESA DE PRUEBA',
          series: 'A',
          folio: '1',
          total: { amount: 99_064.64, currency: 'MXN' },
        },
      },
    ]);
  });
});

describe('400', () => {
  it('listCancellationRequests reports a filter with an unknown state', async () => {
    const api = await startProduction();
    expect(issuesOf(await api.request('GET', `${path}?state=open&limit=0`))).toEqual([
      'limit: too_small',
      'state: invalid_value',
    ]);
  });
});

describe('403', () => {
  it('listCancellationRequests is refused in a sandbox', async () => {
    const answer = await (await startApi()).request('GET', path);
    expect(refusalOf(answer)).toBe('403 forbidden production_only');
  });
});

describe('409', () => {
  it('listCancellationRequests is refused for an organization without a fiscal profile', async () => {
    const answer = await (await startProduction()).request('GET', path);
    expect(refusalOf(answer)).toBe('409 conflict fiscal_profile_missing');
  });
});
