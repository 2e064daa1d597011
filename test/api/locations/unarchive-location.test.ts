import { randomUUID } from 'node:crypto';
import { created, dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const newLocation = () => created(api, '/v1/locations', { name: 'Sucursal', postalCode: '42501' });
const move = (id: unknown, to: 'archive' | 'unarchive') =>
  api.request('POST', `/v1/locations/${String(id)}/${to}`);

describe('200', () => {
  it('unarchiveLocation reactivates an archived location, and is idempotent', async () => {
    await newLocation();
    const second = await newLocation();
    await dataOf(move(second.locationId, 'archive'));
    const back = await dataOf(move(second.locationId, 'unarchive'));
    expect(back).toEqual({ ...second, updatedAt: expect.any(String) });
    expect(await dataOf(move(second.locationId, 'unarchive'))).toEqual(back);
  });
});

describe('404', () => {
  it('unarchiveLocation refuses an unknown location', async () => {
    expect(refusalOf(await move(randomUUID(), 'unarchive'))).toBe('404 not_found');
  });
});
