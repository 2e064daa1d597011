import { created, dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
  const ids = [];
  for (const [name, code] of [['Centro', 'CEN'], ['Cancún', 'CUN'], ['Bodega', 'BOD']]) {
    const body = { name, code, postalCode: code === 'CUN' ? '77500' : '42501' };
    ids.push((await created(api, '/v1/locations', body)).locationId as string);
  } // prettier-ignore
  await dataOf(api.request('POST', `/v1/locations/${ids[2]}/archive`));
});

const names = async (query = '') => {
  const { json } = await api.request('GET', `/v1/locations${query}`);
  return json.data.map(({ name }: { name: string }) => name) as string[];
};

describe('200', () => {
  it('listLocations lists active and archived locations, the newest first', async () => {
    expect(await names()).toEqual(['Bodega', 'Cancún', 'Centro']);
    expect(await names('?active=false')).toEqual(['Bodega']);
    expect(await names('?active=true')).toEqual(['Cancún', 'Centro']);
  });

  it.each(['cancun', 'cun', '77500'])(
    'listLocations finds locations by the query "%s"',
    async (query) => {
      expect(await names(`?query=${query}`)).toEqual(['Cancún']);
    },
  );

  it('listLocations returns the locations page by page', async () => {
    const { json } = await api.request('GET', '/v1/locations?limit=2');
    expect(await names(`?limit=2&cursor=${json.pagination.nextCursor}`)).toEqual(['Centro']);
  });
});

describe('400', () => {
  it('listLocations refuses an invalid value of the filter active', async () => {
    expect((await api.request('GET', '/v1/locations?active=1')).status).toBe(400);
  });
});
