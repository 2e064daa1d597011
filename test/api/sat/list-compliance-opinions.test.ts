import { dataOf, startApi } from '@timbre/testkit/client';
import { refusalOf } from '../refused';
import { satTaxpayer, synchronized } from './taxpayer';

const path = '/v1/compliance-opinions';

describe('200', () => {
  it('listComplianceOpinions lists the opinion that a synchronization reads once a day', async () => {
    const taxpayer = await satTaxpayer();
    const { api, rfc } = taxpayer;
    for (const imported of [1, 0]) {
      const sync = await synchronized(taxpayer, { sources: ['compliance_opinion'] });
      expect(sync).toMatchObject({ state: 'completed', sources: [{ found: 1, imported }] });
    }
    expect(await dataOf(api.request('GET', path))).toMatchObject([
      {
        category: 'tax_compliance_opinion',
        rfc,
        result: 'positive',
        omissions: [],
        source: 'portal',
        folio: expect.stringMatching(/^\d{2}NE\d{7}$/),
      },
    ]);
  });
});

describe('403', () => {
  it('listComplianceOpinions is refused in a sandbox', async () => {
    const answer = await (await startApi()).request('GET', path);
    expect(refusalOf(answer)).toBe('403 forbidden production_only');
  });
});
