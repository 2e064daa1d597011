import { created, dataOf } from '@timbre/testkit/client';
import { startProduction } from '../production';
import { refusalOf } from '../refused';
import { satTaxpayer } from './taxpayer';

const path = '/v1/sat/tax-profiles';

describe('200', () => {
  it('getTaxProfile returns the latest profile of the RFC that the organization has stored', async () => {
    const { api, rfc, sim } = await satTaxpayer();
    await created(api, `${path}/extract`, { own: true });
    await sim('PUT', '/__sim/taxpayers', { rfc, status: 'SUSPENDIDO' });
    await created(api, `${path}/extract`, { own: true });
    expect(await dataOf(api.request('GET', `${path}/${rfc}`))).toMatchObject({
      rfc,
      registryStatus: 'SUSPENDIDO',
      source: 'fiel',
    });
    const other = await startProduction();
    expect(refusalOf(await other.request('GET', `${path}/${rfc}`))).toBe('404 not_found');
  });
});
