import { randomUUID } from 'node:crypto';
import { created, dataOf, productInput, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
let defaultId: string;
beforeAll(async () => {
  api = await startDocumented();
  defaultId = await newLocation();
});

const newLocation = async () => {
  const body = { name: 'Sucursal', postalCode: '42501' };
  return (await created(api, '/v1/locations', body)).locationId as string;
};
const archive = (id: string) => api.request('POST', `/v1/locations/${id}/archive`);

describe('200', () => {
  it('archiveLocation deactivates the location, and is idempotent', async () => {
    const id = await newLocation();
    const first = await dataOf(archive(id));
    expect(first).toMatchObject({ locationId: id, active: false });
    expect(await dataOf(archive(id))).toEqual(first);
  });
});

describe('404', () => {
  it('archiveLocation refuses an unknown location', async () => {
    expect(refusalOf(await archive(randomUUID()))).toBe('404 not_found');
  });
});

describe('409 conflict', () => {
  it('archiveLocation refuses the default location', async () => {
    expect(refusalOf(await archive(defaultId))).toBe('409 conflict location_is_default');
  });

  it('archiveLocation refuses a location that has stock', async () => {
    const locationId = await newLocation();
    const { productId } = await created(api, '/v1/products', productInput);
    const path = `/v1/products/${productId}/inventory-movements`;
    const adjust = (quantity: number) =>
      created(api, path, { locationId, quantity, reason: 'Conteo' });
    await adjust(-2);
    expect(refusalOf(await archive(locationId))).toBe('409 conflict has_stock');
    await adjust(2);
    expect(await dataOf(archive(locationId))).toMatchObject({ active: false });
  });
});
