import { created, dataOf, newCustomer, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { newReceipt, newTill, type Till } from '../sales-receipts/till';
import { until } from '../until';

let api: Api;
let till: Till;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  await created(api, '/v1/settings/series', { code: 'NC', kind: 'credit_note' });
  till = await newTill(api);
}, 240_000);

/** Creates an invoiced credit sale of 1,160 pesos for a new customer. */
async function invoicedOnCredit() {
  const customerId = await newCustomer(api, { creditEnabled: true });
  const receipt = await newReceipt(api, till, {
    saleType: 'credit',
    paymentForm: undefined,
    customerId,
  });
  const receiptRef = receipt['documentRef'] as string;
  const { documentRef } = await created(api, `/v1/sales-receipts/${receiptRef}/invoice`, {});
  await dataOf(api.request('POST', `/v1/cfdi/${documentRef}/stamp`));
  await until(
    60_000,
    () => dataOf(api.request('GET', `/v1/sales-receipts/${receiptRef}`)),
    ({ status }) => status === 'invoiced',
  );
  return { customerId, receiptRef };
}

const pay = (customerId: string) =>
  created(api, `/v1/accounts/receivables/${customerId}/payments`, {
    amount: 1160,
    formCode: '01',
    paidOn: '2026-01-20',
  });

/** Waits until the debt and the credit of the customer equal the given amounts. */
async function balanceBecomes(customerId: string, total: number, credit: number) {
  const balances = await until(
    60_000,
    async () => {
      const { balances: all } = await dataOf(
        api.request('GET', `/v1/accounts/receivables/${customerId}`),
      );
      return all as Shown[];
    },
    ([one]) => (one?.['total'] ?? 0) === total && (one?.['credit'] ?? 0) === credit,
  );
  const [one] = balances;
  expect([one?.['total'] ?? 0, one?.['credit'] ?? 0]).toEqual([total, credit]);
}

/**
 * Refunds the whole receipt in money, which is the default.
 * @returns a promise that resolves when the credit note is stamped
 */
async function refundAll(receiptRef: string) {
  const path = `/v1/sales-receipts/${receiptRef}/refunds`;
  const refund = await dataOf(api.request('POST', path, { body: { stamp: true } }));
  expect(refund).toMatchObject({ method: 'cash_back', total: { amount: 1160 } });
  await until(
    60_000,
    async () => (await api.request('GET', path)).json.data[0] as Shown,
    ({ creditNoteStatus }) => creditNoteStatus === 'stamped',
  );
}

describe('a refund in money of an invoiced sale on credit', () => {
  it('a refund in money of an invoiced credit sale that was paid leaves no credit', async () => {
    const { customerId, receiptRef } = await invoicedOnCredit();
    await balanceBecomes(customerId, 1160, 0);
    await pay(customerId);
    await balanceBecomes(customerId, 0, 0);
    await refundAll(receiptRef);
    const { entries } = await refundOf(customerId);
    expect(entries).toContainEqual({ account: 'collected', credit: 1160 });
    await balanceBecomes(customerId, 0, 0);
  });

  it('a refund in money of an invoiced credit sale that was not paid returns no money, and a later payment becomes credit', async () => {
    const { customerId, receiptRef } = await invoicedOnCredit();
    await balanceBecomes(customerId, 1160, 0);
    await refundAll(receiptRef);
    await balanceBecomes(customerId, 0, 0);
    await pay(customerId);
    await balanceBecomes(customerId, 0, 1160);
  });
});

/** Returns the transaction of the refund. */
const refundOf = (customerId: string): Promise<Shown> =>
  until(
    60_000,
    async () => {
      const path = `/v1/accounts/transactions?contactId=${customerId}&kind=refund`;
      return ((await api.request('GET', path)).json.data as Shown[])[0] ?? {};
    },
    ({ entries }) => entries !== undefined,
  );
