import { dataOf, startApi, type Shown } from '@timbre/testkit/client';
import { startProduction } from '../production';
import { refusalOf } from '../refused';
import { filedDeclaration, satTaxpayer, synchronized } from './taxpayer';

const path = '/v1/declarations';

describe('200', () => {
  it('getDeclaration returns the taxes, the payment and both files', async () => {
    const taxpayer = await satTaxpayer();
    const { api, rfc } = taxpayer;
    await filedDeclaration(taxpayer);
    await synchronized(taxpayer, { sources: ['declarations'], fiscalYear: 2026 });
    const list = await dataOf(api.request('GET', `${path}?fiscalYear=2026`));
    const [{ documentRef }] = list as unknown as [{ documentRef: string }];
    expect(await dataOf(api.request('GET', `${path}/${documentRef}`))).toMatchObject({
      rfc,
      legalName: 'EMPRESA DE PRUEBA',
      source: 'portal',
      anomalies: [],
      concepts: [
        { taxClass: 'isr', charged: 17060, amountToPay: 17060 },
        { taxClass: 'iva', inFavor: 115864 },
        { taxClass: 'withholdings', charged: 12168 },
      ],
      payments: [{ amount: 29228, paidOn: '2026-02-17' }],
      files: ['acuse', 'payment_receipt'],
    } satisfies Shown);
    for (const format of ['pdf', 'payment']) {
      const file = `/v1/documents/${documentRef}/files/${format}?as=link`;
      const { url } = await dataOf(api.request('GET', file));
      const answer = await fetch(url as string);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect((await answer.text()).slice(0, 5)).toBe('%PDF-');
    }
  });
});

describe('404', () => {
  it('getDeclaration does not find an unknown declaration or another kind of document', async () => {
    const api = await startProduction();
    for (const reference of ['declaration:0190b5a2-0000-7000-8000-000000000000', 'cfdi:1', 'x']) {
      expect(refusalOf(await api.request('GET', `${path}/${reference}`))).toBe('404 not_found');
    }
  });
});

describe('403', () => {
  it('getDeclaration is refused in a sandbox', async () => {
    const answer = await (await startApi()).request('GET', `${path}/declaration:1`);
    expect(refusalOf(answer)).toBe('403 forbidden production_only');
  });
});
