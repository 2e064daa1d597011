import { dataOf, newStamped, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';
import { deferred, owedIn } from './books';

const path = '/v1/accounts/receivables';
let api: Api;
let invoice: Shown;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  invoice = await newStamped(api, deferred);
  await owedIn(api, path);
});

it('getReceivable answers 200 and has the balance owed by the customer and the next payments due', async () => {
  const total = invoice.total.amount as number;
  const shown = await dataOf(api.request('GET', `${path}/${invoice.customerId}`));
  expect(shown).toMatchObject({
    balances: [{ currency: 'MXN', total }],
    nextDue: [{ documentRef: invoice.documentRef, open: total }],
  });
});

it('getReceivable answers 404 for a customer that does not exist', async () => {
  expect(refusalOf(await api.request('GET', `${path}/x`))).toBe('404 not_found');
});
