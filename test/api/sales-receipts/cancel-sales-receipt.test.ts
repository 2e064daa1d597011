import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { newReceipt, newTill, type Till } from './till';

let api: Api;
let till: Till;
beforeAll(async () => {
  api = await startDocumented();
  till = await newTill(api);
});

const cancel = (documentRef: unknown, body: object = { reason: 'Error de captura' }) =>
  api.request('POST', `/v1/sales-receipts/${String(documentRef)}/cancel`, { body });

it('cancelSalesReceipt answers 200 and cancels the receipt', async () => {
  const { documentRef } = await newReceipt(api, till);
  expect(await dataOf(cancel(documentRef))).toMatchObject({
    documentRef,
    status: 'canceled',
    cancelReason: 'Error de captura',
    canceledAt: expect.any(String),
  });
  expect(refusalOf(await cancel(documentRef))).toBe('409 conflict receipt_canceled');
});

it('cancelSalesReceipt answers 400 for a cancellation without a reason', async () => {
  const { documentRef } = await newReceipt(api, till);
  expect(issuesOf(await cancel(documentRef, {}))).toEqual(['reason: required']);
});

it('cancelSalesReceipt answers 404 for an unknown receipt', async () => {
  expect(refusalOf(await cancel('sales_receipt:x'))).toBe('404 not_found');
});

it('cancelSalesReceipt answers 409 for a receipt with a refund', async () => {
  const { documentRef, items } = await newReceipt(api, till);
  const lines = [{ lineRef: (items as { lineRef: string }[])[0]!.lineRef, amount: 1 }];
  const path = `/v1/sales-receipts/${documentRef as string}/refunds`;
  await dataOf(api.request('POST', path, { body: { lines } }));
  expect(refusalOf(await cancel(documentRef))).toBe('409 conflict has_refunds');
});
