import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { newReceipt, newTill } from './till';

let api: Api;
beforeAll(async () => void (api = await startDocumented()));

it('getSalesReceipt answers 200 and returns the receipt', async () => {
  const receipt = await newReceipt(api, await newTill(api));
  const path = `/v1/sales-receipts/${receipt.documentRef as string}`;
  expect(await dataOf(api.request('GET', path))).toEqual(receipt);
});

it.each(['sales_receipt:x', 'cfdi:01890000-0000-7000-8000-000000000000', 'x'])(
  'getSalesReceipt answers 404 for the reference %s',
  async (documentRef) => {
    const answer = await api.request('GET', `/v1/sales-receipts/${documentRef}`);
    expect(refusalOf(answer)).toBe('404 not_found');
  },
);
