import { created, dataOf } from '@timbre/testkit/client';
import { refusalOf } from '../refused';
import { satTaxpayer } from './taxpayer';

const body = { sources: ['received_cfdi'], dateFrom: '2026-10-01', dateTo: '2026-10-31' };

describe('200', () => {
  it('ends what runs, once; the next one can start', async () => {
    const { api, sim } = await satTaxpayer();
    await sim('PATCH', '/__sim/mass-download', { processSeconds: 5 });
    const { syncId } = await created(api, '/v1/sat/syncs', body);
    const running = await api.request('POST', '/v1/sat/syncs', { body });
    expect(refusalOf(running)).toBe('409 conflict sync_running');
    const path = `/v1/sat/syncs/${syncId as string}/cancel`;
    expect(await dataOf(api.request('POST', path))).toMatchObject({
      state: 'canceled',
      sources: [{ state: 'canceled' }],
    });
    expect(refusalOf(await api.request('POST', path))).toBe('409 conflict sync_over');
    await sim('PATCH', '/__sim/mass-download', { processSeconds: 0 });
    await created(api, '/v1/sat/syncs', body);
  }, 120_000);
});
