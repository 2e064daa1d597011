import { dataOf, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';
import { list, narrowed, postedBooks } from './books';

let api: Api;
let owed: Shown;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  await postedBooks(api);
  owed = (await list(api, '?side=payable')).json.data[0] as Shown;
});

const get = (transactionId: string, by = api) =>
  by.request('GET', `/v1/accounts/transactions/${transactionId}`);

it('getAccountTransaction answers 200 with the transaction in the same form as the list', async () => {
  expect(await dataOf(get(owed.transactionId))).toEqual(owed);
  const payables = await narrowed(api, ['payables:read']);
  expect(await dataOf(get(owed.transactionId, payables))).toEqual(owed);
});

it('getAccountTransaction answers 404 for an unknown transaction, and for a transaction that the API key may not read', async () => {
  expect(refusalOf(await get('x'))).toBe('404 not_found');
  const receivables = await narrowed(api, ['receivables:read']);
  expect(refusalOf(await get(owed.transactionId, receivables))).toBe('404 not_found');
});
