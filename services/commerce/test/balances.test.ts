import { accounts, commerce } from '@timbre/contract';
import { createRun, type ReceivedEvent } from '@timbre/kit';
import type { ServiceRuntime } from '@timbre/testkit';
import { onPayableChanged, onReceivablesChanged } from '../src/events/on-balance-changed';
import { createSalesReceipt } from '../src/operations/create-sales-receipt';
import { deleteExpense } from '../src/operations/delete-expense';
import { getExpense } from '../src/operations/get-expense';
import { getSalesReceipt } from '../src/operations/get-sales-receipt';
import { readOwedDocuments } from '../src/operations/read-owed-documents';
import { settleExpense } from '../src/operations/settle-expense';
import { addContact, addSoldProduct, expenseEvents, saleOf, sold } from './commerce';
import { addExpense, newBooks, startExpenses, type Books, type Expenses } from './expenses';

let expenses: Expenses;
let books: Books;
beforeAll(async () => {
  expenses = await startExpenses();
  books = await newBooks(expenses);
});
afterAll(() => expenses.service.close());

/** Delivers balances of an expense or of sales in one batch. */
const deliver = (documentRef: string, ...balances: Partial<accounts.DocumentBalance>[]) => {
  const events = balances.map((balance) => {
    const payload = accounts.DocumentBalance.encode({
      documentRef,
      version: 1,
      contact: '',
      currency: 'MXN',
      total: '1160',
      fiscal: '0',
      uncertified: '0',
      open: '0',
      needsReview: false,
      parts: [],
      reductions: [],
      ...balance,
    }).finish();
    return { payload } as ReceivedEvent;
  });
  return createRun(expenses.service.runtime, books.context).step((tx) =>
    documentRef.startsWith('expense:')
      ? onPayableChanged(events[0]!, tx)
      : onReceivablesChanged(events, tx),
  );
};

const refusal = (reason: string) => ({ code: 'conflict', details: { reason } });

it('an amount that was already paid with a payment to the supplier cannot be settled again', async () => {
  const { service } = expenses;
  const { context, supplierId } = books;
  const owed = { settlementMode: 'credit', supplierId };
  const { documentRef } = await addExpense(expenses, books, owed);
  await deliver(documentRef, { version: 3, paid: '1000' });
  await deliver(documentRef, { version: 2, paid: '0' });
  await deliver(documentRef, { version: 4, paid: '1000.00' });
  const announced = await expenseEvents(expenses.service, context.organizationId);
  expect(announced.map(({ happened, version, paidAmount }) => [happened, version, paidAmount]))
    .toEqual([['recorded', 1, '0'], ['changed', 2, '1000']]); // prettier-ignore
  const shown = () => service.answer(getExpense, context, { documentRef, suggestCfdi: false });
  expect(await shown()).toMatchObject({
    settlementState: 'partially_settled',
    openAmount: 160,
    paidAmount: 1000,
    settlements: [],
  });
  const settle = (amount: string) =>
    service.answer(settleExpense, context, {
      documentRef,
      amount,
      paidOn: '2026-11-21',
      paymentForm: '03',
    });
  await expect(settle('160.01')).rejects.toMatchObject(refusal('exceeds_balance'));
  expect(await settle('160')).toMatchObject({ settlementState: 'settled', openAmount: 0 });
  await deliver(documentRef, { version: 5, paid: '0' });
  expect(await shown()).toMatchObject({ settlementState: 'partially_settled', openAmount: 1000 });
});

it('readOwedDocuments returns an expense in the format of its events', async () => {
  const owed = { settlementMode: 'credit', supplierId: books.supplierId };
  const { documentRef } = await addExpense(expenses, books, owed);
  await expenses.service.answer(settleExpense, books.context, {
    documentRef,
    amount: '160.00',
    paidOn: '2026-11-21',
    paymentForm: '03',
  });
  const expenseIds = [documentRef.slice('expense:'.length), 'x'];
  const asked = { expenseIds, receiptIds: ['x'], contactId: undefined };
  const read = await readOwedDocuments.run(expenses.service.runtime, books.context, asked);
  const announced = await expenseEvents(expenses.service, books.context.organizationId);
  const { happened: _, ...last } = announced.at(-1)!;
  const wire = commerce.ReadOwedDocumentsResponse.encode(read).finish();
  const decoded = commerce.ReadOwedDocumentsResponse.decode(wire);
  expect(decoded).toEqual({ expenses: [last], receipts: [] });
});

it('a paid expense cannot be deleted', async () => {
  const owed = { settlementMode: 'credit', supplierId: books.supplierId };
  const { documentRef } = await addExpense(expenses, books, owed);
  await deliver(documentRef, { paid: '1' });
  const removed = expenses.service.answer(deleteExpense, books.context, { documentRef });
  await expect(removed).rejects.toMatchObject(refusal('has_settlements'));
});

it('a sale on credit shows its balance and its payment plan', async () => {
  const service = expenses.service as unknown as ServiceRuntime;
  const { context } = books;
  const customerId = await addContact(service, context, { creditEnabled: true });
  const productId = await addSoldProduct(service, context);
  const sale = saleOf([sold(productId)], {
    saleType: 'credit',
    customerId,
    paymentForm: undefined,
  });
  const receipt = await service.answer(createSalesReceipt, context, sale);
  const documentRef = receipt.documentRef as string;
  const planId = '0198f0a0-0000-7000-8000-000000000001';
  await deliver(documentRef, { version: 2, open: '16.5', planId });
  await deliver(documentRef, { version: 1, open: '116' });
  const other = { documentRef: 'cfdi:0198f0a0-0000-7000-8000-000000000002', version: 9 };
  const [third, fourth] = ['20', '30'].map((open, at) => ({ version: at + 3, open, planId }));
  await deliver(documentRef, other, third!, fourth!, third!);
  expect(await service.answer(getSalesReceipt, context, { documentRef })).toMatchObject({
    operationalBalance: 30,
    receivablePlanId: planId,
  });
});
