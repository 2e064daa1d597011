import { accounts, type fiscalCfdi } from '@timbre/contract';
import { createRun, newId, type CallContext, type ReceivedEvent } from '@timbre/kit';
import { onReceivablesChanged } from '../src/events/on-receivable-changed';
import { createCfdi } from '../src/operations/create-cfdi';
import { getCfdi } from '../src/operations/get-cfdi';
import { listCfdi } from '../src/operations/list-cfdi';
import { listCfdiFamilies } from '../src/operations/list-cfdi-families';
import { suggestPaymentComplement } from '../src/operations/suggest-payment-complement';
import { customItem, idOf, newOrganization, refusalOf, startCfdi, type Cfdi } from './cfdi';
import { stampedInvoice, stampWithoutPac } from './stamped';

let cfdi: Cfdi;
beforeAll(async () => void (cfdi = await startCfdi()));
afterAll(() => cfdi.service.close());

type Invoice = Awaited<ReturnType<typeof stampedInvoice>>;
const whole = { remainingBalance: 232, effectiveRemainingBalance: 232 };

/** Creates a customer with a stamped and unpaid invoice of 232. */
async function debtor() {
  const context = await newOrganization(cfdi);
  const customerId = cfdi.commerce.customer(context);
  return { context, customerId, invoice: await stampedInvoice(cfdi, context, { customerId }) };
}

/** Adds a stamped credit note of 58 (50 and its IVA) that relates to these invoices. */
async function credit(
  context: CallContext,
  customerId: string,
  invoices: { uuid: string }[],
  relationship = '01',
) {
  const input: fiscalCfdi.CfdiInput = {
    kind: 'credit_note',
    customerId,
    items: [{ ...customItem, quantity: '1', unitPrice: '50' } as never],
    creditNote: {
      formCode: relationship === '07' ? '30' : '03',
      relatedDocuments: [{ relationship, documents: invoices.map(({ uuid }) => uuid) }],
    },
  };
  const draft = await cfdi.service.answer(createCfdi, context, { input });
  const { documentRef } = draft as { documentRef: string };
  return { documentRef, total: (draft as { total: { amount: number } }).total.amount };
}

let folio = 0;
const stampIt = (note: { documentRef: string }) => stampWithoutPac(cfdi, note.documentRef, ++folio);
const balanceOf = async (context: CallContext, { documentRef }: Invoice) =>
  (await cfdi.service.answer(getCfdi, context, { documentRef }))['payment'] as object;

