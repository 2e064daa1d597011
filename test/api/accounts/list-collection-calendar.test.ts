import { newStamped, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { issuesOf } from '../refused';
import { until } from '../until';
import { calendarOf, deferred, monthly, planned } from './books';

let api: Api;
let invoice: Shown;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  invoice = await newStamped(api, deferred);
  const fixed = { kind: 'fixed_date', date: '2026-01-31' };
  await planned(api, invoice, { ...monthly(3), firstDue: fixed });
});

describe('200', () => {
  it('listCollectionCalendar returns the installments of plans, the earliest first', async () => {
    const { documentRef, customerId, counterpartyName: customerName } = invoice;
    const [first, ...others] = await calendarOf(api);
    expect(first).toEqual({
      eventId: `${first!.planId}:1`,
      kind: 'installment',
      documentRef,
      customerId,
      customerName,
      planId: expect.any(String),
      installment: 1,
      dueOn: '2026-01-31',
      currency: 'MXN',
      amount: expect.any(Number),
      covered: 0,
      open: first!.amount,
      status: 'overdue',
    });
    expect(others.map(({ dueOn }) => dueOn)).toEqual(['2026-02-28', '2026-03-31']);
  });

  it('listCollectionCalendar returns the due dates of invoices without a plan', async () => {
    const dueDate = '2031-05-05';
    const payment = { ...deferred.payment, dueDate };
    const { documentRef } = await newStamped(api, { payment });
    const found = await until(
      60_000,
      () => calendarOf(api, `?dateFrom=${dueDate}&dateTo=${dueDate}`),
      (events) => events.length > 0,
    );
    expect(found).toMatchObject([{ eventId: documentRef, kind: 'due_date', documentRef }]);
  });

  it('listCollectionCalendar filters by customer, day and status', async () => {
    const days = async (query: string) => (await calendarOf(api, query)).map(({ dueOn }) => dueOn);
    const ofCustomer = `?customerId=${invoice.customerId}`;
    expect(await days(`${ofCustomer}&dateFrom=2026-02-01&status=overdue`)).toEqual([
      '2026-02-28',
      '2026-03-31',
    ]);
    expect(await days(`${ofCustomer}&status=paid`)).toEqual([]);
    expect(await days('?customerId=x')).toEqual([]);
  });
});

it('listCollectionCalendar answers 400 for a status that does not exist', async () => {
  const answer = await api.request('GET', '/v1/accounts/collection-calendar?status=late');
  expect(issuesOf(answer)).toEqual(['status: invalid_value']);
});
