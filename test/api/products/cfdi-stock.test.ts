import {
  created,
  dataOf,
  incomeInput,
  newCustomer,
  productInput,
  type Api,
  type Shown,
} from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { until } from '../until';

let api: Api;
beforeAll(async () => void (api = await startDocumentedIssuer()), 240_000);

it('the stamp of a CFDI removes its goods from the stock, and the cancellation of the CFDI returns the goods to the stock', async () => {
  const place = { name: 'Centro', postalCode: '42501' };
  const { locationId } = await created(api, '/v1/locations', place);
  const { productId } = await created(api, '/v1/products', productInput);
  const path = `/v1/products/${productId}`;
  const bought = { locationId, quantity: 2, reason: 'Compra' };
  await created(api, `${path}/inventory-movements`, bought);
  const stockIs = (stock: number) =>
    until(
      60_000,
      () => dataOf(api.request('GET', path)),
      (product) => product['stock'] === stock,
    );
  const item = { kind: 'product', productId, quantity: 1.5, unitPrice: 1160 };
  const draft = await created(
    api,
    '/v1/cfdi',
    incomeInput(await newCustomer(api), { locationId, items: [item, item] }),
  );
  expect(draft['inventoryImpact']).toEqual({ status: 'pending', locationId });
  const document = `/v1/cfdi/${draft['documentRef']}`;
  await dataOf(api.request('POST', `${document}/stamp`));
  expect(await stockIs(-1)).toMatchObject({ stock: -1 });
  const impact = (status: string): Promise<Shown> =>
    until(
      60_000,
      () => dataOf(api.request('GET', document)),
      ({ inventoryImpact }) => inventoryImpact.status === status,
    );
  const appliedAt = expect.any(String);
  expect((await impact('deducted'))['inventoryImpact']).toEqual({
    status: 'deducted',
    locationId,
    appliedAt,
  });
  await dataOf(api.request('POST', `${document}/cancel`, { body: { motive: '02' } }));
  await dataOf(api.request('POST', `${document}/synchronize`));
  expect(await stockIs(2)).toMatchObject({ stock: 2 });
  expect((await impact('reversed'))['inventoryImpact']).toEqual({
    status: 'reversed',
    locationId,
    appliedAt,
    reversedAt: expect.any(String),
  });
  const { json } = await api.request('GET', `${path}/inventory-movements`);
  expect(json.data.map(({ kind }: Shown) => kind)).toEqual([
    'cfdi_reverse',
    'cfdi_deduct',
    'adjustment',
  ]);
});
