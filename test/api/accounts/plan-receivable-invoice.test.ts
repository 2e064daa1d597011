import { dataOf, newStamped, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { deferred, monthly, narrowed, plan, planned } from './books';

let api: Api;
beforeAll(async () => void (api = await startDocumentedIssuer()));

describe('200', () => {
  it('planReceivableInvoice accepts a plan for an invoice immediately after its stamp', async () => {
    const invoice = await newStamped(api, deferred);
    const settlementTerms = monthly(3);
    const answer = await planned(api, invoice, settlementTerms);
    expect(answer).toEqual({
      documentRef: invoice.documentRef,
      settlementTerms,
      plannedAt: expect.stringMatching(/Z$/),
      paymentDueDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    });
    expect(answer.paymentDueDate > invoice.issuedLocalDateTime.slice(0, 10)).toBe(true);
    expect(await planned(api, invoice, settlementTerms)).toEqual(answer);
    const cleared = await planned(api, invoice, null);
    expect(Object.keys(cleared)).toEqual(['documentRef', 'plannedAt']);
  });
});

describe('400', () => {
  it('planReceivableInvoice reports every fault of the payment terms', async () => {
    const { customerId, documentRef } = { customerId: 'x', documentRef: 'cfdi:x' };
    const put = (settlementTerms: unknown) =>
      plan(api, { customerId, documentRef } as Shown, settlementTerms);
    const faults = await put({
      installmentCount: 61,
      firstDue: { kind: 'months_after_transaction', months: 0 },
      recurrence: { kind: 'day_of_month', day: 32 },
    });
    expect(issuesOf(faults)).toEqual([
      'settlementTerms.firstDue.months: first_due_invalid',
      'settlementTerms.installmentCount: installment_count_out_of_range',
      'settlementTerms.recurrence.day: recurrence_invalid',
    ]);
    const beyond = { ...monthly(1), firstDue: { kind: 'transaction_date', months: 1 } };
    expect(issuesOf(await put(beyond))).toEqual(['settlementTerms.firstDue.months: unknown_field']);
    expect(issuesOf(await put(undefined))).toEqual(['settlementTerms: required']);
    const late = { ...monthly(1), firstDue: { kind: 'fixed_date', date: '9999-01-01' } };
    expect(issuesOf(await put(late))).toEqual(['settlementTerms.firstDue: first_due_invalid']);
  });

  it('planReceivableInvoice refuses a reference that is not a CFDI', async () => {
    const other = { customerId: 'x', documentRef: 'expense:x' } as Shown;
    expect(issuesOf(await plan(api, other, null))).toEqual(['documentRef: invalid_format']);
  });
});

it('planReceivableInvoice answers 403 for a read-only API key', async () => {
  const reader = await narrowed(api, ['receivables:read']);
  const unknown = { customerId: 'x', documentRef: 'cfdi:x' } as Shown;
  expect(refusalOf(await plan(reader, unknown, null))).toBe('403 forbidden insufficient_scope');
});

it('planReceivableInvoice answers 404 for the invoice of another customer', async () => {
  const [one, other] = [await newStamped(api, deferred), await newStamped(api, deferred)];
  const { customerId } = other;
  expect(refusalOf(await plan(api, { ...one, customerId }, monthly(1)))).toBe('404 not_found');
});

describe('409', () => {
  it('planReceivableInvoice refuses an invoice that was paid when it was issued', async () => {
    const paid = await newStamped(api);
    expect(refusalOf(await plan(api, paid, monthly(1)))).toBe('409 conflict not_deferred');
  });

  it('planReceivableInvoice refuses a draft with a conflict', async () => {
    const invoice = await newStamped(api, deferred);
    const draft = await dataOf(api.request('POST', `/v1/cfdi/${invoice.documentRef}/duplicate`));
    const { documentRef } = draft;
    expect(refusalOf(await plan(api, { ...invoice, documentRef }, monthly(1)))).toBe(
      '409 conflict not_stamped',
    );
  });
});