describe('a credit note', () => {
  it.each(['01', '03', '07'])(
    'a credit note with relation %s lowers the effective balance while it is valid, and not the fiscal balance',
    async (relationship) => {
      const { context, customerId, invoice } = await debtor();
      const note = await credit(context, customerId, [invoice], relationship);
      expect(note.total).toBe(58);
      expect(await balanceOf(context, invoice)).toMatchObject(whole);
      await stampIt(note);
      const lowered = { remainingBalance: 232, effectiveRemainingBalance: 174 };
      expect(await balanceOf(context, invoice)).toMatchObject(lowered);
      const { data } = await cfdi.service.page(listCfdi, context, { kind: 'income' } as never);
      expect(data).toMatchObject([{ payment: lowered }]);
      await cfdi.service.rows(`update cfdi set status = 'canceled' where id = $1`, [idOf(note)]);
      expect(await balanceOf(context, invoice)).toMatchObject(whole);
    },
  );

  it('a stamped credit note reduces the balance of its invoice', async () => {
    const { context, customerId, invoice } = await debtor();
    const note = await credit(context, customerId, [invoice]);
    const families = async () => {
      const cfdiIds = [idOf(invoice), newId(), 'x'];
      const { runtime } = cfdi.service;
      const { documents } = await listCfdiFamilies.run(runtime, context, { cfdiIds });
      return documents.map(({ cfdiId }) => cfdiId);
    };
    expect(await families()).toEqual([idOf(invoice)]);
    await stampIt(note);
    expect(await families()).toEqual([idOf(invoice), idOf(note)].toSorted());
    const ofCustomer = { cfdiIds: [], customerId };
    expect(await listCfdiFamilies.run(cfdi.service.runtime, context, ofCustomer)).toMatchObject({
      documents: [idOf(invoice), idOf(note)].toSorted().map((cfdiId) => ({ cfdiId })),
    });
    const ofRfc = async (direction: string) => {
      const named = { cfdiIds: [], counterpartyRfc: 'URE180429TM6', direction };
      const { documents } = await listCfdiFamilies.run(cfdi.service.runtime, context, named);
      return documents.map(({ cfdiId }) => cfdiId);
    };
    expect(await ofRfc('issued')).toEqual([]);
    await cfdi.service.rows(
      `update cfdi set customer_id = null, counterparty_rfc = 'URE180429TM6' where id = $1`,
      [idOf(invoice)],
    );
    expect(await ofRfc('issued')).toEqual([idOf(invoice), idOf(note)].toSorted());
    expect(await ofRfc('received')).toEqual([]);
    const other = await newOrganization(cfdi);
    const cfdiIds = [idOf(invoice)];
    expect(await listCfdiFamilies.run(cfdi.service.runtime, other, { cfdiIds })).toEqual({
      documents: [],
    });
  });

  it('a credit note lowers the suggested payment, but not the fiscal balance of the next complement', async () => {
    const { context, customerId, invoice } = await debtor();
    const note = await credit(context, customerId, [invoice]);
    await stampIt(note);
    const { uuid } = invoice;
    const suggest = (request: object) =>
      cfdi.service.answer(suggestPaymentComplement as never, context, { customerId, ...request });
    expect(await suggest({ documents: [{ uuid }] })).toMatchObject({
      documents: [{ previousBalance: 232, amount: 174, remainingBalance: 58 }],
    });
    const tooMuch = { customerId, documents: [{ uuid, amount: '174.01' }] };
    const refusal = await refusalOf(cfdi, suggestPaymentComplement as never, context, tooMuch);
    expect(refusal.details.issues).toMatchObject([
      { path: ['documents', 0, 'amount'], code: 'amount_above_balance' },
    ]);
    const paid = { uuid, amount: '174.01', installment: 1, previousBalance: '232' };
    const input = {
      kind: 'payment_complement',
      customerId,
      items: [],
      complement: { formCode: '03', documents: [paid], additionalPayments: [] },
    };
    expect((await refusalOf(cfdi, createCfdi, context, { input })).details.issues).toMatchObject([
      { path: ['payment', 'documents', 0, 'amount'], code: 'amount_above_balance' },
    ]);
    await cfdi.service.rows(`update cfdi set status = 'canceled' where id = $1`, [idOf(note)]);
    expect(await suggest({ documents: [{ uuid }] })).toMatchObject({
      documents: [{ previousBalance: 232, amount: 232, remainingBalance: 0 }],
    });
  });

  it.each(['02', '04'])(
    'a credit note with relation %s changes no balance',
    async (relationship) => {
      const { context, customerId, invoice } = await debtor();
      await stampIt(await credit(context, customerId, [invoice], relationship));
      const balance = await balanceOf(context, invoice);
      expect(balance).toMatchObject(whole);
      expect(balance).not.toHaveProperty('manualAdjustmentNeedsReview');
    },
  );

  it('several credit notes reduce the balance together, but never below zero', async () => {
    const { context, customerId, invoice } = await debtor();
    // The credit notes are imported, because imported credit notes may exceed the balance. Credit notes
    // that exceed the balance cannot be drafted here if the other credit notes are already stamped.
    const notes = [];
    for (let n = 0; n < 5; n += 1) notes.push(await credit(context, customerId, [invoice]));
    for (const note of notes) await stampIt(note);
    expect(await balanceOf(context, invoice)).toMatchObject({
      remainingBalance: 232,
      effectiveRemainingBalance: 0,
    });
  });

  it('a credit note for several invoices flags them for review, because it states no amount for each invoice', async () => {
    const { context, customerId, invoice } = await debtor();
    const other = await stampedInvoice(cfdi, context, { customerId });
    await stampIt(await credit(context, customerId, [invoice, other]));
    for (const named of [invoice, other]) {
      expect(await balanceOf(context, named)).toMatchObject({
        ...whole,
        manualAdjustmentNeedsReview: true,
      });
    }
  });

  it('a credit note changes no balance of another customer or organization', async () => {
    const { context, customerId, invoice } = await debtor();
    const note = await credit(context, customerId, [invoice]);
    await stampIt(note);
    const toStranger = `update cfdi set counterparty_rfc = 'KIJ0906199R1' where id = $1`;
    await cfdi.service.rows(toStranger, [idOf(note)]);
    const elsewhere = await debtor();
    await stampIt(await credit(elsewhere.context, elsewhere.customerId, [invoice]));
    expect(await balanceOf(context, invoice)).toMatchObject(whole);
  });
});

