import { newId } from '@timbre/kit';
import { callContext } from '@timbre/testkit';
import { archiveLocation } from '../src/operations/archive-location';
import { createLocation } from '../src/operations/create-location';
import { deleteExpense } from '../src/operations/delete-expense';
import { deleteExpenseCategory } from '../src/operations/delete-expense-category';
import { endFences } from '../src/operations/end-fences';
import { getExpense } from '../src/operations/get-expense';
import { listExpenses } from '../src/operations/list-expenses';
import { settleExpense } from '../src/operations/settle-expense';
import { updateExpense } from '../src/operations/update-expense';
import { updateExpenseCategory } from '../src/operations/update-expense-category';
import { expenseEvents } from './commerce';
import { addExpense, newBooks, startExpenses, type Books, type Expenses } from './expenses';

let expenses: Expenses;
beforeAll(async () => void (expenses = await startExpenses()));
afterAll(() => expenses.service.close());

let books: Books;
beforeEach(async () => void (books = await newBooks(expenses)));

const add = (fields = {}) => addExpense(expenses, books, fields);
const onCredit = (fields = {}) =>
  add({ settlementMode: 'credit', supplierId: books.supplierId, ...fields });
const update = (documentRef: string, fields: object, cleared: string[] = []) =>
  expenses.service.answer(updateExpense, books.context, { documentRef, fields, cleared });
const settle = (documentRef: string, amount: string, more = {}) =>
  expenses.service.answer(settleExpense, books.context, {
    documentRef,
    amount,
    paidOn: '2026-11-21',
    paymentForm: '03',
    ...more,
  });
const remove = (documentRef: string) =>
  expenses.service.answer(deleteExpense, books.context, { documentRef });
const events = () => expenseEvents(expenses.service, books.context.organizationId);
const location = async (fields = {}) =>
  (
    await expenses.service.answer(createLocation, books.context, {
      fields: { name: 'Tijuana', postalCode: '22000', ...fields },
    })
  ).locationId as string;
const refusal = (reason: string) => ({ code: 'conflict', details: { reason } });
const issue = (path: string, code: string) => ({
  details: { issues: expect.arrayContaining([expect.objectContaining({ path: [path], code })]) },
});

