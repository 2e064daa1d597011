import { fiscalCfdi } from '@timbre/contract';
import { createRun, newId, type ReceivedEvent } from '@timbre/kit';
import { callContext, withKey } from '@timbre/testkit';
import type { ReceivedInvoice } from '../src/domain/ports';
import { onCfdiChanged } from '../src/events/on-cfdi-changed';
import { createContact } from '../src/operations/create-contact';
import { deleteExpense } from '../src/operations/delete-expense';
import { getExpense } from '../src/operations/get-expense';
import { linkExpenseCfdi } from '../src/operations/link-expense-cfdi';
import { listExpenses } from '../src/operations/list-expenses';
import { updateExpense } from '../src/operations/update-expense';
import { expenseEvents } from './commerce';
import { addExpense, newBooks, startExpenses, supplierRfc } from './expenses';
import type { Books, Expenses } from './expenses';

let expenses: Expenses;
beforeAll(async () => void (expenses = await startExpenses()));
afterAll(() => expenses.service.close());

let books: Books;
beforeEach(async () => {
  books = await newBooks(expenses);
  expenses.invoices.answered = () => Promise.resolve();
});

const add = (fields = {}) => addExpense(expenses, books, fields);
const invoice = (facts: Partial<ReceivedInvoice> = {}) =>
  expenses.invoices.add(books.context, facts);
const link = (documentRef: string, cfdiId: string | undefined, acceptDifference = false) =>
  expenses.service.answer(linkExpenseCfdi, books.context, {
    documentRef,
    cfdiDocumentRef: cfdiId && `cfdi:${cfdiId}`,
    acceptDifference,
  });
const get = (documentRef: string, suggestCfdi = false) =>
  expenses.service.answer(getExpense, books.context, { documentRef, suggestCfdi });
const events = () => expenseEvents(expenses.service, books.context.organizationId);
const refusal = (reason: string) => ({ code: 'conflict', details: { reason } });

/** Delivers the event of a cancellation. */
const deliverCancellation = (cfdiId: string) =>
  createRun(expenses.service.runtime, books.context).step((tx) =>
    onCfdiChanged(
      {
        subject: 'fiscal_cfdi.cfdi.canceled',
        payload: fiscalCfdi.Cfdi.encode({
          cfdiId,
          kind: 'income',
          version: 2,
          status: 'canceled',
          direction: 'received',
          currency: 'MXN',
          subtotal: '1',
          total: '1',
          archived: false,
          paidDocuments: [],
          relatedDocuments: [],
        }).finish(),
      } as ReceivedEvent,
      tx,
    ),
  );

