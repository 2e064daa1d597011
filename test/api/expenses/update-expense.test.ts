import { dataOf } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { bodies } from '../request-examples';
import { booksOf, newCredit, newExpense, type Books } from './books';

let books: Books;
beforeAll(async () => {
  books = await booksOf(await startDocumented());
});

const update = (documentRef: string, body: object) =>
  books.api.request('PATCH', `/v1/expenses/${documentRef}`, { body });

describe('200', () => {
  it('updateExpense replaces given fields and clears null fields', async () => {
    const { documentRef } = await newExpense(books);
    const changed = await dataOf(
      update(documentRef, {
        description: 'Tinta',
        total: { amount: 99.9, currency: 'MXN' },
        notes: null,
      }),
    );
    expect(changed).toMatchObject({ description: 'Tinta', total: { amount: 99.9 } });
    expect(changed).not.toHaveProperty('notes');
  });
});

it('updateExpense answers 400 for a field that cannot be cleared', async () => {
  const { documentRef } = await newExpense(books);
  expect(issuesOf(await update(documentRef, { description: null, occurredAt: null }))).toEqual([
    'description: invalid_type',
    'occurredAt: unknown_field',
  ]);
  expect(issuesOf(await update(documentRef, { settlementMode: 'credit' }))).toEqual([
    'supplierId: supplier_required',
  ]);
});

it('updateExpense answers 404 for an unknown expense', async () => {
  expect(refusalOf(await update('expense:x', {}))).toBe('404 not_found');
});

it('updateExpense answers 409 for the amount of a settled expense', async () => {
  const { documentRef } = await newCredit(books);
  const body = bodies['settleExpense'];
  await dataOf(books.api.request('POST', `/v1/expenses/${documentRef}/settlements`, { body }));
  const total = { amount: 500, currency: 'MXN' };
  expect(refusalOf(await update(documentRef, { total }))).toBe('409 conflict has_settlements');
});
