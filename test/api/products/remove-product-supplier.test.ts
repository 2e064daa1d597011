import { dataOf } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { newShop, newSupplier } from './shop';

it('removeProductSupplier answers 200 and removes the supplier from the product; a second call gets 404', async () => {
  const api = await startDocumented();
  const contactId = await newSupplier(api);
  const path = `/v1/products/${(await newShop(api)).productId}/suppliers/${contactId}`;
  await dataOf(api.request('PUT', path, { body: {} }));
  expect(await dataOf(api.request('DELETE', path))).toEqual({ contactId, deleted: true });
  expect(refusalOf(await api.request('DELETE', path))).toBe('404 not_found');
  expect((await api.request('GET', `/v1/contacts/${contactId}`)).status).toBe(200);
});