it('the query for a balance reads only the documents that relate to the invoice, not all issued documents', async () => {
  const { context, invoice } = await debtor();
  await issueCopies(context, invoice, 300);
  const read = jest.spyOn(cfdi.service.runtime.statements, 'query');
  await balanceOf(context, invoice);
  const { text, values = [] } = read.mock.lastCall![0];
  read.mockRestore();
  const explain = `explain (analyze, format json) ${text}`;
  const [row] = await cfdi.service.asOrganization<{ 'QUERY PLAN': unknown }>(
    context.organizationId,
    explain,
    values as unknown[],
  );
  const removed = JSON.stringify(row!['QUERY PLAN']).matchAll(/Rows Removed by [^"]+":(\d+)/g);
  expect(Math.max(0, ...[...removed].map(([, rows]) => Number(rows)))).toBeLessThan(10);
});

/**
 * Adds copies of a document to the database. PostgreSQL has no statistics about the copied documents yet.
 */
async function issueCopies(context: CallContext, { documentRef }: Invoice, count: number) {
  const [row] = await cfdi.service.rows<{ names: string }>(
    `select string_agg(column_name, ', ') as names from information_schema.columns
     where table_name = 'cfdi' and is_generated = 'NEVER'
       and column_name not in ('id', 'uuid', 'folio', 'sello_hash')`,
  );
  await cfdi.service.rows(
    `insert into cfdi (id, uuid, ${row!.names})
     select gen_random_uuid(), gen_random_uuid(), ${row!.names}
     from cfdi, generate_series(1, $2::int) where id = $1 and org_id = $3`,
    [idOf({ documentRef }), count, context.organizationId],
  );
}

describe('the data of the service accounts about an invoice', () => {
  const eventOf = (changes: Partial<accounts.DocumentBalance>) => {
    const balance = { contact: 'c', currency: 'MXN', total: '232', fiscal: '232', open: '132' };
    const payload = accounts.DocumentBalance.encode({
      ...balance,
      documentRef: '',
      version: 1,
      uncertified: '0',
      needsReview: false,
      parts: [],
      reductions: [],
      ...changes,
    }).finish();
    return { payload } as ReceivedEvent;
  };
  const deliver = (context: CallContext, ...balances: Partial<accounts.DocumentBalance>[]) =>
    createRun(cfdi.service.runtime, context).step((tx) =>
      onReceivablesChanged(balances.map(eventOf), tx),
    );

  it('the summary of an invoice contains the data of the service accounts: recorded payments, review flag, payment plan and the next due date', async () => {
    const { context, invoice } = await debtor();
    const { documentRef } = invoice;
    const planId = newId();
    const settlementTerms = {
      installmentCount: 2,
      firstDue: { kind: 'transaction_date' },
      recurrence: { kind: 'last_day' },
    };
    await deliver(context, {
      documentRef,
      version: 2,
      uncertified: '100',
      needsReview: true,
      planId,
      settlementTerms,
      paymentDueDate: '2026-12-31',
    });
    await deliver(context, { documentRef, version: 1 });
    const shown = await cfdi.service.answer(getCfdi, context, { documentRef });
    expect(shown).toMatchObject({
      receivablePlanId: planId,
      settlementTerms,
      payment: {
        remainingBalance: 232,
        effectiveRemainingBalance: 132,
        dueDate: '2026-12-31',
        manualAdjustmentNeedsReview: true,
      },
    });
    const { data } = await cfdi.service.page(listCfdi, context, { kind: 'income' } as never);
    expect(data).toMatchObject([{ receivablePlanId: planId, payment: { dueDate: '2026-12-31' } }]);
    const receipt = { documentRef: `sales_receipt:${newId()}`, version: 9 };
    const [third, fourth] = [3, 4].map((version) => ({ documentRef, version }));
    await deliver(context, receipt, { ...third, planId }, fourth!, { ...third, planId });
    const later = await cfdi.service.answer(getCfdi, context, { documentRef });
    expect(later).not.toHaveProperty('receivablePlanId');
    expect(later).toMatchObject({ payment: whole });
  });
});
