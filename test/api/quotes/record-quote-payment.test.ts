import { created, customItem, dataOf, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumented, startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { until } from '../until';
import { applied, ask, fiscalCustomer, newQuote, newSent, publicly } from './offer';

let api: Api;
beforeAll(async () => void (api = await startDocumented()));

const pay = (documentRef: unknown, body: object = {}) => ask(api, documentRef, 'payments', body);
describe('202', () => {
  it('recordQuotePayment applies the payment in the background and creates a receipt from the quote', async () => {
    const { documentRef, totals } = await newSent(api);
    await dataOf(ask(api, documentRef, 'accept', publicly));
    const recorded = await pay(documentRef, { paymentForm: '03', paidAt: '2026-11-20T12:00:00Z' });
    expect(recorded.status).toBe(202);
    const { total } = totals as { total: number };
    expect(recorded.json.data.payment).toMatchObject({
      source: 'manual',
      amount: total,
      paymentForm: '03',
      paidAt: '2026-11-20T12:00:00.000Z',
    });
    const done = await applied(api, documentRef);
    expect(done).toMatchObject({ status: 'converted', payment: { applicationStatus: 'applied' } });
    const receipt = `/v1/sales-receipts/${done.receiptDocumentRef as string}`;
    expect(await dataOf(api.request('GET', receipt))).toMatchObject({
      saleType: 'paid',
      paymentForm: '03',
      total: { amount: total },
    });
  });

  it('recordQuotePayment stores the second of two payments as a duplicate', async () => {
    const { documentRef } = await newSent(api);
    await Promise.all([pay(documentRef, { paymentForm: '01' }), pay(documentRef)]);
    const { payment, ...quote } = await applied(api, documentRef);
    const [duplicate] = quote.duplicatePayments as Shown[];
    expect(duplicate).toMatchObject({
      applicationStatus: 'conflict',
      applicationErrorCode: 'duplicate_payment',
      paymentId: expect.any(String),
      amount: payment.amount,
      applicationError: expect.stringMatching(
        /Give this amount back outside Timbre, with its paymentId/,
      ),
    });
    expect(duplicate).not.toHaveProperty('salesReceiptDocumentRef');
    const again = await pay(`${documentRef as string}`, { paymentForm: '01' });
    expect(again.json.data.duplicatePayments).toHaveLength(2);
  });
});

it('recordQuotePayment answers 400 for an invalid payment', async () => {
  const { documentRef } = await newSent(api);
  const body = { amount: 1.005, paymentForm: '99', paidAt: 'yesterday' };
  expect(issuesOf(await pay(documentRef, body))).toEqual([
    'amount: too_many_decimals',
    'paidAt: invalid_format',
    'paymentForm: form_code_not_allowed',
  ]);
  expect(issuesOf(await pay(documentRef, { paidAt: '0001-01-01T00:00:00Z' }))).toEqual([
    'paidAt: too_small',
  ]);
});

describe('409 conflict', () => {
  it('recordQuotePayment refuses a payment for a draft', async () => {
    const { documentRef } = await newQuote(api);
    expect(refusalOf(await pay(documentRef))).toBe('409 conflict draft');
  });

  it('recordQuotePayment refuses a payment for a quote sold on credit', async () => {
    const customer = { kind: 'customer', legalName: 'Eva', creditEnabled: true };
    const { contactId: customerId } = await created(api, '/v1/contacts', customer);
    const settlementTerms = {
      installmentCount: 2,
      firstDue: { kind: 'transaction_date' },
      recurrence: { kind: 'anchor_day' },
    };
    const { documentRef } = await newSent(api, { customerId, settlementTerms });
    const accepted = await dataOf(ask(api, documentRef, 'accept', publicly));
    expect(accepted).toMatchObject({ status: 'converted' });
    expect(refusalOf(await pay(documentRef))).toBe('409 conflict on_credit');
  });
});

describe('202 a paid quote whose buyer requested an invoice', () => {
  let issuer: Api;
  beforeAll(async () => void (issuer = await startDocumentedIssuer('Seller')), 240_000);

  /**
   * Accepts and pays a quote.
   * @returns the payment, after its invoice was created or has failed
   */
  async function sold(documentRef: unknown): Promise<Shown> {
    const named = { fiscalTreatment: 'specific_counterparty', invoiceRequested: true };
    await dataOf(ask(issuer, documentRef, 'accept', { ...publicly, ...named, fiscalCustomer }));
    await dataOf(ask(issuer, documentRef, 'payments', { paymentForm: '03' }));
    const isOver = ({ payment }: Shown) => ['issued', 'failed'].includes(payment.invoiceStatus);
    const quote = () => dataOf(issuer.request('GET', `/v1/quotes/${documentRef as string}`));
    return (await until(60_000, quote, isOver)).payment as Shown;
  }

  const isr = { type: 'ISR', rate: 0.1 };
  const fees = {
    ...customItem,
    quantity: 3,
    unitPrice: 333.35,
    discount: 0.04,
    withholdings: [isr, { type: 'IVA', rate: 0.106667 }],
  };
  it.each([
    ['has a stamped CFDI of its total', [customItem]],
    ['has a receipt and a CFDI of what it pays after withholding taxes', [fees, customItem]],
  ])('a paid quote whose buyer asked for an invoice %s', async (_, items) => {
    const { documentRef, totals } = await newSent(issuer, { items });
    const { cfdiDocumentRef, salesReceiptDocumentRef, ...payment } = await sold(documentRef);
    expect(payment).toMatchObject({ applicationStatus: 'applied', invoiceStatus: 'issued' });
    const total = { amount: (totals as { total: number }).total };
    expect(payment).toMatchObject(total);
    const receipt = `/v1/sales-receipts/${salesReceiptDocumentRef}`;
    expect(await dataOf(issuer.request('GET', receipt))).toMatchObject({ total });
    expect(await dataOf(issuer.request('GET', `/v1/cfdi/${cfdiDocumentRef}`))).toMatchObject({
      status: 'valid',
      receiver: { rfc: fiscalCustomer.rfc },
      total,
    });
  });
});