describe('an expense', () => {
  it('a paid expense has a payment form and no open amount', async () => {
    const expense = await add({ supplierName: 'Taxi', notes: 'Aeropuerto' });
    expect(expense).toEqual({
      category: 'expense',
      documentRef: expect.stringMatching(/^expense:/),
      description: 'Hojas',
      expenseCategory: 'Papelería',
      categoryId: books.categoryId,
      settlementMode: 'paid',
      settlementState: 'settled',
      paymentForm: '01',
      total: { amount: 1160, currency: 'MXN' },
      supplierName: 'Taxi',
      notes: 'Aeropuerto',
      occurredAt: '2026-11-21T15:00:00.000Z',
      businessDate: '2026-11-21',
      settlements: [],
      updatedAt: expect.any(String),
    });
    expect(await events()).toMatchObject([
      {
        happened: 'recorded',
        version: 1,
        fields: { total: '1160', paymentForm: '01', supplierName: 'Taxi' },
        categoryName: 'Papelería',
        settledAmount: '0',
        deleted: false,
      },
    ]);
  });

  it('an expense on credit is owed to a supplier and has the undefined payment form 99', async () => {
    expect(await onCredit({ dueOn: '2026-12-20' })).toMatchObject({
      settlementState: 'open',
      openAmount: 1160,
      paymentForm: '99',
      supplierName: 'Universidad',
      dueOn: '2026-12-20',
    });
    await expect(add({ settlementMode: 'credit' })).rejects.toMatchObject(
      issue('supplierId', 'supplier_required'),
    );
  });

  it('the default business date of an expense is the day at its location', async () => {
    const locationId = await location();
    const occurredAt = '2026-11-21T06:30:00.000Z';
    expect(await add({ occurredAt })).toMatchObject({ businessDate: '2026-11-20' });
    expect(await add({ occurredAt, locationId })).toMatchObject({
      businessDate: '2026-11-20',
      locationName: 'Tijuana',
    });
    const central = await location({ name: 'Centro', postalCode: '06000' });
    expect(await add({ occurredAt, locationId: central })).toMatchObject({
      businessDate: '2026-11-21',
    });
  });

  it.each([
    ['in the future', { businessDate: '2026-11-22' }, 'businessDate', 'in_future'],
    ['later than now', { occurredAt: '2026-11-21T15:00:01Z' }, 'occurredAt', 'in_future'],
    ['paid by 99', { paymentForm: '99' }, 'paymentForm', 'payment_form_not_allowed'],
    ['paid by nothing', { paymentForm: undefined }, 'paymentForm', 'payment_form_required'],
    ['paid and due', { dueOn: '2026-12-01' }, 'dueOn', 'due_date_not_allowed'],
  ])('an expense that is %s is refused', async (_, fields, path, code) => {
    await expect(add(fields)).rejects.toMatchObject(issue(path, code));
  });

  it('createExpense rejects all unknown or archived references together', async () => {
    const unknown = { supplierId: newId(), categoryId: 'x', locationId: newId() };
    await expect(add(unknown)).rejects.toMatchObject({
      code: 'not_found',
      details: {
        issues: [
          { path: ['supplierId'], code: 'supplier_not_found' },
          { path: ['locationId'], code: 'location_not_found' },
          { path: ['categoryId'], code: 'category_not_found' },
        ],
      },
    });
    await location();
    const locationId = await location({ name: 'Otra' });
    await expenses.service.answer(archiveLocation, books.context, { locationId });
    await expect(add({ locationId })).rejects.toMatchObject(refusal('location_archived'));
    const { categoryId } = books;
    const inactive = { categoryId, fields: { active: false }, cleared: [] };
    await expenses.service.answer(updateExpenseCategory, books.context, inactive);
    await expect(add()).rejects.toMatchObject(refusal('category_archived'));
  });
});

describe('a category', () => {
  it("a category that an expense uses is archived instead of deleted, and the expense keeps the category's name", async () => {
    const { documentRef } = await add();
    const { context, categoryId } = books;
    const del = () => expenses.service.answer(deleteExpenseCategory, context, { categoryId });
    expect(await del()).toEqual({ categoryId, deleted: false });
    await expect(add()).rejects.toMatchObject(refusal('category_archived'));
    const rename = { categoryId, fields: { name: 'Otra' }, cleared: [] };
    await expenses.service.answer(updateExpenseCategory, context, rename);
    const request = { documentRef, suggestCfdi: false };
    expect(await expenses.service.answer(getExpense, context, request)).toMatchObject({
      expenseCategory: 'Papelería',
    });
    await remove(documentRef);
    expect(await del()).toEqual({ categoryId, deleted: true });
  });

  it('a category cannot be deleted while an expense with this category is being recorded', async () => {
    const { context, categoryId } = books;
    const [recorded, deleted] = await Promise.allSettled([
      add(),
      expenses.service.answer(deleteExpenseCategory, context, { categoryId }),
    ]);
    const isArchived = deleted.status === 'fulfilled' && deleted.value.deleted === false;
    expect(recorded.status === 'fulfilled').toBe(isArchived);
  });
});

