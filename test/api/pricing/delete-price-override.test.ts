import { created, dataOf, newCustomer, productInput } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';

it('deletePriceOverride answers 200 and deletes the override; a second call gets 404, and the list price applies', async () => {
  const api = await startDocumented();
  const { productId, price } = await created(api, '/v1/products', productInput);
  const customerId = await newCustomer(api);
  const body = { productId, customerId, price: 1 };
  const { overrideId } = await dataOf(api.request('PUT', '/v1/pricing/overrides', { body }));
  const remove = () => api.request('DELETE', `/v1/pricing/overrides/${overrideId}`);
  expect(await dataOf(remove())).toEqual({ overrideId, deleted: true });
  expect(refusalOf(await remove())).toBe('404 not_found');
  const query = `productId=${productId}&customerId=${customerId}`;
  const { json } = await api.request('GET', `/v1/pricing/resolve?${query}`);
  expect(json.data).toMatchObject({ unitPrice: price, rule: { kind: 'list' } });
});
