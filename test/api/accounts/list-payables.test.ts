import { type Api, type Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { booksOf, newCredit } from '../expenses/books';
import { owedIn } from './books';

let api: Api;
let expense: Shown;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  expense = await newCredit(await booksOf(api));
});

it('listPayables answers 200 and has a row for each supplier with a balance', async () => {
  const { supplierId, total } = expense;
  expect(await owedIn(api, '/v1/accounts/payables')).toMatchObject([
    { supplierId, supplierName: expect.any(String), total: total.amount, openDocuments: 1 },
  ]);
});