describe('a change', () => {
  it('updateExpense replaces and clears fields, and copies the names of the referenced records', async () => {
    const { documentRef } = await onCredit({ notes: 'x', dueOn: '2026-12-20' });
    const locationId = await location();
    const changes = { description: 'Tinta', total: '200.50', locationId };
    expect(await update(documentRef, changes, ['notes', 'dueOn'])).toMatchObject({
      description: 'Tinta',
      total: { amount: 200.5 },
      openAmount: 200.5,
      locationName: 'Tijuana',
    });
    const paid = { settlementMode: 'paid', paymentForm: '28' };
    expect(await update(documentRef, paid, ['supplierId', 'locationId'])).toEqual(
      expect.not.objectContaining({ supplierName: expect.anything(), notes: expect.anything() }),
    );
    expect(await events()).toMatchObject([
      { happened: 'recorded', version: 1 },
      { happened: 'changed', version: 2, fields: { total: '200.50' } },
      { happened: 'changed', version: 3, fields: { settlementMode: 'paid', paymentForm: '28' } },
    ]);
  });

  it('a change to an expense on credit removes the payment form', async () => {
    const { documentRef } = await add();
    const credit = { settlementMode: 'credit', supplierId: books.supplierId };
    expect(await update(documentRef, credit)).toMatchObject({
      paymentForm: '99',
      settlementState: 'open',
    });
    await expect(update(documentRef, { supplierName: 'Otro' })).rejects.toMatchObject(
      issue('supplierName', 'supplier_name_not_allowed'),
    );
    await expect(update(documentRef, {}, ['supplierId'])).rejects.toMatchObject(
      issue('supplierId', 'supplier_required'),
    );
  });

  it.each([
    ['total', { total: '1' }],
    ['settlementMode', { settlementMode: 'paid', paymentForm: '01' }],
    ['businessDate', { businessDate: '2026-11-01' }],
  ])('a change of %s is refused after a settlement', async (_, fields) => {
    const { documentRef } = await onCredit();
    await settle(documentRef, '1');
    await expect(update(documentRef, fields)).rejects.toMatchObject(refusal('has_settlements'));
    expect(await update(documentRef, { description: 'Z', total: '1160.00' })).toMatchObject({
      description: 'Z',
    });
    await expect(remove(documentRef)).rejects.toMatchObject(refusal('has_settlements'));
  });
});

