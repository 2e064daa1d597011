import type { fiscalCfdi } from '@timbre/contract';
import { createRun, Refusal, unavailable, type CallContext } from '@timbre/kit';
import { callContext } from '@timbre/testkit';
import { acceptQuote } from '../src/operations/accept-quote';
import { createQuote } from '../src/operations/create-quote';
import { getQuote } from '../src/operations/get-quote';
import { publishQuote } from '../src/operations/publish-quote';
import { recordQuotePayment } from '../src/operations/record-quote-payment';
import { retryQuotePayment } from '../src/operations/retry-quote-payment';
import { applyQuotePayment } from '../src/workflows/apply-quote-payment';
import { documentKey } from '../src/workflows/draft-document';
import type { FiscalProviders } from '../src/workflows/fiscal-drafts';
import { followCfdi } from '../src/workflows/follow-cfdi';
import { invoiceQuote } from '../src/workflows/invoice-quote';
import { settleDocument } from '../src/workflows/settle-document';
import { addSoldProduct, startCommerce } from './commerce';
import { fiscalDrafts } from './fiscal-drafts';

const { drafts, draftReceiptInvoice } = fiscalDrafts('348.00');
/** The refusal with which fiscal-cfdi responds to a stamp, if any. */
let refusal: Refusal | undefined;
/**
 * The refusal with which fiscal-cfdi responds to a draft, and the error after the draft was
 * created.
 */
let [draftRefusal, draftLoss]: (Refusal | undefined)[] = [];
const stamped: string[] = [];
const fiscal = {
  async draftReceiptInvoice(request: { key: string }) {
    if (draftRefusal) throw draftRefusal;
    const draft = await draftReceiptInvoice(request);
    if (draftLoss) throw draftLoss;
    return draft;
  },
  stampCfdi: ({ documentRef }: { documentRef: string }) => {
    if (refusal) return Promise.reject(refusal);
    stamped.push(documentRef);
    return Promise.resolve({});
  },
} as unknown as FiscalProviders['fiscal'];

interface Payment {
  paymentId: string;
  invoiceStatus: string;
  invoiceError?: string;
  cfdiDocumentRef?: string;
}

let service: Awaited<ReturnType<typeof startCommerce<FiscalProviders>>>;
let context: CallContext;
beforeAll(async () => void (service = await startCommerce({ fiscal })));
beforeEach(() => {
  context = callContext();
  service.setClock('2026-11-21T15:00:00.000Z');
  drafts.clear();
  stamped.splice(0);
});
afterAll(() => service.close());

const fiscalCustomer = {
  rfc: 'URE180429TM6',
  legalName: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  taxSystem: '601',
  postalCode: '86991',
  cfdiUse: 'G03',
  email: 'compras@example.com',
};

const paymentOf = async (documentRef: string) =>
  (await service.answer(getQuote, context, { documentRef }))['payment'] as Payment;

/** Returns a paid quote with a requested invoice. */
async function paid(): Promise<string> {
  const productId = await addSoldProduct(service, context);
  const items = { entries: [{ kind: 'product', productId, quantity: '3' }] };
  const fields = { customerName: 'Eva', items } as never;
  const { documentRef } = (await service.answer(createQuote, context, { fields })) as {
    documentRef: string;
  };
  await service.answer(publishQuote, context, { documentRef });
  await service.answer(acceptQuote, context, {
    documentRef,
    revisionNumber: 1,
    invoiceRequested: true,
    fiscalCustomer,
    fiscalTreatment: 'specific_counterparty',
  });
  await service.answer(recordQuotePayment, context, { documentRef, paymentForm: '03' });
  const { paymentId } = await paymentOf(documentRef);
  await applyQuotePayment(createRun(service.runtime, context), paymentId);
  return documentRef;
}

/** Returns the payment after the next attempt at its invoice. */
async function invoiced(documentRef: string, answer: Refusal | undefined): Promise<Payment> {
  refusal = answer;
  const { paymentId } = await paymentOf(documentRef);
  const run = createRun(service.runtime, context);
  await invoiceQuote(run, service.runtime.providers, paymentId).catch((error: unknown) => error);
  return paymentOf(documentRef);
}

const retry = async (documentRef: string) => {
  const { paymentId } = await paymentOf(documentRef);
  return service.answer(retryQuotePayment, context, { documentRef, paymentId });
};

/** Deletes a draft, as a person would. */
async function drop([key, reference]: [key: string, documentRef: string]): Promise<void> {
  const cfdi = {
    cfdiId: reference.slice('cfdi:'.length),
    origin: { key },
    status: 'draft',
    version: 9,
  };
  const run = createRun(service.runtime, context);
  await run.step((tx) => followCfdi(tx, cfdi as unknown as fiscalCfdi.Cfdi, true));
  await settleDocument(run, { fiscal }, key.slice(documentKey('').length));
}

