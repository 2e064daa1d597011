import { created, dataOf } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { booksOf, creditInput, expenseInput, type Books } from './books';

let books: Books;
beforeAll(async () => {
  books = await booksOf(await startDocumented());
});

const create = (body: object) => books.api.request('POST', '/v1/expenses', { body });

describe('201', () => {
  it('createExpense returns the paid expense', async () => {
    const { status, json } = await create(expenseInput(books));
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      category: 'expense',
      expenseCategory: 'Papelería',
      description: 'Hojas',
      settlementMode: 'paid',
      settlementState: 'settled',
      paymentForm: '01',
      total: { amount: 116.5, currency: 'MXN' },
      businessDate: '2026-01-15',
      settlements: [],
    });
  });

  it('createExpense returns an unpaid expense', async () => {
    const { locationId } = await created(books.api, '/v1/locations', {
      name: 'Centro',
      postalCode: '06000',
    });
    const input = creditInput(books, { dueOn: '2026-12-31', locationId });
    expect(await dataOf(create(input))).toMatchObject({
      settlementState: 'open',
      openAmount: 116.5,
      paymentForm: '99',
      supplierName: 'Escuela',
      locationName: 'Centro',
      dueOn: '2026-12-31',
    });
  });
});

describe('400', () => {
  it('createExpense reports all faults at once', async () => {
    const answer = await create({
      description: '',
      categoryId: 1,
      settlementMode: 'later',
      paymentForm: '00',
      total: { amount: 0.001, currency: 'USD' },
      businessDate: '2026-02-30',
      occurredAt: '0001-01-01T00:00:00Z',
      surprise: true,
    });
    expect(issuesOf(answer)).toEqual([
      'businessDate: invalid_format',
      'categoryId: invalid_type',
      'description: too_small',
      'occurredAt: too_small',
      'paymentForm: not_in_catalog',
      'settlementMode: invalid_value',
      'surprise: unknown_field',
      'total.amount: too_many_decimals',
      'total.currency: invalid_value',
    ]);
  });

  it('createExpense reports violations of rules between fields', async () => {
    const paid = { paymentForm: undefined, dueOn: '2027-01-01', businessDate: '2999-01-01' };
    expect(issuesOf(await create(expenseInput(books, paid)))).toEqual([
      'businessDate: in_future',
      'dueOn: due_date_not_allowed',
      'paymentForm: payment_form_required',
    ]);
    const credit = { paymentForm: '03', supplierId: undefined };
    expect(issuesOf(await create(creditInput(books, credit)))).toEqual([
      'paymentForm: payment_form_not_allowed',
      'supplierId: supplier_required',
    ]);
    const named = { supplierName: 'Otro' };
    expect(issuesOf(await create(creditInput(books, named)))).toEqual([
      'supplierName: supplier_name_not_allowed',
    ]);
  });
});

it('createExpense answers 404 and lists all unknown identifiers', async () => {
  const answer = await create(creditInput(books, { categoryId: 'x', supplierId: 'x' }));
  expect(refusalOf(answer)).toBe('404 not_found');
  expect(issuesOf(answer)).toEqual([
    'categoryId: category_not_found',
    'supplierId: supplier_not_found',
  ]);
});

it('createExpense answers 409 for an archived category', async () => {
  const path = '/v1/settings/expense-categories';
  const { categoryId } = await created(books.api, path, { name: 'Luz' });
  await dataOf(books.api.request('PATCH', `${path}/${categoryId}`, { body: { active: false } }));
  expect(refusalOf(await create(expenseInput(books, { categoryId })))).toBe(
    '409 conflict category_archived',
  );
});
