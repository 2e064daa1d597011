import { dataOf } from '@timbre/testkit/client';
import { satTaxpayer, synchronized, type SatTaxpayer } from './taxpayer';

let taxpayer: SatTaxpayer;
beforeAll(async () => {
  taxpayer = await satTaxpayer();
});

const october = { dateFrom: '2026-10-01', dateTo: '2026-10-31' };
const received = { sources: ['received_cfdi'], ...october };

interface Document {
  uuid: string;
  direction: string;
  total: object;
}

const documents = async (): Promise<Document[]> =>
  (await taxpayer.api.request('GET', '/v1/cfdi?direction=received&limit=50')).json
    .data as Document[];

const usesOf = async (): Promise<number[]> => {
  const path = `/__sim/mass-downloads?rfc=${taxpayer.rfc}`;
  const { data } = await taxpayer.sim<{ data: { uses: number }[] }>('GET', path);
  return data.map(({ uses }) => uses);
};

describe('200', () => {
  it('a SAT download counts each request once in getSatQuotas and stores the documents once, also after a second download', async () => {
    const { sim, rfc, api } = taxpayer;
    const { uuids } = await sim<{ uuids: string[] }>('POST', '/__sim/foreign-cfdi', {
      receiverRfc: rfc,
      count: 12,
      dateFrom: '2026-10-01',
      dateTo: '2026-10-31',
      seed: rfc,
    });
    const first = await synchronized(taxpayer, received, ({ state }) => state === 'completed');
    expect(first.sources).toMatchObject([{ found: 12, imported: 12, skipped: 0 }]);
    expect((await documents()).map(({ uuid }) => uuid).sort()).toEqual(uuids.toSorted());
    const again = await synchronized(taxpayer, received, ({ state }) => state === 'completed');
    expect(again.sources).toMatchObject([{ found: 12, imported: 0, updated: 0 }]);
    expect(await documents()).toHaveLength(12);
    expect(await usesOf()).toEqual([1, 1, 1]);
    const { items } = await dataOf(api.request('GET', '/v1/sat/quotas'));
    expect(items).toHaveLength(3);
    expect(items).toContainEqual({
      rfc,
      direction: 'received',
      requestType: 'metadata',
      live: false,
      dateFrom: '2026-10-01T00:00:00',
      dateTo: '2026-10-31T23:59:59',
      uses: 1,
      usesMax: 2,
      remaining: 1,
    });
  });
});
