import { randomUUID } from 'node:crypto';
import { created, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const get = (id: string) => api.request('GET', `/v1/locations/${id}`);

describe('200', () => {
  it('getLocation returns the location as it was created', async () => {
    const location = await created(api, '/v1/locations', { name: 'Centro', postalCode: '42501' });
    const { status, json } = await get(location.locationId as string);
    expect([status, json.data]).toEqual([200, location]);
  });
});

describe('404', () => {
  it.each([randomUUID(), 'x'])('getLocation answers 404 for %s', async (id) => {
    expect(refusalOf(await get(id))).toBe('404 not_found');
  });
});
