import { newId, createRun, Refusal, type CallContext } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { acceptQuote } from '../src/operations/accept-quote';
import { adjustInventory } from '../src/operations/adjust-inventory';
import { cancelQuote } from '../src/operations/cancel-quote';
import { createQuote } from '../src/operations/create-quote';
import { getQuote } from '../src/operations/get-quote';
import { getSalesReceipt } from '../src/operations/get-sales-receipt';
import { publishQuote } from '../src/operations/publish-quote';
import { putSalesReceiptFields } from '../src/operations/put-sales-receipt-fields';
import { recordQuotePayment } from '../src/operations/record-quote-payment';
import { refundSalesReceipt } from '../src/operations/refund-sales-receipt';
import { retryQuotePayment } from '../src/operations/retry-quote-payment';
import { updateProduct } from '../src/operations/update-product';
import { applyQuotePayment } from '../src/workflows/apply-quote-payment';
import {
  addContact,
  addLocation,
  addSoldProduct,
  publicly,
  quoteEvents,
  receiptEvents,
  startCommerce,
} from './commerce';

let service: ServiceRuntime;
let context: CallContext;
let productId: string;
beforeAll(async () => void (service = await startCommerce()));
beforeEach(async () => {
  context = callContext();
  service.setClock('2026-11-21T15:00:00.000Z');
  productId = await addSoldProduct(service, context);
});
afterAll(() => service.close());

interface Payment {
  paymentId: string;
  applicationStatus: string;
  applicationErrorCode?: string;
  applicationError?: string;
  salesReceiptDocumentRef?: string;
}
type Shown = Record<string, unknown> & {
  documentRef: string;
  status: string;
  payment?: Payment;
  duplicatePayments?: Payment[];
};

const asked = async (work: Promise<unknown>) => (await work) as Shown;
const get = (documentRef: string) => asked(service.answer(getQuote, context, { documentRef }));
const record = (documentRef: string, more: object = {}) =>
  asked(service.answer(recordQuotePayment, context, { documentRef, ...more }));
const retry = ({ documentRef, payment }: Shown, more: object = {}) =>
  asked(
    service.answer(retryQuotePayment, context, {
      documentRef,
      paymentId: payment!.paymentId,
      ...more,
    }),
  );
const applied = async ({ documentRef, payment }: Shown) => {
  await applyQuotePayment(createRun(service.runtime, context), payment!.paymentId);
  return get(documentRef);
};
const applicationOf = ({ payment }: Shown) =>
  [payment?.applicationStatus, payment?.applicationErrorCode].filter(Boolean).join(' ');
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'not refused',
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return [error.code, error.details.reason].filter(Boolean).join(' ');
    },
  );

const seller = `user:${newId()}`;

async function sent(changes: object = {}): Promise<string> {
  const items = { entries: [{ kind: 'product', productId, quantity: '3' }] };
  const fields = { customerName: 'Eva', items, ...changes } as never;
  const { documentRef } = await asked(service.answer(createQuote, context, { fields, seller }));
  await service.answer(publishQuote, context, { documentRef });
  return documentRef;
}
const accept = (documentRef: string) =>
  asked(service.answer(acceptQuote, context, { documentRef, ...publicly }));
const receiptOf = (documentRef: unknown) =>
  service.answer(getSalesReceipt, context, { documentRef: documentRef as string });

