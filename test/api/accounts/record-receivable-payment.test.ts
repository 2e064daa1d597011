import { created, dataOf, newStamped, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { until } from '../until';
import { deferred, list, narrowed } from './books';

let api: Api;
let invoice: Shown;
let payments: string;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  await created(api, '/v1/settings/series', { code: 'PC', kind: 'payment_complement' });
  invoice = await newStamped(api, deferred);
  payments = `/v1/accounts/receivables/${invoice.customerId}/payments`;
  await until(
    60_000,
    async () => (await list(api)).json.data as Shown[],
    (rows) => rows.length > 0,
  );
});

const paid = { amount: 100, formCode: '03', paidOn: '2026-01-20', reference: 'SPEI 881' };

const pay = (body: object, { path = payments, by = api } = {}) =>
  by.request('POST', path, { body });

describe('201', () => {
  it('recordReceivablePayment applies the payment to the oldest debt and records the rest as credit', async () => {
    const total = invoice.total.amount as number;
    const payment = await dataOf(pay({ ...paid, amount: total + 10 }));
    expect(payment).toMatchObject({
      kind: 'payment',
      side: 'receivable',
      currency: 'MXN',
      occurredOn: '2026-01-20',
      amount: -total - 10,
      formCode: '03',
      reference: 'SPEI 881',
      applications: [{ documentRef: invoice.documentRef, amount: total }],
    });
    expect((await list(api, '?kind=payment')).json.data).toEqual([payment]);
  });

  it('recordReceivablePayment pays an invoice immediately after its stamp', async () => {
    const { customerId, documentRef, total } = await newStamped(api, deferred);
    const { amount } = total as { amount: number };
    const path = `/v1/accounts/receivables/${customerId}/payments`;
    const applications = [{ documentRef, amount }];
    expect(await dataOf(pay({ ...paid, amount, applications }, { path }))).toMatchObject({
      documentRef,
      amount: -amount,
    });
  });
});

