import {
  created,
  customItem,
  dataOf,
  newStamped,
  type Api,
  type Shown,
} from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { until } from '../until';
import { calendarOf, deferred, list, monthly, planned } from './books';

let api: Api;
let invoice: Shown;
let customerId: string;

beforeAll(async () => {
  api = await startDocumentedIssuer();
  await created(api, '/v1/settings/series', { code: 'PC', kind: 'payment_complement' });
  await created(api, '/v1/settings/series', { code: 'NC', kind: 'credit_note' });
  const items = [{ ...customItem, quantity: 1, unitPrice: 1000 }];
  invoice = await newStamped(api, { ...deferred, items });
  customerId = invoice.customerId as string;
});

const stamped = async (body: object) => {
  const { documentRef } = await created(api, '/v1/cfdi', { customerId, ...body });
  return dataOf(api.request('POST', `/v1/cfdi/${documentRef}/stamp`));
};
/** Cancels a document and queries the SAT for the outcome. */
const cancel = async ({ documentRef }: Shown) => {
  await dataOf(api.request('POST', `/v1/cfdi/${documentRef}/cancel`, { body: { motive: '02' } }));
  const synchronized = await until(
    60_000,
    () => dataOf(api.request('POST', `/v1/cfdi/${documentRef}/synchronize`)),
    ({ status }) => status === 'canceled',
  );
  expect(synchronized).toMatchObject({ status: 'canceled' });
};

/** Waits until the installments are as expected: the status, covered amount and open amount of each. */
const installments = (wanted: [string, number, number][]) =>
  until(
    60_000,
    async () => (await calendarOf(api)).map(({ status, covered, open }) => [status, covered, open]),
    (shown) => JSON.stringify(shown) === JSON.stringify(wanted),
  );

/** Returns the entries of the newest transaction of a kind, keyed by the first word of the account name. */
const entriesOf = async (kind: string): Promise<Record<string, number>> => {
  const [newest] = (await list(api, `?kind=${kind}`)).json.data as Shown[];
  const entries = newest!.entries as { account: string; debit?: number; credit?: number }[];
  return Object.fromEntries(
    entries.map(({ account, debit = 0, credit = 0 }) => [account.split(':')[0], debit - credit]),
  );
};

it('an invoice with three installments is paid, certified by a complement, credited, reversed and canceled', async () => {
  const expectInstallments = async (...wanted: [string, number, number][]) =>
    expect(await installments(wanted)).toEqual(wanted);
  const terms = { ...monthly(3), recurrence: { kind: 'last_day' } };
  await planned(api, invoice, terms);
  await expectInstallments(['pending', 0, 386.67], ['pending', 0, 386.67], ['pending', 0, 386.66]);
  expect(await entriesOf('invoice')).toEqual({ receivable: 1160, sales: -1160 });

  const paidOn = invoice.issuedLocalDateTime.slice(0, 10) as string;
  const payments = `/v1/accounts/receivables/${customerId}/payments`;
  const payment = await created(api, payments, { amount: 580, formCode: '03', paidOn });
  const half: [string, number, number][] = [
    ['paid', 386.67, 0],
    ['partially_paid', 193.33, 193.34],
    ['pending', 0, 386.66],
  ];
  await expectInstallments(...half);
  expect(await entriesOf('payment')).toEqual({ collected: 580, uncertified: -580 });

  const { uuid } = invoice;
  const document = { uuid, taxes: 'auto', amount: 580, installment: 1, previousBalance: 1160 };
  const complement = await stamped({
    kind: 'payment_complement',
    payment: { formCode: '03', documents: [document] },
  });
  await until(
    60_000,
    () => list(api, '?kind=complement'),
    ({ json }) => json.data.length > 0,
  );
  expect(await entriesOf('complement')).toEqual({ uncertified: 580, receivable: -580 });
  await expectInstallments(...half);

  const note = await stamped({
    kind: 'credit_note',
    formCode: '03',
    items: [{ ...customItem, quantity: 1, unitPrice: 100 }],
    relatedDocuments: [{ relationship: '01', documents: [uuid] }],
  });
  const credited: [string, number, number][] = [
    ['paid', 386.67, 0],
    ['partially_paid', 309.33, 77.34],
    ['pending', 0, 386.66],
  ];
  await expectInstallments(...credited);
  expect(await entriesOf('credit_note')).toEqual({ returns: 116, receivable: -116 });

  // The complement certifies the payment, so the reversal has no effect until the complement is canceled.
  const reversal = `/v1/accounts/transactions/${payment.transactionId}/reverse`;
  await created(api, reversal, { reason: 'Cheque devuelto' });
  await expectInstallments(...credited);
  await cancel(complement);
  await expectInstallments(
    ['partially_paid', 116, 270.67],
    ['pending', 0, 386.67],
    ['pending', 0, 386.66],
  );

  await cancel(note);
  await expectInstallments(['pending', 0, 386.67], ['pending', 0, 386.67], ['pending', 0, 386.66]);
  await cancel(invoice);
  await expectInstallments(['canceled', 0, 0], ['canceled', 0, 0], ['canceled', 0, 0]);
  const statement = await dataOf(api.request('GET', `/v1/accounts/statements/${customerId}`));
  expect(statement).toMatchObject({ openingBalance: 0, closingBalance: 0 });
  expect(statement.charges).toBe(statement.credits);
});