describe('quote payments', () => {
  it('the payment of an accepted quote creates one receipt for the accepted charge', async () => {
    const documentRef = await sent();
    await accept(documentRef);
    const recorded = await record(documentRef, { paymentForm: '03' });
    expect(recorded).toMatchObject({
      status: 'accepted',
      payment: {
        source: 'manual',
        amount: 348,
        currency: 'MXN',
        applicationStatus: 'pending',
        paymentForm: '03',
        paidAt: '2026-11-21T15:00:00.000Z',
      },
    });
    const run = createRun(service.runtime, context);
    const { paymentId } = recorded.payment!;
    const worked = await Promise.all([1, 2, 3].map(() => applyQuotePayment(run, paymentId)));
    expect(worked.filter(Boolean)).toHaveLength(1);
    const done = await get(documentRef);
    expect(done).toMatchObject({ status: 'converted', payment: { applicationStatus: 'applied' } });
    expect(done.receiptDocumentRef).toBe(done.payment!.salesReceiptDocumentRef);
    expect(await receiptOf(done.receiptDocumentRef)).toMatchObject({
      saleType: 'paid',
      paymentForm: '03',
      customerName: 'Eva',
      seller,
      total: { amount: 348 },
    });
    const events = await quoteEvents(service, context.organizationId);
    expect(events.map(({ subject }) => subject.split('.').at(-1))).toEqual([
      'published',
      'accepted',
      'converted',
    ]);
    expect(await receiptEvents(service, context.organizationId, 'created')).toHaveLength(1);
  });

  it('the payment of a published quote accepts the quote for the public in general', async () => {
    const documentRef = await sent();
    const done = await applied(await record(documentRef, { paymentForm: '01' }));
    expect(done).toMatchObject({
      status: 'converted',
      acceptance: { fiscalTreatment: 'public_general', invoiceRequested: false },
    });
  });

  it('the payment of an accepted quote continues after a crash between its steps', async () => {
    const recorded = await record(await sent(), { paymentForm: '01' });
    const { paymentId } = recorded.payment!;
    const dying = createRun(service.runtime, context);
    let steps = 0;
    const step: typeof dying.step = (work) =>
      (steps += 1) === 2 ? Promise.reject(new Error('killed')) : dying.step(work);
    await expect(applyQuotePayment({ ...dying, step }, paymentId)).rejects.toThrow('killed');
    expect(applicationOf(await get(recorded.documentRef))).toBe('processing');
    // Another worker waits until the lease has expired.
    expect(applicationOf(await applied(recorded))).toBe('processing');
    service.setClock('2026-11-21T15:02:00.000Z');
    expect(applicationOf(await applied(recorded))).toBe('applied');
    expect(await receiptEvents(service, context.organizationId, 'created')).toHaveLength(1);
  });

  it('the payment is rejected for a quote that cannot be accepted', async () => {
    const documentRef = await sent();
    service.setClock('2027-01-01T00:00:00.000Z');
    expect(await refusalOf(record(documentRef, { paymentForm: '01' }))).toBe('conflict expired');
  });

  it('the payment of an accepted quote must not be dated in the future', async () => {
    const paidAt = '2026-11-21T15:00:01.000Z';
    await expect(record(await sent(), { paymentForm: '03', paidAt })).rejects.toMatchObject({
      code: 'validation_error',
      details: { issues: [{ path: ['paidAt'], code: 'in_future' }] },
    });
  });

  it('a quote with a payment cannot be canceled', async () => {
    const documentRef = await sent();
    await record(documentRef);
    expect(await refusalOf(service.answer(cancelQuote, context, { documentRef }))).toBe(
      'conflict has_payment',
    );
  });
});

