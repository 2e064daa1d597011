import { dataOf } from '@timbre/testkit/client';
import { startProduction } from '../production';
import { refusalOf } from '../refused';
import { satTaxpayer, simulatedPdf, synchronized, uploadedPdf } from './taxpayer';

const path = '/v1/compliance-opinions';

describe('200', () => {
  it('getComplianceOpinion returns the omitted obligations of an imported negative opinion', async () => {
    const taxpayer = await satTaxpayer({ hasFiel: false });
    const { api, rfc, sim } = taxpayer;
    const omissions = ['Declaración de IVA mensual periodo Marzo 2026'];
    await sim('PUT', '/__sim/taxpayers', { rfc, opinion: 'NEGATIVO', omissions });
    const fileId = await uploadedPdf(
      api,
      await simulatedPdf(taxpayer, `taxpayers/${rfc}/opinion.pdf`),
    );
    await synchronized(taxpayer, { sources: ['compliance_opinion'], fileIds: [fileId] });
    const list = await dataOf(api.request('GET', path));
    const [{ documentRef }] = list as unknown as [{ documentRef: string }];
    expect(await dataOf(api.request('GET', `${path}/${documentRef}`))).toMatchObject({
      rfc,
      result: 'negative',
      source: 'file',
      omissions: [{ description: 'Declaración de IVA mensual', period: 'Marzo 2026' }],
    });
  });
});

describe('404', () => {
  it('getComplianceOpinion does not find an unknown opinion', async () => {
    const api = await startProduction();
    const answer = await api.request('GET', `${path}/tax_compliance_opinion:1`);
    expect(refusalOf(answer)).toBe('404 not_found');
  });
});