const count = async (table: string): Promise<number> => {
  const sql = `select count(*)::int as count from ${table} where org_id = $1`;
  return (await service.rows<{ count: number }>(sql, [context.organizationId]))[0]!.count;
};
const claims = () => count('receipt_claims');
const receipts = () => count('sales_receipts');

it.each([
  ['the wallet is empty', new Refusal('payment_required', 'The wallet is empty.', {})],
  ['the SAT refuses it', new Refusal('validation_error', 'CFDI40147', {})],
])('a retry after %s continues the invoice with its draft', async (_, answer) => {
  const documentRef = await paid();
  expect(await invoiced(documentRef, answer)).toMatchObject({
    applicationStatus: 'applied',
    invoiceStatus: 'failed',
    invoiceError: answer.message,
  });
  expect(await invoiced(documentRef, undefined)).toMatchObject({ invoiceStatus: 'failed' });
  await retry(documentRef);
  const done = await invoiced(documentRef, undefined);
  const [draft] = [...drafts.values()];
  expect(done).toMatchObject({ invoiceStatus: 'issued', cfdiDocumentRef: draft });
  expect(done).not.toHaveProperty('invoiceError');
  expect([drafts.size, stamped]).toEqual([1, [draft]]);
  await expect(retry(documentRef)).rejects.toMatchObject({ details: { reason: 'applied' } });
});

it('the invoice starts again each time a person deletes its draft', async () => {
  const documentRef = await paid();
  const refused = new Refusal('validation_error', 'CFDI40147', {});
  for (let time = 1; time <= 2; time += 1) {
    expect(await invoiced(documentRef, refused)).toMatchObject({ invoiceError: 'CFDI40147' });
    expect(drafts.size).toBe(time);
    await drop([...drafts].at(-1)!);
    await retry(documentRef);
  }
  expect(await invoiced(documentRef, refused)).toMatchObject({ invoiceError: 'CFDI40147' });
  await retry(documentRef);
  expect(await invoiced(documentRef, undefined)).toMatchObject({ invoiceStatus: 'issued' });
  expect([drafts.size, stamped]).toEqual([3, [[...drafts.values()].at(-1)]]);
});

it('a job continues an invoice with an unknown outcome, using the same draft', async () => {
  const documentRef = await paid();
  const unknown = await invoiced(documentRef, unavailable('no answer'));
  expect(unknown).toMatchObject({ invoiceStatus: 'processing' });
  await expect(retry(documentRef)).rejects.toMatchObject({ details: { reason: 'applied' } });
  service.setClock('2026-11-21T15:02:00.000Z');
  expect(await invoiced(documentRef, undefined)).toMatchObject({ invoiceStatus: 'issued' });
  expect([drafts.size, stamped]).toEqual([1, [...drafts.values()]]);
});

it.each([
  ['fields', new Refusal('validation_error', 'The draft has a fault.', {})],
  ['series', new Refusal('conflict', 'The organization has no series.', { reason: 'no_series' })],
])(
  'the receipt exists and stays free while its draft is refused because of its %s',
  async (_, answer) => {
    const documentRef = await paid();
    draftRefusal = answer;
    const failed = await invoiced(documentRef, undefined);
    draftRefusal = undefined;
    expect(failed).toMatchObject({
      applicationStatus: 'applied',
      invoiceStatus: 'failed',
      invoiceError: answer.message,
      salesReceiptDocumentRef: expect.any(String),
    });
    expect(failed).not.toHaveProperty('cfdiDocumentRef');
    expect([drafts.size, stamped]).toEqual([0, []]);
    expect(await claims()).toBe(0);
    await retry(documentRef);
    expect(await invoiced(documentRef, undefined)).toMatchObject({ invoiceStatus: 'issued' });
    expect([drafts.size, stamped]).toEqual([1, [...drafts.values()]]);
    expect(await claims()).toBe(1);
    expect(await receipts()).toBe(1);
  },
);

it('a draft whose response was lost is found again, and no second draft is created', async () => {
  const documentRef = await paid();
  draftLoss = unavailable('no answer');
  expect(await invoiced(documentRef, undefined)).toMatchObject({ invoiceStatus: 'processing' });
  draftLoss = undefined;
  expect([drafts.size, stamped]).toEqual([1, []]);
  service.setClock('2026-11-21T15:02:00.000Z');
  expect(await invoiced(documentRef, undefined)).toMatchObject({ invoiceStatus: 'issued' });
  expect([drafts.size, stamped]).toEqual([1, [...drafts.values()]]);
  expect([await claims(), await receipts()]).toEqual([1, 1]);
});
