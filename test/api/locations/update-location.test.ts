import { randomUUID } from 'node:crypto';
import { created, dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
let defaultId: string;
beforeAll(async () => {
  api = await startDocumented();
  defaultId = await newLocation();
});

const newLocation = async (more: object = {}) => {
  const body = { name: 'Sucursal', postalCode: '42501', ...more };
  return (await created(api, '/v1/locations', body)).locationId as string;
};
const update = (id: string, body: object) => api.request('PATCH', `/v1/locations/${id}`, { body });

describe('200', () => {
  it('updateLocation replaces given fields, clears null fields and does not change other fields', async () => {
    const id = await newLocation({ code: 'A', phone: '7711234567' });
    const changed = await dataOf(update(id, { postalCode: '77500', phone: null }));
    expect(changed).toMatchObject({ name: 'Sucursal', code: 'A', postalCode: '77500' });
    expect(changed).not.toHaveProperty('phone');
  });

  it('updateLocation makes another location the default', async () => {
    const other = await startDocumented();
    const body = { name: 'Sucursal', postalCode: '42501' };
    const first = await created(other, '/v1/locations', body);
    const second = await created(other, '/v1/locations', body);
    const path = `/v1/locations/${second.locationId}`;
    await dataOf(other.request('PATCH', path, { body: { isDefault: true } }));
    const { json } = await other.request('GET', `/v1/locations/${first.locationId}`);
    expect(json.data.isDefault).toBe(false);
  });
});

describe('400', () => {
  it('updateLocation refuses to clear required fields', async () => {
    const answer = await update(defaultId, { name: null, postalCode: null, isDefault: null });
    expect(issuesOf(answer)).toEqual([
      'isDefault: invalid_type',
      'name: invalid_type',
      'postalCode: invalid_type',
    ]);
  });
});

describe('404', () => {
  it('updateLocation refuses an unknown location', async () => {
    expect(refusalOf(await update(randomUUID(), { name: 'X' }))).toBe('404 not_found');
    expect(refusalOf(await update(randomUUID(), { isDefault: true }))).toBe('404 not_found');
  });
});

describe('409 conflict', () => {
  it('updateLocation refuses to set isDefault of the default location to false', async () => {
    const answer = await update(defaultId, { isDefault: false });
    expect(refusalOf(answer)).toBe('409 conflict location_is_default');
  });

  it('updateLocation refuses to make an archived location the default', async () => {
    const id = await newLocation();
    await dataOf(api.request('POST', `/v1/locations/${id}/archive`));
    const answer = await update(id, { isDefault: true });
    expect(refusalOf(answer)).toBe('409 conflict location_archived');
  });
});
