import { type Shown } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf } from '../refused';
import { booksOf, newCredit, newExpense, type Books } from './books';

let books: Books;
let paid: Shown;
let owed: Shown;
beforeAll(async () => {
  books = await booksOf(await startDocumented());
  paid = await newExpense(books, { description: 'Café' });
  owed = await newCredit(books, { businessDate: '2026-03-01' });
});

const list = (query: string) => books.api.request('GET', `/v1/expenses?${query}`);
const found = async (query: string) =>
  ((await list(query)).json.data as Shown[]).map(({ documentRef }) => documentRef);

describe('200', () => {
  it('listExpenses returns the newest expenses first, without their settlements, page by page', async () => {
    const { json } = await list('limit=1');
    const { settlements: _, ...row } = owed;
    expect(json.data).toEqual([row]);
    expect(await found(`limit=1&cursor=${json.pagination.nextCursor}`)).toEqual([paid.documentRef]);
  });

  it('listExpenses filters the expenses', async () => {
    expect(await found('dateFrom=2026-02-01&dateTo=2026-03-01')).toEqual([owed.documentRef]);
    expect(await found('query=cafe')).toEqual([paid.documentRef]);
    expect(await found('settlementState=open')).toEqual([owed.documentRef]);
    expect(await found(`supplierId=${books.supplierId}`)).toEqual([owed.documentRef]);
    expect(await found(`categoryId=${books.categoryId}&hasCfdi=false`)).toHaveLength(2);
    expect(await found('hasCfdi=true')).toEqual([]);
    expect(await found('locationId=x')).toEqual([]);
  });
});

it('listExpenses answers 400 for a state that does not exist', async () => {
  expect(issuesOf(await list('settlementState=lost'))).toEqual(['settlementState: invalid_value']);
});
