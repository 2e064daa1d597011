import { dataOf, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { booksOf, newCredit, newExpense, receivedCfdi, startReceiver, type Books } from './books';

let issuer: Api;
let books: Books;
let cfdi: Shown;
beforeAll(async () => {
  issuer = await startDocumentedIssuer();
  books = await booksOf(await startReceiver());
  cfdi = await receivedCfdi(issuer, books.api);
});

const link = ({ documentRef }: Shown, body: object) =>
  books.api.request('PUT', `/v1/expenses/${documentRef}/cfdi`, { body });

describe('200', () => {
  it('linkExpenseCfdi links a CFDI to one expense, and can unlink the CFDI', async () => {
    const { documentRef: cfdiDocumentRef, total, uuid: cfdiUuid } = cfdi;
    const [first, second] = [
      await newExpense(books, { total }),
      await newExpense(books, { total }),
    ];
    expect(await dataOf(link(first, { cfdiDocumentRef }))).toMatchObject({
      cfdiDocumentRef,
      cfdiUuid,
      supplierId: books.supplierId,
    });
    expect(refusalOf(await link(second, { cfdiDocumentRef }))).toBe('409 conflict cfdi_linked');
    const unlinked = await dataOf(link(first, { cfdiDocumentRef: null }));
    expect(unlinked).not.toHaveProperty('cfdiDocumentRef');
    expect(await dataOf(link(second, { cfdiDocumentRef }))).toMatchObject({ cfdiDocumentRef });
    await dataOf(link(second, { cfdiDocumentRef: null }));
  });

  it('only one of two concurrent requests can link the same CFDI to an expense', async () => {
    const { documentRef: cfdiDocumentRef, total } = cfdi;
    const both = [await newExpense(books, { total }), await newExpense(books, { total })];
    const answers = await Promise.all(both.map((expense) => link(expense, { cfdiDocumentRef })));
    expect(answers.map(refusalOf).sort()).toEqual(['200', '409 conflict cfdi_linked']);
    await Promise.all(both.map((expense) => dataOf(link(expense, { cfdiDocumentRef: null }))));
  });

  it('linkExpenseCfdi accepts a CFDI with a different amount only if the request allows that', async () => {
    const { documentRef: cfdiDocumentRef } = cfdi;
    const expense = await newCredit(books);
    expect(refusalOf(await link(expense, { cfdiDocumentRef }))).toBe(
      '409 conflict amount_mismatch',
    );
    const linked = await dataOf(link(expense, { cfdiDocumentRef, acceptDifference: true }));
    const difference = linked.cfdiDifference + 116.5 - (cfdi.total as Shown).amount;
    expect(Math.abs(difference)).toBeLessThan(0.005);
    expect(linked.warnings).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: 'method_differs' })]),
    );
    await dataOf(link(expense, { cfdiDocumentRef: null }));
  });
});

it('linkExpenseCfdi answers 400 for a request without a CFDI reference', async () => {
  expect(issuesOf(await link(await newExpense(books), {}))).toEqual(['cfdiDocumentRef: required']);
});

it('linkExpenseCfdi answers 404 for an unknown expense or CFDI', async () => {
  const { documentRef: cfdiDocumentRef } = cfdi;
  expect(refusalOf(await link({ documentRef: 'expense:x' }, { cfdiDocumentRef }))).toBe(
    '404 not_found',
  );
  const expense = await newExpense(books);
  expect(refusalOf(await link(expense, { cfdiDocumentRef: 'cfdi:x' }))).toBe('404 not_found');
});