describe('expense links', () => {
  it('the link of an expense to a CFDI shows the CFDI, and the CFDI cannot be linked to another expense', async () => {
    const { documentRef } = await add({ supplierId: books.supplierId });
    const cfdiId = invoice();
    const linked = await link(documentRef, cfdiId);
    expect(linked).toMatchObject({
      cfdiDocumentRef: `cfdi:${cfdiId}`,
      cfdiUuid: expenses.invoices.all.get(cfdiId)!.uuid,
    });
    expect(linked).not.toHaveProperty('cfdiDifference');
    expect(linked).not.toHaveProperty('warnings');
    const other = await add();
    await expect(link(other.documentRef, cfdiId)).rejects.toMatchObject(refusal('cfdi_linked'));
    expect((await events()).map(({ happened }) => happened)).toEqual([
      'recorded',
      'cfdi_linked',
      'recorded',
    ]);
    const { data } = await expenses.service.page(listExpenses, books.context, { hasCfdi: true });
    expect(data).toHaveLength(1);
  });

  it('if two expenses request the same CFDI concurrently, only one of them is linked to it', async () => {
    const both = [await add(), await add()];
    const cfdiId = invoice();
    const done = await Promise.allSettled(both.map(({ documentRef }) => link(documentRef, cfdiId)));
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = done.find(({ status }) => status === 'rejected');
    expect(refused).toMatchObject({ reason: refusal('cfdi_linked') });
  });

  it('the link of an expense to a CFDI is created once per idempotency key, and a repeated request changes nothing', async () => {
    const { documentRef } = await add();
    const request = {
      documentRef,
      cfdiDocumentRef: `cfdi:${invoice()}`,
      acceptDifference: false,
    };
    const keyed = withKey(books.context, 'PUT /v1/expenses/{documentRef}/cfdi');
    const first = await expenses.service.answer(linkExpenseCfdi, keyed, request);
    expect(await expenses.service.answer(linkExpenseCfdi, keyed, request)).toEqual(first);
    expect(await expenses.service.answer(linkExpenseCfdi, books.context, request)).toEqual(first);
    expect(await events()).toHaveLength(2);
  });

  it('the link of an expense to a CFDI is replaced by another link and removed by null, and the supplier stays', async () => {
    const { documentRef } = await add();
    const [first, second] = [invoice(), invoice()];
    await link(documentRef, first);
    expect(await link(documentRef, second)).toMatchObject({ cfdiDocumentRef: `cfdi:${second}` });
    const unlinked = await link(documentRef, undefined);
    expect(unlinked).toMatchObject({ supplierId: books.supplierId });
    expect(unlinked).not.toHaveProperty('cfdiDocumentRef');
    expect((await events()).at(-1)).toMatchObject({ happened: 'changed', version: 4 });
    await link(documentRef, undefined);
    expect(await events()).toHaveLength(4);
    await link((await add()).documentRef, first);
  });

  it('the link of an expense to a CFDI sets the issuer as supplier if the expense has none', async () => {
    const known = await add({ supplierName: 'Univ.' });
    expect(await link(known.documentRef, invoice())).toMatchObject({
      supplierId: books.supplierId,
      supplierName: 'Universidad',
    });
    const unknown = await add({ supplierName: 'Univ.' });
    const facts = { counterpartyRfc: 'EKU9003173C9', counterpartyName: 'KEMPER' };
    const linked = await link(unknown.documentRef, invoice(facts));
    expect(linked).toMatchObject({ supplierName: 'KEMPER' });
    expect(linked).not.toHaveProperty('supplierId');
    const { data } = await expenses.service.page(listExpenses, books.context, {
      page: { query: 'kemper' },
    });
    expect(data).toHaveLength(1);
  });

  it.each([
    ['not_received', { direction: 'issued' }],
    ['not_income', { kind: 'credit_note' }],
    ['cfdi_canceled', { status: 'canceled' }],
    ['supplier_mismatch', { counterpartyRfc: 'EKU9003173C9' }],
    ['amount_mismatch', { total: '1160.02' }],
    ['amount_mismatch', { total: '58', currency: 'USD' }],
  ])('the link of an expense to a CFDI is refused as %s', async (reason, facts) => {
    const { documentRef } = await add({ supplierId: books.supplierId });
    const refused = link(documentRef, invoice(facts));
    await expect(refused).rejects.toMatchObject(refusal(reason));
  });

  it('the link of an expense to a CFDI is rejected with both amounts if they differ, until the difference is accepted', async () => {
    const { documentRef } = await add();
    const cfdiId = invoice({ total: '1000' });
    await expect(link(documentRef, cfdiId)).rejects.toThrow(
      'The expense is 1160.00 pesos, and the CFDI 1000.',
    );
    expect(await link(documentRef, cfdiId, true)).toMatchObject({ cfdiDifference: -160 });
    const dollars = { total: '58', currency: 'USD', exchangeRate: '20.0001' };
    const abroad = await link((await add()).documentRef, invoice(dollars));
    expect(abroad).toMatchObject({ cfdiDifference: 0.01 });
  });

  it('the link of an expense to a CFDI warns about a distant date, another payment method and a supplier without RFC', async () => {
    const fields = { kind: 'supplier', fields: { legalName: 'Sin RFC' } };
    const { contactId } = await expenses.service.answer(createContact, books.context, fields);
    const { documentRef } = await add({ supplierId: contactId });
    const facts = { methodCode: 'PPD', issuedLocalDateTime: '2026-09-21T10:00:00' };
    const { warnings } = await link(documentRef, invoice(facts));
    expect((warnings as { code: string }[]).map(({ code }) => code)).toEqual([
      'cfdi_date_far',
      'method_differs',
      'supplier_without_rfc',
    ]);
  });

  it('the link of an expense to a CFDI prevents changes of the amount and the supplier, and the deletion of the expense', async () => {
    const { documentRef } = await add();
    await link(documentRef, invoice());
    const { context } = books;
    const change = { documentRef, fields: { total: '1' }, cleared: [] };
    await expect(expenses.service.answer(updateExpense, context, change)).rejects.toMatchObject(
      refusal('has_cfdi'),
    );
    await expect(
      expenses.service.answer(deleteExpense, context, { documentRef }),
    ).rejects.toMatchObject(refusal('has_cfdi'));
  });

  it('a link to an expense or a CFDI of another organization is rejected as not found', async () => {
    const { documentRef } = await add();
    const foreign = expenses.invoices.add(callContext());
    for (const id of [foreign, newId(), 'x']) {
      await expect(link(documentRef, id)).rejects.toMatchObject({
        code: 'not_found',
        details: { issues: [{ path: ['cfdiDocumentRef'], code: 'cfdi_not_found' }] },
      });
    }
    await expect(link(`expense:${newId()}`, invoice())).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a canceled CFDI', () => {
  it('a canceled CFDI stays linked and marks the expense once', async () => {
    const { documentRef } = await add();
    const cfdiId = invoice();
    await link(documentRef, cfdiId);
    await deliverCancellation(cfdiId);
    await deliverCancellation(cfdiId);
    await deliverCancellation(newId());
    expect(await get(documentRef)).toMatchObject({
      cfdiDocumentRef: `cfdi:${cfdiId}`,
      cfdiCanceled: true,
    });
    expect((await events()).slice(2)).toMatchObject([{ happened: 'changed', cfdiCanceled: true }]);
  });

  it('a canceled CFDI marks the expense even if its event arrives before the link', async () => {
    const { documentRef } = await add();
    const cfdiId = invoice();
    expenses.invoices.answered = async () => {
      expenses.invoices.all.get(cfdiId)!.status = 'canceled';
      await deliverCancellation(cfdiId);
    };
    expect(await link(documentRef, cfdiId)).toMatchObject({ cfdiCanceled: true });
  });
});

describe('suggestions', () => {
  it('getExpense suggests at most ten CFDI that fiscal-cfdi finds and that are not linked to an expense', async () => {
    const { documentRef } = await add({ supplierId: books.supplierId });
    const taken = invoice();
    await link((await add()).documentRef, taken);
    // An amount in dollars without a known exchange rate.
    invoice({ currency: 'USD' });
    const ids = Array.from({ length: 11 }, () => invoice({ total: '58', currency: 'MXN' }));
    const { suggestedCfdi } = await get(documentRef, true);
    expect(suggestedCfdi).toHaveLength(10);
    expect((suggestedCfdi as { documentRef: string }[])[0]).toEqual({
      documentRef: `cfdi:${ids[0]}`,
      uuid: expect.any(String),
      counterpartyRfc: supplierRfc,
      counterpartyName: 'UNIVERSIDAD',
      issuedLocalDateTime: '2026-11-20T10:00:00',
      total: { amount: 58, currency: 'MXN' },
      totalMxn: 58,
      methodCode: 'PUE',
    });
    const search = { counterpartyRfc: supplierRfc, total: '1160.00', datedOn: '2026-11-21' };
    expect(expenses.invoices.searches.at(-1)).toEqual(search);
    expect(await get(documentRef)).not.toHaveProperty('suggestedCfdi');
  });
});
