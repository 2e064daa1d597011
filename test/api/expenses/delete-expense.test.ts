import { dataOf } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { bodies } from '../request-examples';
import { booksOf, newCredit, newExpense, type Books } from './books';

let books: Books;
beforeAll(async () => {
  books = await booksOf(await startDocumented());
});

const remove = (documentRef: string) => books.api.request('DELETE', `/v1/expenses/${documentRef}`);

it('deleteExpense answers 200 and deletes the expense; later requests get 404', async () => {
  const { documentRef } = await newExpense(books);
  expect(await dataOf(remove(documentRef))).toEqual({ documentRef, deleted: true });
  expect(refusalOf(await remove(documentRef))).toBe('404 not_found');
  expect((await books.api.request('GET', `/v1/expenses/${documentRef}`)).status).toBe(404);
});

it('deleteExpense answers 409 while a settlement exists', async () => {
  const { documentRef } = await newCredit(books);
  const body = bodies['settleExpense'];
  await dataOf(books.api.request('POST', `/v1/expenses/${documentRef}/settlements`, { body }));
  expect(refusalOf(await remove(documentRef))).toBe('409 conflict has_settlements');
});
