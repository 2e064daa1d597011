import { dataOf, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { booksOf, newCredit } from '../expenses/books';
import { refusalOf } from '../refused';
import { owedIn } from './books';

const path = '/v1/accounts/payables';
let api: Api;
let expense: Shown;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  expense = await newCredit(await booksOf(api));
  await owedIn(api, path);
});

it('getPayable answers 200 and has the balance owed to the supplier and the next payments due', async () => {
  const { supplierId, documentRef, total } = expense;
  expect(await dataOf(api.request('GET', `${path}/${supplierId}`))).toMatchObject({
    supplierId,
    balances: [{ total: total.amount }],
    nextDue: [{ documentRef, open: total.amount }],
  });
});

it('getPayable answers 404 for a supplier that does not exist', async () => {
  expect(refusalOf(await api.request('GET', `${path}/x`))).toBe('404 not_found');
});
