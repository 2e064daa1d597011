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

async function sold(quantity = 3) {
  const items = [{ kind: 'product', productId: till.productId, quantity, discount: 3380 }];
  const receipt = await newReceipt(api, till, { items });
  const [line] = receipt.items as { lineRef: string }[];
  return { documentRef: receipt.documentRef as string, lineRef: line!.lineRef };
}

const refund = (documentRef: string, body: object) =>
  api.request('POST', `/v1/sales-receipts/${documentRef}/refunds`, { body });

describe('201', () => {
  it('refundSalesReceipt refunds three pieces of 100.00 one by one with exact amounts', async () => {
    const { documentRef, lineRef } = await sold();
    const amounts = [];
    for (let piece = 0; piece < 3; piece += 1) {
      const body = { lines: [{ lineRef, quantity: 1 }] };
      const { total } = await dataOf(refund(documentRef, body));
      amounts.push((total as { amount: number }).amount);
    }
    expect(amounts).toEqual([33.33, 33.34, 33.33]);
    expect(refusalOf(await refund(documentRef, {}))).toBe('409 conflict nothing_to_refund');
  });

  it('refundSalesReceipt refunds all remaining lines if the request has no lines', async () => {
    const { documentRef, lineRef } = await sold();
    await dataOf(refund(documentRef, { lines: [{ lineRef, amount: 0.01 }] }));
    const data = await dataOf(refund(documentRef, { restock: false, reason: 'Cerramos' }));
    expect(data).toMatchObject({
      receiptDocumentRef: documentRef,
      total: { amount: 99.99, currency: 'MXN' },
      method: 'cash_back',
      restocked: false,
      reason: 'Cerramos',
    });
  });
});

describe('400', () => {
  it.each([
    [{ lines: [] }, ['lines: too_small']],
    [{ lines: [{ quantity: 1 }] }, ['lines.0.lineRef: required']],
    [{ method: 'voucher' }, ['method: invalid_value']],
    [{ method: 'credit' }, ['method: customer_missing']],
  ])('refundSalesReceipt refuses the input %j', async (body, issues) => {
    const { documentRef } = await sold();
    const answer = await refund(documentRef, body);
    expect([refusalOf(answer), issuesOf(answer)]).toEqual(['400 validation_error', issues]);
  });
});

describe('404', () => {
  it('refundSalesReceipt reports lines that the receipt does not have', async () => {
    const [{ documentRef }, { lineRef }] = [await sold(), await sold()];
    const answer = await refund(documentRef, { lines: [{ lineRef, quantity: 1 }] });
    expect(refusalOf(answer)).toBe('404 not_found');
    expect(issuesOf(answer)).toEqual(['lines.0.lineRef: line_not_found']);
  });
});

describe('409', () => {
  it('refundSalesReceipt reports lines whose remaining quantity is too low', async () => {
    const { documentRef, lineRef } = await sold();
    const answer = await refund(documentRef, { lines: [{ lineRef, quantity: 3.1 }] });
    expect(refusalOf(answer)).toBe('409 conflict exceeds_refundable');
    expect(issuesOf(answer)).toEqual(['lines.0.quantity: exceeds_refundable']);
  });
});