describe('complement', () => {
  /**
   * Creates an invoice, and the input of a payment of its open balance on the date of the invoice.
   */
  async function owing(changes: object = {}) {
    const owed = await newStamped(api, { ...deferred, ...changes });
    const { customerId, documentRef, total } = owed;
    const { amount, currency } = total as { amount: number; currency: string };
    const paidOn = (owed.issuedLocalDateTime as string).slice(0, 10);
    const body = { ...paid, paidOn, amount, currency };
    const path = `/v1/accounts/receivables/${customerId}/payments`;
    return { documentRef: documentRef as string, amount, body, path };
  }

  it('`complement: stamp` records the payment and stamps its complement in one call', async () => {
    const { documentRef, body, path } = await owing();
    const payment = await dataOf(pay({ ...body, complement: 'stamp' }, { path }));
    expect(payment.complement).toEqual({ status: 'stamped' });
    const complement = await dataOf(
      api.request('GET', `/v1/cfdi/${payment.complementDocumentRef as string}`),
    );
    expect(complement).toMatchObject({ kind: 'payment_complement', status: 'valid' });
    const invoiceNow = await dataOf(api.request('GET', `/v1/cfdi/${documentRef}`));
    expect(invoiceNow.payment).toMatchObject({ remainingBalance: 0 });
  });

  it('`complement: draft` drafts a complement, even if a debt in dollars is paid in pesos', async () => {
    const { amount, body, path } = await owing({ currency: 'USD', exchangeRate: 17.5 });
    const pesos = { currency: 'MXN', amount: Math.round(amount * 1750) / 100 };
    const payment = await dataOf(pay({ ...body, complement: 'draft', received: pesos }, { path }));
    expect(payment.complement).toEqual({ status: 'drafted' });
    const reference = payment.complementDocumentRef as string;
    const draft = await dataOf(api.request('GET', `/v1/cfdi/${reference}`));
    expect(draft).toMatchObject({ status: 'draft', complement: { amount: pesos } });
  });

  it('`complementDocumentRef` counts a payment with a previously stamped complement only once', async () => {
    const { amount, body, path } = await owing();
    const stamped = await dataOf(pay({ ...body, complement: 'stamp' }, { path }));
    const { complementDocumentRef } = stamped;
    const again = await pay({ ...body, complementDocumentRef }, { path });
    expect(refusalOf(again)).toBe('409 conflict exceeds_complement');
    const other = await owing();
    const { uuid } = await dataOf(api.request('GET', `/v1/cfdi/${other.documentRef}`));
    const document = { uuid, taxes: 'auto', amount, installment: 1, previousBalance: amount };
    const paper = await created(api, '/v1/cfdi', {
      kind: 'payment_complement',
      customerId: other.path.split('/')[4],
      payment: { formCode: '03', documents: [document] },
    });
    await dataOf(api.request('POST', `/v1/cfdi/${paper.documentRef}/stamp`));
    const linked = { ...other.body, complementDocumentRef: paper.documentRef as string };
    expect(await dataOf(pay(linked, { path: other.path }))).toMatchObject({
      amount: 0,
      entries: [],
      complementDocumentRef: paper.documentRef,
      applications: [{ documentRef: other.documentRef, amount }],
    });
  });

  it('a payment is recorded even if the SAT would reject its complement, and the response states the reason', async () => {
    const { body, path } = await owing();
    const early = { ...body, paidOn: '2026-01-20', complement: 'stamp' };
    const recorded = await pay(early, { path });
    expect(recorded.json).toMatchObject({
      warnings: [{ path: ['paidOn'], code: 'paid_before_issue' }],
    });
    const payment = (recorded.json as { data: Record<string, unknown> }).data;
    expect(payment.complement).toMatchObject({
      status: 'failed',
      issues: [{ path: expect.any(Array), code: 'paid_before_issue' }],
      nextStep: expect.stringContaining('POST /v1/cfdi'),
    });
  });

  it('recordReceivablePayment warns of a payment before the invoice date, but not of a payment on that date', async () => {
    const { body, path, documentRef } = await owing();
    const half = { ...body, amount: 1 };
    const early = await pay({ ...half, paidOn: '2026-01-20' }, { path });
    const [warning] = (early.json as { warnings: { message: string }[] }).warnings;
    expect(warning?.message).toContain(`${documentRef} is dated ${body.paidOn}`);
    expect((await pay(half, { path })).json).not.toHaveProperty('warnings');
  });

  it('recordReceivablePayment answers 403 if the complement is to be stamped and the key may not stamp', async () => {
    const { body, path } = await owing();
    const by = await narrowed(api, ['receivables:manage']);
    const refused = await pay({ ...body, complement: 'stamp' }, { path, by });
    expect(refusalOf(refused)).toBe('403 forbidden insufficient_scope');
    expect(JSON.stringify(refused.json)).toMatch('invoices:manage');
    expect(refusalOf(await pay({ ...body, complement: 'draft' }, { path, by }))).toBe('201');
  });
});

it('recordReceivablePayment answers 400 and reports every fault of the payment', async () => {
  const body = { amount: -1, formCode: '98', paidOn: 'yesterday', applications: [] };
  expect(issuesOf(await pay(body)).sort()).toEqual([
    'amount: too_small',
    'applications: too_small',
    'formCode: not_in_catalog',
    'paidOn: invalid_format',
  ]);
  expect(issuesOf(await pay({ amount: 1, paidOn: '2026-01-20' }))).toEqual([
    'formCode: payment_form_required',
  ]);
});

it('recordReceivablePayment answers 403 for an API key that may only access payables', async () => {
  const payables = await narrowed(api, ['payables:manage']);
  expect(refusalOf(await pay(paid, { by: payables }))).toBe('403 forbidden insufficient_scope');
});

it('recordReceivablePayment answers 404 for a customer that does not exist', async () => {
  const path = '/v1/accounts/receivables/x/payments';
  expect(refusalOf(await pay(paid, { path }))).toBe('404 not_found');
});

it('recordReceivablePayment answers 409 for a payment that exceeds the balance of a document', async () => {
  const applications = [{ documentRef: invoice.documentRef, amount: 1 }];
  const refused = await pay({ ...paid, applications });
  expect(refusalOf(refused)).toBe('409 conflict exceeds_balance');
});
