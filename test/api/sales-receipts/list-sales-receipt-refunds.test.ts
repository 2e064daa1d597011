import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { newReceipt, newTill } from './till';

let api: Api;
beforeAll(async () => void (api = await startDocumented()));

it('listSalesReceiptRefunds answers 200 and lists the refunds', async () => {
  const till = await newTill(api);
  const [receipt, other] = [await newReceipt(api, till), await newReceipt(api, till)];
  const pathOf = ({ documentRef }: Record<string, unknown>) =>
    `/v1/sales-receipts/${String(documentRef)}/refunds`;
  const [{ lineRef }] = receipt.items as [{ lineRef: string }];
  const refunds = [];
  for (const amount of [1, 2, 3]) {
    const body = { lines: [{ lineRef, amount }] };
    refunds.push(await dataOf(api.request('POST', pathOf(receipt), { body })));
  }
  const first = await api.request('GET', `${pathOf(receipt)}?limit=2`);
  expect(first.json.data).toEqual([refunds[2], refunds[1]]);
  const cursor = first.json.pagination.nextCursor as string;
  const second = await api.request('GET', `${pathOf(receipt)}?limit=2&cursor=${cursor}`);
  expect(second.json.data).toEqual([refunds[0]]);
  expect((await api.request('GET', pathOf(other))).json.data).toEqual([]);
});

it('listSalesReceiptRefunds answers 404 for an unknown receipt', async () => {
  const answer = await api.request('GET', '/v1/sales-receipts/sales_receipt:x/refunds');
  expect(refusalOf(answer)).toBe('404 not_found');
});
