import { dataOf, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { narrowed, postedBooks } from './books';

let api: Api;
let invoice: Shown;
let expense: Shown;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  ({ invoice, expense } = await postedBooks(api));
});

const get = (contactId: string, query = '', by = api) =>
  by.request('GET', `/v1/accounts/statements/${contactId}${query}`);

describe('200', () => {
  it('the response of getContactStatement has the opening balance, the movements and the closing balance', async () => {
    const { amount } = invoice.total as Shown;
    expect(await dataOf(get(invoice.customerId))).toEqual({
      contactId: invoice.customerId,
      contactName: invoice.counterpartyName,
      side: 'receivable',
      currency: 'MXN',
      dateTo: expect.stringMatching(/^\d{4}-/),
      openingBalance: 0,
      charges: amount,
      credits: 0,
      closingBalance: amount,
      lines: [
        {
          transactionId: expect.any(String),
          kind: 'invoice',
          folio: expect.any(String),
          occurredOn: invoice.issuedLocalDateTime.slice(0, 10),
          documentRef: invoice.documentRef,
          charge: amount,
          balance: amount,
        },
      ],
      pagination: { nextCursor: null, hasMore: false },
    });
  });

  it('getContactStatement shows a supplier to an API key that may read payables', async () => {
    expect(await dataOf(get(expense.supplierId))).toMatchObject({ side: 'payable' });
    const receivables = await narrowed(api, ['receivables:read']);
    expect(refusalOf(await get(expense.supplierId, '', receivables))).toBe('404 not_found');
  });

  it.each([
    ['csv', 'text/csv; charset=utf-8', '\uFEFFFecha,Concepto,Folio,Cargo,Abono,Saldo\r\n'],
    ['pdf', 'application/pdf', '%PDF-'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'PK'],
  ])('getContactStatement exports the statement as a %s file', async (format, type, start) => {
    const { status, headers, bytes } = await get(invoice.customerId, `?format=${format}`);
    expect([status, headers.get('content-type')]).toEqual([200, type]);
    expect(headers.get('content-disposition')).toMatch(`estado-de-cuenta-`);
    expect(Buffer.from(bytes).toString().startsWith(start)).toBe(true);
  });

  it('getContactStatement exports in the language of the contact’s documents', async () => {
    const path = `/v1/contacts/${invoice.customerId}`;
    await dataOf(api.request('PATCH', path, { body: { documentLanguage: 'en' } }));
    const english = await get(invoice.customerId, '?format=csv');
    expect(english.headers.get('content-disposition')).toMatch('statement-');
    expect(english.bytes.toString()).toMatch('Date,Concept,Folio,Charge,Credit,Balance');
    const both = await get(invoice.customerId, '?format=csv&language=es-en');
    expect(both.bytes.toString()).toMatch('Fecha / Date,Concepto / Concept,Folio');
  });
});

it('getContactStatement answers 400 for a cursor from the statement of another contact', async () => {
  expect(issuesOf(await get(invoice.customerId, '?cursor=x'))).toEqual(['cursor: cursor_invalid']);
  expect(issuesOf(await get(invoice.customerId, '?format=xml'))).toEqual(['format: invalid_value']);
});

it('getContactStatement answers 404 for a contact that does not exist', async () => {
  expect(refusalOf(await get('x'))).toBe('404 not_found');
});