describe('failed payments', () => {
  it('a payment waits for a payment form if it has none', async () => {
    const waiting = await applied(await record(await sent()));
    expect(applicationOf(waiting)).toBe('failed payment_form_required');
    const again = await retry(waiting, { paymentForm: '04' });
    expect(applicationOf(again)).toBe('processing');
    expect(applicationOf(await applied(again))).toBe('applied');
    expect(await refusalOf(retry(again))).toBe('conflict applied');
  });

  it('a payment waits for a location if there are several locations', async () => {
    await addLocation(service, context, { code: 'A' });
    const second = await addLocation(service, context, { code: 'B' });
    const waiting = await applied(await record(await sent(), { paymentForm: '01' }));
    expect(applicationOf(waiting)).toBe('failed location_resolution_required');
    const done = await applied(await retry(waiting, { locationId: second }));
    expect(await receiptOf(done.receiptDocumentRef)).toMatchObject({ locationId: second });
  });

  it('a payment is applied at the organization’s only location', async () => {
    const locationId = await addLocation(service, context);
    const done = await applied(await record(await sent(), { paymentForm: '01' }));
    expect(await receiptOf(done.receiptDocumentRef)).toMatchObject({ locationId });
  });

  it('a payment is in conflict if the taxes of a product have changed, and is applied after a correction', async () => {
    const documentRef = await sent();
    await accept(documentRef);
    const tax = (taxRate: string, taxability: string) =>
      service.answer(updateProduct, context, {
        productId,
        fields: { taxRate, taxability },
        cleared: [],
      });
    await tax('0', 'zero');
    const drifted = await applied(await record(documentRef, { paymentForm: '01' }));
    expect(applicationOf(drifted)).toBe('conflict fiscal_drift');
    expect(drifted.status).toBe('accepted');
    expect(await receiptEvents(service, context.organizationId, 'created')).toEqual([]);
    await tax('0.16', 'standard');
    expect(applicationOf(await applied(await retry(drifted)))).toBe('applied');
  });

  it('a payment is in conflict if it differs from the accepted total', async () => {
    const less = await record(await sent(), { paymentForm: '01', amount: '347.99' });
    const drifted = await applied(less);
    expect(applicationOf(drifted)).toBe('conflict fiscal_drift');
    expect(drifted.payment!.applicationError).toContain('347.99');
    await retry(drifted, { amount: '348' });
    const done = await applied(drifted);
    expect(done).toMatchObject({ status: 'converted', payment: { amount: 348 } });
  });

  it("a payment keeps the price of the quote if the product's price has changed", async () => {
    const documentRef = await sent();
    const change = { productId, fields: { price: '500' }, cleared: [] };
    await service.answer(updateProduct, context, change);
    const done = await applied(await record(documentRef, { paymentForm: '01' }));
    expect(await receiptOf(done.receiptDocumentRef)).toMatchObject({ total: { amount: 348 } });
  });

  it('a payment that cannot be applied shows why no receipt can be created', async () => {
    const locationId = await addLocation(service, context);
    const moved = { productId, locationId, countedQuantity: '1', reason: 'Conteo' };
    await service.answer(adjustInventory, context, moved);
    const settings = { fields: [], allowNegativeStock: false };
    await service.answer(putSalesReceiptFields, context, settings);
    const failed = await applied(await record(await sent(), { paymentForm: '01' }));
    expect(applicationOf(failed)).toBe('failed application_failed');
    expect(failed.payment!.applicationError).toContain('The location does not have this much');
    await service.answer(adjustInventory, context, { ...moved, countedQuantity: '3' });
    expect(applicationOf(await applied(await retry(failed)))).toBe('applied');
  });

  it('a payment is recorded as a duplicate if another payment came first', async () => {
    const documentRef = await sent();
    const both = await Promise.all([1, 2].map(() => record(documentRef, { paymentForm: '01' })));
    expect(both).toHaveLength(2);
    const shown = await get(documentRef);
    expect(shown.duplicatePayments).toMatchObject([
      { applicationStatus: 'conflict', applicationErrorCode: 'duplicate_payment' },
    ]);
    const done = await applied(shown);
    expect(applicationOf(done)).toBe('applied');
    const [duplicate] = done.duplicatePayments!;
    expect(await refusalOf(retry({ ...done, payment: duplicate! }))).toBe(
      'conflict duplicate_payment',
    );
    expect(
      await refusalOf(retry({ ...done, payment: { ...duplicate!, paymentId: newId() } })),
    ).toBe('not_found');
  });

  it('a payment is rejected after a hundred payments of one quote, because every response lists them', async () => {
    const documentRef = await sent();
    await record(documentRef, { paymentForm: '01' });
    await service.rows(
      `insert into quote_payments (id, org_id, version, quote_id, is_live, source, amount, paid_at,
         application_status, created_at, updated_at)
       select gen_random_uuid(), $1, 1, $2, false, 'manual', 1, now(), 'conflict', now(), now()
       from generate_series(1, 98)`,
      [context.organizationId, documentRef.slice(6)],
    );
    expect((await record(documentRef)).duplicatePayments).toHaveLength(99);
    expect(await refusalOf(record(documentRef))).toBe('conflict too_many_payments');
  });
});