describe('a settlement', () => {
  it('a settlement lowers the open balance, and all settlements add up to the total', async () => {
    const { documentRef } = await onCredit();
    expect(await settle(documentRef, '160.10', { reference: 'A-1' })).toMatchObject({
      settlementState: 'partially_settled',
      openAmount: 999.9,
      settlements: [{ amount: 160.1, paidOn: '2026-11-21', paymentForm: '03', reference: 'A-1' }],
    });
    expect(await settle(documentRef, '999.90')).toMatchObject({
      settlementState: 'settled',
      openAmount: 0,
      settlements: [{ amount: 160.1 }, { amount: 999.9 }],
    });
    await expect(settle(documentRef, '0.01')).rejects.toMatchObject(refusal('exceeds_balance'));
    const last = (await events()).at(-1)!;
    expect(last).toMatchObject({ happened: 'settled', version: 3, settledAmount: '1160.00' });
    expect(last.settlements.map(({ amount }) => Number(amount))).toEqual([160.1, 999.9]);
  });

  it('a settlement above the balance is rejected, also if two settlements are concurrent', async () => {
    const { documentRef } = await onCredit();
    const both = await Promise.allSettled([settle(documentRef, '700'), settle(documentRef, '700')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [refused] = both.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject({ reason: refusal('exceeds_balance') });
    const [row] = await expenses.service.rows(
      `select settled_amount::int as settled, (select sum(amount)::int from expense_settlements s
         where s.expense_id = e.id) as sum from expenses e where e.id = $1`,
      [documentRef.slice(8)],
    );
    expect(row).toEqual({ settled: 700, sum: 700 });
  });

  it('a settlement requires credit, a defined payment form, and a day that is not in the future', async () => {
    const paid = await add();
    await expect(settle(paid.documentRef, '1')).rejects.toMatchObject(refusal('not_on_credit'));
    const { documentRef } = await onCredit();
    await expect(settle(documentRef, '1', { paymentForm: '99' })).rejects.toMatchObject(
      issue('paymentForm', 'payment_form_not_allowed'),
    );
    await expect(settle(documentRef, '1', { paidOn: '2026-11-22' })).rejects.toMatchObject(
      issue('paidOn', 'in_future'),
    );
  });

  it('the application role cannot change a settlement', async () => {
    const { documentRef } = await onCredit();
    await settle(documentRef, '1');
    const { organizationId } = books.context;
    for (const sql of [
      'update expense_settlements set amount = 2',
      'delete from expense_settlements',
    ]) {
      await expect(expenses.service.asOrganization(organizationId, sql)).rejects.toThrow(
        'permission denied',
      );
    }
  });

  it('a settlement is rejected after a hundred settlements', async () => {
    const { documentRef } = await onCredit();
    await expenses.service.rows(
      `insert into expense_settlements (id, org_id, expense_id, amount, paid_on, payment_form,
         recorded_at) select gen_random_uuid(), $1, $2, 1, '2026-11-20', '03', now()
       from generate_series(1, 100)`,
      [books.context.organizationId, documentRef.slice(8)],
    );
    await expect(settle(documentRef, '1')).rejects.toMatchObject(refusal('too_many_settlements'));
  });
});

describe('a deleted expense', () => {
  it('a deleted expense is not found, and its event contains its last state', async () => {
    const { documentRef } = await onCredit();
    expect(await remove(documentRef)).toEqual({ documentRef, deleted: true });
    await expect(remove(documentRef)).rejects.toMatchObject({ code: 'not_found' });
    expect((await events()).at(-1)).toMatchObject({
      happened: 'deleted',
      deleted: true,
      version: 2,
      fields: { total: '1160.00', supplierId: books.supplierId },
    });
  });
});

describe('a list', () => {
  it('the list filters expenses by business date, category, supplier, location, state and CFDI', async () => {
    const locationId = await location();
    const early = await add({ businessDate: '2026-01-15', description: 'Café', locationId });
    const open = await onCredit();
    const refs = async (request: object) =>
      (await expenses.service.page(listExpenses, books.context, request)).data.map(
        (row) => row.documentRef,
      );
    const { categoryId, supplierId } = books;
    expect(await refs({})).toEqual([open.documentRef, early.documentRef]);
    expect(await refs({ page: { dateTo: '2026-01-15' } })).toEqual([early.documentRef]);
    expect(await refs({ page: { query: 'cafe' } })).toEqual([early.documentRef]);
    expect(await refs({ locationId })).toEqual([early.documentRef]);
    expect(await refs({ supplierId })).toEqual([open.documentRef]);
    expect(await refs({ settlementState: 'open' })).toEqual([open.documentRef]);
    expect(await refs({ categoryId, hasCfdi: false })).toHaveLength(2);
    expect(await refs({ hasCfdi: true })).toEqual([]);
    expect(await refs({ categoryId: 'x' })).toEqual([]);
    const other = await expenses.service.page(listExpenses, callContext(), {});
    expect(other.data).toEqual([]);
  });
});

describe('ended fences', () => {
  it.each([
    ['a settlement', (documentRef: string, fence: number) => settle(documentRef, '10', { fence })],
    [
      'a change',
      (documentRef: string, fence: number) =>
        expenses.service.answer(updateExpense, books.context, {
          documentRef,
          fields: { total: '10' },
          cleared: [],
          fence,
        }),
    ],
    [
      'a deletion',
      (documentRef: string, fence: number) =>
        expenses.service.answer(deleteExpense, books.context, { documentRef, fence }),
    ],
  ])(
    'an action under a fence that accounts has ended is refused, and may be repeated under a new fence: %s',
    async (_, act) => {
      const documentRef = (await onCredit()).documentRef as string;
      const { runtime } = expenses.service;
      const fences = [{ subject: documentRef, number: 7 }];
      await endFences.run(runtime, books.context, { fences });
      await endFences.run(runtime, books.context, { fences: [{ ...fences[0]!, number: 6 }] });
      await expect(act(documentRef, 7)).rejects.toMatchObject({
        code: 'operation_in_progress',
        details: { retryable: true },
      });
      expect(await act(documentRef, 8)).toMatchObject({ documentRef });
    },
  );

  it('endFences ignores a fence whose subject does not exist', async () => {
    const fences = [newId(), 'expense:x', `expense:${newId()}`].map((subject) => ({
      subject,
      number: 1,
    }));
    expect(await endFences.run(expenses.service.runtime, books.context, { fences })).toEqual({});
  });
});
