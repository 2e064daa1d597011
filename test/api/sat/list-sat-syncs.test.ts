import { created, type Shown } from '@timbre/testkit/client';
import { satTaxpayer } from './taxpayer';

const path = '/v1/sat/syncs';

describe('200', () => {
  it('listSatSyncs lists synchronizations, newest first, page by page', async () => {
    const { api } = await satTaxpayer();
    const october = { dateFrom: '2026-10-01', dateTo: '2026-10-02' };
    const [one, two] = [
      await created(api, path, { sources: ['issued_cfdi'], ...october }),
      await created(api, path, { sources: ['received_cfdi'], ...october }),
    ];
    const { json } = await api.request('GET', `${path}?limit=1`);
    expect((json.data as Shown[]).map(({ syncId }) => syncId as string)).toEqual([two.syncId]);
    const cursor = encodeURIComponent(json.pagination.nextCursor as string);
    const next = await api.request('GET', `${path}?limit=1&cursor=${cursor}`);
    expect((next.json.data as Shown[]).map(({ syncId }) => syncId as string)).toEqual([one.syncId]);
  });
});
