import { dataOf } from '@timbre/testkit/client';
import { startDocumented } from '../documented';

it('getSalesReceiptFields answers 200 with the defaults until settings are stored', async () => {
  const api = await startDocumented();
  const path = '/v1/settings/sales-receipt-fields';
  const get = () => dataOf(api.request('GET', path));
  expect(await get()).toEqual({ fields: [], allowNegativeStock: true, selfInvoicingLinks: true });
  const set = await dataOf(api.request('PUT', path, { body: { fields: [], footer: 'Gracias' } }));
  expect(await get()).toEqual(set);
});
