import { newStamped, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { issuesOf } from '../refused';
import { deferred, owedIn } from './books';

let api: Api;
let invoice: Shown;
let path: string;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  invoice = await newStamped(api, deferred);
  path = `/v1/accounts/receivables/${invoice.customerId}/invoices`;
  await owedIn(api, path);
});

it('listReceivableInvoices answers 200 and has the balance of each document of the customer', async () => {
  const total = invoice.total.amount as number;
  const { json } = await api.request('GET', `${path}?status=open`);
  expect(json.data).toMatchObject([
    {
      documentRef: invoice.documentRef,
      category: 'cfdi',
      total,
      overdueAmount: 0,
      remainingBalance: total,
      effectiveRemainingBalance: total,
    },
  ]);
  expect((await api.request('GET', `${path}?status=settled`)).json.data).toEqual([]);
});

it('listReceivableInvoices answers 400 for a status that does not exist', async () => {
  expect(issuesOf(await api.request('GET', `${path}?status=x`))).toEqual(['status: invalid_value']);
});
