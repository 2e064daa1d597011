import type { Api, Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { issuesOf } from '../refused';
import { list, narrowed, postedBooks } from './books';

let api: Api;
let invoice: Shown;
let expense: Shown;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  ({ invoice, expense } = await postedBooks(api));
});

const refs = async (query: string, by = api) =>
  ((await list(by, query)).json.data as Shown[]).map(({ documentRef }) => documentRef).sort();

describe('200', () => {
  it('listAccountTransactions returns the transactions of customers and suppliers', async () => {
    const { json } = await list(api, `?documentRef=${invoice.documentRef}`);
    const { customerId } = invoice;
    expect(json.data).toEqual([
      {
        transactionId: expect.any(String),
        kind: 'invoice',
        side: 'receivable',
        occurredOn: invoice.issuedLocalDateTime.slice(0, 10),
        recordedAt: expect.any(String),
        contactId: customerId,
        documentRef: invoice.documentRef,
        currency: 'MXN',
        amount: invoice.total.amount,
        entries: [
          {
            account: `receivable:${customerId}:${invoice.documentRef}`,
            debit: invoice.total.amount,
          },
          { account: 'sales', credit: invoice.total.amount },
        ],
      },
    ]);
    expect(await refs('')).toEqual([invoice.documentRef, expense.documentRef].sort());
  });

  it('listAccountTransactions filters the transactions', async () => {
    expect(await refs('?side=payable')).toEqual([expense.documentRef]);
    expect(await refs('?kind=invoice')).toEqual([invoice.documentRef]);
    expect(await refs(`?contactId=${expense.supplierId}`)).toEqual([expense.documentRef]);
    expect(await refs('?dateFrom=2026-01-15&dateTo=2026-01-15')).toEqual([expense.documentRef]);
    expect(await refs('?contactId=x')).toEqual([]);
  });

  it('listAccountTransactions shows only receivables or only payables if the API key has only that permission', async () => {
    const receivables = await narrowed(api, ['receivables:read']);
    expect(await refs('', receivables)).toEqual([invoice.documentRef]);
    expect(await refs('?side=payable', receivables)).toEqual([]);
    const payables = await narrowed(api, ['payables:read']);
    expect(await refs('', payables)).toEqual([expense.documentRef]);
  });
});

it('listAccountTransactions answers 400 for a kind that does not exist', async () => {
  expect(issuesOf(await list(api, '?kind=gift'))).toEqual(['kind: invalid_value']);
});
