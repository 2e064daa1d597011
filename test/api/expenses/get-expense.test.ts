import { dataOf } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';
import { booksOf, newCredit, receivedCfdi, startReceiver, type Books } from './books';

let books: Books;
beforeAll(async () => {
  books = await booksOf(await startReceiver());
});

const get = (documentRef: string, query = '') =>
  books.api.request('GET', `/v1/expenses/${documentRef}${query}`);

describe('200', () => {
  it('getExpense returns the expense as it was recorded', async () => {
    const expense = await newCredit(books);
    expect(await dataOf(get(expense.documentRef))).toEqual(expense);
  });

  it('getExpense suggests the CFDI that the supplier issued', async () => {
    const { documentRef, uuid, total } = await receivedCfdi(
      await startDocumentedIssuer(),
      books.api,
    );
    const expense = await newCredit(books, { total, businessDate: undefined });
    const { suggestedCfdi } = await dataOf(get(expense.documentRef, '?suggestCfdi=true'));
    expect(suggestedCfdi).toEqual([
      expect.objectContaining({ documentRef, uuid, total, counterpartyRfc: 'EKU9003173C9' }),
    ]);
  });
});

it('getExpense answers 404 for an unknown or malformed reference', async () => {
  for (const documentRef of ['expense:x', 'cfdi:x', 'x']) {
    expect(refusalOf(await get(documentRef))).toBe('404 not_found');
  }
});