describe('withheld taxes', () => {
  const fees = {
    description: 'Asesoría',
    price: '1000.03',
    taxIncluded: false,
    satProductCode: '80101500',
    satUnitCode: 'E48',
    taxRate: '0.16',
    taxability: 'standard',
    withholdings: {
      entries: [
        { type: 'ISR', rate: '0.1' },
        { type: 'IVA', rate: '0.106667' },
      ],
    },
  };
  const items = async () => {
    const feesId = await addSoldProduct(service, context, fees);
    return { entries: [{ kind: 'product', productId: feesId, quantity: '3' }] };
  };

  it('a quote whose buyer withholds taxes becomes a receipt of the paid amount, and refunds return the whole amount', async () => {
    const documentRef = await sent({ items: await items() });
    const done = await applied(await record(documentRef, { paymentForm: '03' }));
    const total = { amount: 2860.08 };
    expect(done).toMatchObject({ totals: { total: total.amount }, payment: total });
    const receipt = await receiptOf(done.receiptDocumentRef);
    const payments = [{ paymentForm: '03', amount: total.amount }];
    expect(receipt).toMatchObject({ total, payments, items: [{ lineTotal: 3480.1 }] });
    const [{ lineRef }] = receipt['items'] as [{ lineRef: string }];
    const backs: number[] = [];
    for (const quantity of ['1', '1', '1']) {
      const refund = await service.answer(refundSalesReceipt, context, {
        documentRef: done.receiptDocumentRef as string,
        lines: [{ lineRef, quantity }],
        method: 'cash_back',
        restock: false,
      });
      backs.push((refund['total'] as { amount: number }).amount);
    }
    expect(backs.map((back) => Math.round(back))).toEqual([953, 953, 953]);
    expect(await receiptOf(done.receiptDocumentRef)).toMatchObject({ refundedTotal: total.amount });
  });
});

describe('settlement terms', () => {
  const settlementTerms = {
    installmentCount: 3,
    firstDue: { kind: 'months_after_transaction', months: 1 },
    recurrence: { kind: 'last_day' },
  };

  it('a quote with settlement terms becomes a receipt on credit when it is accepted', async () => {
    const customerId = await addContact(service, context, { creditEnabled: true });
    const documentRef = await sent({ customerId, settlementTerms });
    const accepted = await accept(documentRef);
    expect(accepted.status).toBe('converted');
    expect(await receiptOf(accepted.receiptDocumentRef)).toMatchObject({
      saleType: 'credit',
      customerId,
      settlementTerms,
      paymentDueDate: '2026-12-31',
      total: { amount: 348 },
    });
    expect(await refusalOf(record(documentRef))).toBe('conflict on_credit');
    const planId = newId();
    await service.rows('update sales_receipts set receivable_plan_id = $1 where customer_id = $2', [
      planId,
      customerId,
    ]);
    expect(await get(documentRef)).toMatchObject({ receivablePlanId: planId });
  });

  it('a quote with settlement terms cannot be accepted if the charge would differ', async () => {
    const customerId = await addContact(service, context, { creditEnabled: true });
    const documentRef = await sent({ customerId, settlementTerms });
    const tax = (taxRate: string, taxability: string) =>
      service.answer(updateProduct, context, {
        productId,
        fields: { taxRate, taxability },
        cleared: [],
      });
    await tax('0', 'zero');
    expect(await refusalOf(accept(documentRef))).toBe('conflict fiscal_drift');
    expect(await get(documentRef)).toMatchObject({ status: 'sent' });
    expect(await receiptEvents(service, context.organizationId, 'created')).toEqual([]);
    await tax('0.16', 'standard');
    expect(await accept(documentRef)).toMatchObject({ status: 'converted' });
  });

  it('a quote with settlement terms cannot be accepted if its location is unknown', async () => {
    const customerId = await addContact(service, context, { creditEnabled: true });
    const documentRef = await sent({ customerId, settlementTerms });
    await addLocation(service, context, { code: 'A' });
    await addLocation(service, context, { code: 'B' });
    expect(await refusalOf(accept(documentRef))).toBe('conflict location_resolution_required');
    expect(await get(documentRef)).toMatchObject({ status: 'sent' });
  });
});
