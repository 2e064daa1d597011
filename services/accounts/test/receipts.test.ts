import { setTimeout as sleep } from 'node:timers/promises';
import { accounts, commerce } from '@timbre/contract';
import { createRun, newId, type CallContext, type ReceivedEvent } from '@timbre/kit';
import { callContext, withKey, type ServiceRuntime } from '@timbre/testkit';
import { onSalesReceipts } from '../src/events/on-sales-receipt';
import { getReceivable } from '../src/operations/get-receivable';
import { listDebts } from '../src/operations/list-debts';
import { readOwedSales } from '../src/operations/read-owed-sales';
import { readContactBalance } from '../src/operations/read-contact-balance';
import { recordReceivablePayment } from '../src/operations/record-receivable-payment';
import { reverseAccountTransaction } from '../src/operations/reverse-account-transaction';
import { lockKeys } from '../src/store/documents';
import { postReceipt } from '../src/workflows/post-receipt';
import {
  booksOf, canceled, cfdiOf, complementOf, creditNoteOf, openBalanceOf, startAccounts, statementsOf,
  deliverCfdi, violationsOf,
} from './accounts'; // prettier-ignore

let service: ServiceRuntime;
/** The receipts in the simulated commerce whose events have not arrived. */
const receipts = new Map<string, commerce.OwedReceipt>();
const contacts = new Map<string, commerce.Contact>();
beforeAll(async () => {
  service = await startAccounts({ cfdi: new Map(), contacts, receipts });
});
afterAll(() => service.close());
afterEach(async () => expect(await violationsOf(service)).toEqual([]));

let context: CallContext;
const customerId = newId();
beforeEach(() => void (context = callContext()));

const books = () => booksOf(service, context);

const receiptOf = (changes: Partial<commerce.SalesReceipt> = {}): commerce.SalesReceipt => ({
  receiptId: newId(),
  version: 1,
  status: 'open',
  saleType: 'credit',
  folio: 'M-1',
  businessDate: '2026-11-10',
  createdAt: '2026-11-10T10:00:00Z',
  total: '1160',
  refundedTotal: '0',
  customerId,
  payments: [],
  invoiceRequested: false,
  lines: [],
  taxes: [],
  settlementTerms: undefined,
  refund: undefined,
  ...changes,
});

/** Delivers events of receipts in one batch. */
const deliver = (...receipts: commerce.SalesReceipt[]) =>
  createRun(service.runtime, context).step((tx) => onSalesReceipts(eventsOf(receipts), tx));

const eventsOf = (receipts: commerce.SalesReceipt[]) =>
  receipts.map((receipt) => {
    const payload = commerce.SalesReceipt.encode(receipt).finish();
    return { id: newId(), aggregateId: receipt.receiptId, payload } as ReceivedEvent;
  });

const refundOf = (total: string, method: string): commerce.SalesReceiptRefund => ({
  refundId: newId(),
  businessDate: '2026-11-12',
  total,
  method,
  restocked: true,
  lines: [],
  taxes: [],
});

const pay = (
  amount: string,
  source = 'money',
  applications: { documentRef: string; amount: string }[] = [],
) =>
  service.answer(recordReceivablePayment, context, {
    customerId,
    payment: {
      amount,
      currency: 'MXN',
      paidOn: '2026-11-20',
      source,
      formCode: source === 'money' ? '03' : undefined,
      applications,
      useCredit: false,
    },
  });

const payNamed = (documentRef: string, amount: string) =>
  pay(amount, 'money', [{ documentRef, amount }]);

/** Returns the balances in all events of a document. */
async function announcedOf(id: string): Promise<accounts.DocumentBalance[]> {
  const rows = await service.rows<{ payload: Uint8Array }>(
    `select payload from outbox where org_id = $1 and aggregate_id = $2
       and subject = 'accounts.receivable.changed' order by id`,
    [context.organizationId, id],
  );
  return rows.map(({ payload }) => accounts.DocumentBalance.decode(payload));
}

/** Returns the balance in the last event of a document. */
const announced = async (id: string) => (await announcedOf(id)).at(-1)!;

describe('events for a receipt on credit', () => {
  it('the event of a receipt on credit contains the original debt, its due days, and each reduction with its day', async () => {
    const sold = receiptOf({ customerName: 'Ana' });
    await deliver(sold);
    await pay('160');
    await deliver({ ...sold, version: 2, refund: refundOf('100', 'credit') });
    expect(await announced(sold.receiptId)).toMatchObject({
      name: 'Ana',
      occurredOn: '2026-11-10',
      owed: '1160',
      open: '900',
      formCode: '03',
      parts: [{ dueOn: '2026-11-10', amount: '1160', dated: false }],
      reductions: [
        { kind: 'credit_note', occurredOn: '2026-11-12', amount: '100' },
        { kind: 'payment', occurredOn: '2026-11-20', amount: '160' },
      ],
    });
  });

  it('the event of a receipt on credit contains the same values as the list of debts', async () => {
    const [one, other] = [receiptOf(), receiptOf()];
    await deliver(one);
    await deliver(other);
    await pay('160');
    const { debts } = await listDebts.run(service.runtime, context, {});
    const wire = accounts.ListDebtsResponse.encode({ debts }).finish();
    const both = [await announced(one.receiptId), await announced(other.receiptId)];
    expect(accounts.ListDebtsResponse.decode(wire).debts).toEqual(
      both.toSorted((a, b) => (a.documentRef < b.documentRef ? -1 : 1)),
    );
    const afterRef = debts.at(-1)!.documentRef;
    expect(await listDebts.run(service.runtime, context, { afterRef })).toEqual({ debts: [] });
  });

  it('the event of a receipt on credit leaves out money that exceeds the debt', async () => {
    const sold = receiptOf();
    await deliver(sold);
    await pay('1160');
    await deliver({ ...sold, version: 2, refund: refundOf('100', 'credit') });
    const { open, reductions } = await announced(sold.receiptId);
    expect([open, reductions]).toEqual([
      '0',
      [
        { kind: 'credit_note', occurredOn: '2026-11-12', amount: '100' },
        { kind: 'payment', occurredOn: '2026-11-20', amount: '1060' },
      ],
    ]);
  });

  it('the event of a canceled receipt on credit contains no balance, even if the receipt was paid', async () => {
    const sold = receiptOf();
    await deliver(sold);
    await pay('1160');
    await deliver({ ...sold, version: 2, status: 'canceled' });
    const canceledNow = { owed: '0', parts: [], reductions: [], open: '0' };
    expect(await announced(sold.receiptId)).toMatchObject(canceledNow);
  });

  it('the event of a receipt on credit contains the day of the recorded payment or, without a recorded payment, the day of the complement', async () => {
    const invoice = cfdiOf({ customerId, counterpartyName: 'Ana' });
    await deliverCfdi(service, context, invoice);
    await pay('160');
    const paidBy = (amount: string, day: string) =>
      complementOf([{ uuid: invoice.uuid!, amount }], { issuedLocalDateTime: `${day}T10:00:00` });
    await deliverCfdi(service, context, paidBy('160', '2026-11-21'));
    await deliverCfdi(service, context, paidBy('40', '2026-11-15'));
    expect(await announced(invoice.cfdiId)).toMatchObject({
      owed: '1160',
      open: '960',
      reductions: [
        { kind: 'payment', occurredOn: '2026-11-15', amount: '40' },
        { kind: 'payment', occurredOn: '2026-11-20', amount: '160' },
      ],
    });
  });
});

describe('events for a document that was paid at once', () => {
  it('a document that was paid at once emits no event if it is refunded, invoiced or canceled', async () => {
    const sold = receiptOf({ saleType: 'paid' });
    await deliver(sold);
    await deliver({ ...sold, version: 2, refund: refundOf('100', 'credit') });
    await deliver({ ...sold, version: 3, refund: refundOf('60', 'cash_back') });
    const invoice = cfdiOf({
      customerId,
      methodCode: 'PUE',
      origin: { key: 'r', receiptCount: 1 },
    });
    await deliver({ ...sold, version: 4, status: 'invoiced', invoiceCfdiId: invoice.cfdiId });
    await deliverCfdi(service, context, invoice);
    await deliverCfdi(service, context, canceled(invoice));
    await deliver({ ...sold, version: 5, status: 'canceled' });
    expect(await announcedOf(sold.receiptId)).toEqual([]);
    expect(await announcedOf(invoice.cfdiId)).toEqual([]);
  });

  it('a document that was paid at once emits its reopened balance until the document is paid', async () => {
    const sold = receiptOf({ saleType: 'paid' });
    await deliver(sold);
    await deliver({ ...sold, version: 2, refund: refundOf('100', 'credit') });
    await deliver(receiptOf({ total: '100' }));
    await pay('100', 'credit');
    await deliver({ ...sold, version: 3, status: 'canceled' });
    await pay('100');
    const balances = await announcedOf(sold.receiptId);
    expect(balances.map(({ open, owed, paid }) => [open, owed, paid])).toEqual([
      ['100', '100', '0'],
      ['0', '0', '100'],
    ]);
  });

  it('an invoice that was paid at once emits an event when it needs a review and another event when the review is no longer needed', async () => {
    const invoice = cfdiOf({ customerId, methodCode: 'PUE' });
    const note = creditNoteOf([invoice.uuid!, newId()], '100');
    await deliverCfdi(service, context, invoice);
    await deliverCfdi(service, context, note);
    await deliverCfdi(service, context, canceled(note));
    const balances = await announcedOf(invoice.cfdiId);
    expect(balances.map(({ needsReview }) => needsReview)).toEqual([true, false]);
  });
});

describe('posting a receipt on credit', () => {
  it('a receipt on credit is a debt, and a payment lowers the debt at once', async () => {
    const sold = receiptOf();
    await deliver(sold);
    await pay('160');
    expect(await books()).toEqual({
      [`receivable:${customerId}:sales_receipt:${sold.receiptId}`]: 1000,
      sales: -1160,
      collected: 160,
    });
    expect(await openBalanceOf(service, context, `sales_receipt:${sold.receiptId}`)).toEqual([
      1000,
      0,
      1000,
      false,
    ]);
  });

  it('a refund of a paid receipt on credit becomes credit or is paid back as money', async () => {
    const sold = receiptOf();
    await deliver(sold);
    await pay('1160');
    await deliver({ ...sold, version: 2, refund: refundOf('100', 'credit') });
    expect(await books()).toMatchObject({ returns: 100, [`credit:${customerId}`]: -100 });
    const back = { ...sold, version: 3, refund: refundOf('60', 'cash_back') };
    await deliver(back);
    await deliver(back);
    expect(await books()).toEqual({
      sales: -1160,
      returns: 160,
      collected: 1100,
      [`credit:${customerId}`]: -100,
    });
  });

  it('the debt of a receipt on credit moves to its invoice, where the payment waits for its complement', async () => {
    const sold = receiptOf();
    await deliver(sold);
    await pay('160');
    const invoice = cfdiOf({ customerId, origin: { key: 'r', receiptCount: 1 } });
    await deliver({ ...sold, version: 2, status: 'invoiced', invoiceCfdiId: invoice.cfdiId });
    await deliverCfdi(service, context, invoice);
    const account = `${customerId}:cfdi:${invoice.cfdiId}`;
    expect(await books()).toEqual({
      [`receivable:${account}`]: 1160,
      [`uncertified:${account}`]: -160,
      sales: -1160,
      collected: 160,
    });
    await deliverCfdi(service, context, complementOf([{ uuid: invoice.uuid!, amount: '160' }]));
    expect(await openBalanceOf(service, context, `cfdi:${invoice.cfdiId}`)).toEqual([
      1000,
      0,
      1000,
      false,
    ]);
    await deliver({ ...sold, version: 3, status: 'invoiced', refund: refundOf('10', 'credit') });
    expect(await books()).toMatchObject({ [`receivable:${account}`]: 1000, sales: -1160 });
  });

  it('one payment of two receipts on credit matches the complements of their invoice as one payment', async () => {
    const both = [receiptOf({ total: '50' }), receiptOf({ total: '50' })];
    await deliver(...both);
    const named = both.map(({ receiptId }) => `sales_receipt:${receiptId}`);
    await pay(
      '100',
      'money',
      named.map((documentRef) => ({ documentRef, amount: '50' })),
    );
    const invoice = cfdiOf({ customerId, total: '100', origin: { key: 'r', receiptCount: 2 } });
    const taken = { version: 2, status: 'invoiced', invoiceCfdiId: invoice.cfdiId };
    await deliver(...both.map((sold) => ({ ...sold, ...taken })));
    await deliverCfdi(service, context, invoice);
    const ref = `cfdi:${invoice.cfdiId}`;
    expect(await openBalanceOf(service, context, ref)).toEqual([100, 100, 0, false]);
    await deliverCfdi(service, context, complementOf([{ uuid: invoice.uuid!, amount: '60' }]));
    expect(await openBalanceOf(service, context, ref)).toEqual([40, 40, 0, true]);
    await deliverCfdi(service, context, complementOf([{ uuid: invoice.uuid!, amount: '40' }]));
    expect(await openBalanceOf(service, context, ref)).toEqual([0, 0, 0, false]);
  });

  it('a receipt on credit is owed again if its invoice is canceled', async () => {
    const sold = receiptOf();
    await deliver(sold);
    await pay('160');
    const invoice = cfdiOf({ customerId, origin: { key: 'r', receiptCount: 1 } });
    await deliverCfdi(service, context, invoice);
    await deliver({ ...sold, version: 2, status: 'invoiced', invoiceCfdiId: invoice.cfdiId });
    await deliverCfdi(service, context, canceled(invoice));
    await deliver({ ...sold, version: 3, status: 'open' });
    expect(await books()).toEqual({
      [`receivable:${customerId}:sales_receipt:${sold.receiptId}`]: 1000,
      sales: -1160,
      collected: 160,
    });
  });
});

it('a paid receipt is collected only once, even if an invoice includes it', async () => {
  const sold = receiptOf({ saleType: 'paid' });
  await deliver(sold);
  const origin = { key: 'r', receiptCount: 1 };
  await deliverCfdi(service, context, cfdiOf({ customerId, methodCode: 'PUE', origin }));
  await deliver({ ...sold, version: 2, refund: refundOf('160', 'cash_back') });
  expect(await books()).toEqual({ sales: -1160, collected: 1000, returns: 160 });
});

it('waiting receipts are posted in one transaction, each with all its events', async () => {
  const [paid, owed, gone] = [receiptOf({ saleType: 'paid' }), receiptOf(), receiptOf()];
  await deliver(
    gone,
    paid,
    owed,
    { ...gone, version: 2, status: 'canceled' },
    { ...paid, version: 2, refund: refundOf('160', 'cash_back') },
    { ...owed, version: 2, refund: refundOf('60', 'credit') },
    receiptOf({ saleType: 'courtesy' }),
  );
  expect(await books()).toEqual({
    [`receivable:${customerId}:sales_receipt:${owed.receiptId}`]: 1100,
    sales: -2320,
    collected: 1000,
    returns: 220,
  });
  expect(await announcedOf(paid.receiptId)).toEqual([]);
  expect((await announced(owed.receiptId)).open).toBe('1100');
  expect((await announced(gone.receiptId)).open).toBe('0');
});

describe('posting waiting receipts that were paid at once', () => {
  /** Reads the stored documents and their postings, without identifiers. */
  const keptOf = ({ organizationId }: CallContext) =>
    service.rows(
      `select to_jsonb(d) - array['org_id', 'id', 'ref', 'family', 'uuid'] as document,
         to_jsonb(t) - array['org_id', 'id', 'document_ref', 'family', 'source', 'recorded_at'] as transaction,
         (select json_agg(json_build_array(e.account, e.amount) order by e.account) from entries e
           where e.org_id = t.org_id and e.transaction_id = t.id and e.family = d.family) as entries
       from documents d left join transactions t on t.org_id = d.org_id and t.document_ref = d.ref
       where d.org_id = $1 order by d.folio, d.ref`,
      [organizationId],
    );
  const folios = ['A', 'B', 'C', 'D'];
  const sold = () =>
    folios.map((folio) =>
      receiptOf({ saleType: 'paid', folio, total: folio === 'D' ? '0' : '116' }),
    );

  it('waiting receipts that were paid at once have the same postings as receipts that were posted one by one', async () => {
    await deliver(...sold());
    const together = await keptOf(context);
    context = callContext();
    // The event of a refund also contains the receipt, so each receipt is posted separately.
    for (const receipt of sold()) {
      await createRun(service.runtime, context).step((tx) =>
        postReceipt(tx, receipt, undefined, newId()),
      );
    }
    expect(together).toEqual(await keptOf(context));
    expect(together).toHaveLength(4);
  });

  it('posting receipts that were paid at once needs the same number of SQL statements as posting one receipt', async () => {
    const counted = (receipts: commerce.SalesReceipt[]) =>
      statementsOf(service, context, (tx) => onSalesReceipts(eventsOf(receipts), tx));
    expect(await counted(sold())).toBe(await counted(sold().slice(0, 1)));
  });

  it('waiting receipts that were paid at once can include a refund whose event arrived before the receipt', async () => {
    const [receipt] = sold();
    await deliver({ ...receipt!, version: 2, refund: refundOf('16', 'cash_back') });
    await deliver(receipt!);
    expect(await books()).toEqual({ sales: -116, collected: 100, returns: 16 });
  });
});

describe('a deadlock between waiting receipts and a payment', () => {
  /**
   * Waits until a given number of sessions have waited for a lock for 20 times the deadlock timeout
   * of PostgreSQL. PostgreSQL checks each lock wait only once for a deadlock, so it cancels the
   * session whose wait began last.
   */
  const areWaiting = async (count: number) => {
    const sql = `select distinct l.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where a.datname = current_database() and not l.granted
        and l.waitstart < clock_timestamp() - interval '1 second'`;
    while ((await service.rows(sql)).length < count) await sleep(20);
  };

  /**
   * Locks a receipt in a transaction that stays open.
   * @returns a function that ends the transaction and releases the lock
   */
  async function hold({ receiptId }: commerce.SalesReceipt): Promise<() => Promise<void>> {
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holder = createRun(service.runtime, context).step(async (tx) => {
      await lockKeys(tx, [`sales_receipt:${receiptId}`]);
      held.resolve();
      await released.promise;
    });
    await held.promise;
    return () => {
      released.resolve();
      return holder;
    };
  }

  /**
   * Creates receipts of a customer with credit, events for these receipts, and a payment that uses the
   * credit.
   */
  async function circle() {
    const [given, between] = [receiptOf({ saleType: 'paid' }), receiptOf()];
    const [owed, later] = [receiptOf(), receiptOf()];
    await deliver(given, owed, later);
    // The contact is stored first, so that transactions wait only for the locks of documents.
    await service.rows(
      `insert into contacts (org_id, id, version, kind, deleted) values ($1, $2, 1, 'customer', false)`,
      [context.organizationId, customerId],
    );
    await deliver({ ...given, version: 2, refund: refundOf('100', 'credit') });
    const news = [
      { ...given, version: 3, refund: refundOf('50', 'credit') },
      between,
      { ...owed, version: 2, refund: refundOf('60', 'credit') },
    ];
    const applications = [owed, later].map(({ receiptId }) => ({
      documentRef: `sales_receipt:${receiptId}`,
      amount: '40',
    }));
    const payment = { amount: '80', currency: 'MXN', paidOn: '2026-11-20', source: 'credit' };
    const asked = { customerId, payment: { ...payment, applications, useCredit: false } };
    const keyed = withKey(context, 'POST /v1/receivables/payments');
    const payWithCredit = () => service.answer(recordReceivablePayment, keyed, asked);
    const owing = ({ receiptId }: commerce.SalesReceipt) =>
      `receivable:${customerId}:sales_receipt:${receiptId}`;
    const after = {
      [owing(between)]: 1160,
      [owing(owed)]: 1060,
      [owing(later)]: 1120,
      [`credit:${customerId}`]: -70,
      sales: -4640,
      collected: 1160,
      returns: 210,
    };
    return { between, later, news, payWithCredit, after };
  }

  it('the payment in a deadlock is refused, and succeeds when it is repeated', async () => {
    const { later, news, payWithCredit, after } = await circle();
    const letGo = await hold(later);
    const paid = expect(payWithCredit()).rejects.toMatchObject({
      code: 'operation_in_progress',
      details: { retryable: true, retryAfterSeconds: 1 },
    });
    await areWaiting(1);
    const delivered = deliver(...news);
    await areWaiting(2);
    await letGo();
    await Promise.all([delivered, paid]);
    await payWithCredit();
    await payWithCredit();
    expect(await books()).toEqual(after);
  });

  it('the batch of receipts in a deadlock changes nothing, and the receipts are then posted one by one', async () => {
    const { between, news, payWithCredit, after } = await circle();
    const letGo = await hold(between);
    const delivered = expect(deliver(...news)).rejects.toMatchObject({ code: '40P01' });
    await areWaiting(1);
    const paid = payWithCredit();
    await areWaiting(2);
    await letGo();
    await Promise.all([delivered, paid]);
    for (const receipt of news) await deliver(receipt);
    expect(await books()).toEqual(after);
  });
});

it('a canceled receipt and a courtesy have no debt', async () => {
  const sold = receiptOf();
  await deliver(sold);
  await deliver({ ...sold, version: 2, status: 'canceled' });
  await deliver(receiptOf({ saleType: 'courtesy' }));
  expect(await books()).toEqual({});
});

describe('reading the balance of sales whose events may arrive late', () => {
  const owedNow = async (documentRefs: string[] = []) =>
    (await readOwedSales.run(service.runtime, context, { documentRefs })).sales;

  it('balances are returned for the sales that were paid or reopened last, or for the named sales', async () => {
    const [paid, owedAgain, untouched] = [receiptOf(), receiptOf(), receiptOf()];
    await deliver(paid, owedAgain, untouched);
    const refOf = ({ receiptId }: commerce.SalesReceipt) => `sales_receipt:${receiptId}`;
    await payNamed(refOf(paid), '1160');
    const { transactionId } = await payNamed(refOf(owedAgain), '1160');
    const version = (await announced(owedAgain.receiptId)).version;
    await service.answer(
      reverseAccountTransaction,
      withKey(context, 'POST /v1/accounts/transactions/{transactionId}/reverse'),
      { transactionId, sides: ['receivable'], reason: 'Cheque devuelto' },
    );
    const last = await owedNow();
    expect(Object.fromEntries(last.map(({ documentRef, open }) => [documentRef, open]))).toEqual({
      [refOf(paid)]: '0',
      [refOf(owedAgain)]: '1160',
    });
    const news = await announced(owedAgain.receiptId);
    expect(news.version).toBeGreaterThan(version);
    expect(await owedNow([refOf(owedAgain), refOf(untouched), `sales_receipt:${newId()}`])).toEqual(
      expect.arrayContaining([
        { documentRef: refOf(owedAgain), version: news.version, open: '1160' },
        expect.objectContaining({ documentRef: refOf(untouched), open: '1160' }),
      ]),
    );
    expect(last.find(({ documentRef }) => documentRef === refOf(paid))).toMatchObject({
      formCode: '03',
    });
  });
});

describe('paying a sale on credit whose event has not arrived', () => {
  const elsewhere = (
    receipt: commerce.SalesReceipt,
    refunds: commerce.SalesReceiptRefund[] = [],
  ): string => {
    receipts.set(receipt.receiptId, { receipt, refunds });
    return `sales_receipt:${receipt.receiptId}`;
  };
  beforeEach(() => {
    receipts.clear();
    const fields = { legalName: 'Escuela' };
    const contact = { contactId: customerId, version: 1, kind: 'customer', fields, deleted: false };
    contacts.set(customerId, contact);
  });

  it('a payment covers a sale on credit whose event has not arrived, both if the payment names the sale and if it names no sale', async () => {
    const ref = elsewhere(receiptOf());
    const [first, second] = [await pay('580'), await payNamed(ref, '580')];
    expect(first.applications).toEqual([{ documentRef: ref, amount: 580 }]);
    expect(second.applications).toEqual([{ documentRef: ref, amount: 580 }]);
    expect(await books()).toEqual({ sales: -1160, collected: 1160 });
    // The event of the receipt arrives after the payment and changes nothing.
    await deliver(receipts.get(ref.slice('sales_receipt:'.length))!.receipt!);
    expect(await books()).toEqual({ sales: -1160, collected: 1160 });
  });

  it('a sale on credit whose event has not arrived can be paid with earlier credit of the customer', async () => {
    await pay('2000');
    const before = await service.answer(getReceivable, context, { customerId });
    expect(before['balances']).toMatchObject([{ total: 0, credit: 2000 }]);
    expect(before['balances']).not.toHaveProperty('0.applicableCredit');
    await deliver(receiptOf());
    const after = await service.answer(getReceivable, context, { customerId });
    expect(after['balances']).toMatchObject([
      { total: 1160, credit: 2000, applicableCredit: 1160 },
    ]);
    await pay('1160', 'credit');
    const applied = await service.answer(getReceivable, context, { customerId });
    expect(applied['balances']).toMatchObject([{ total: 0, credit: 840 }]);
  });

  it('a sale on credit whose event has not arrived is a debt of its customer, minus refunds', async () => {
    const refunds = [refundOf('60', 'credit'), refundOf('100', 'credit')];
    elsewhere(receiptOf({ version: 3, refundedTotal: '160' }), refunds);
    const { balances } = await readContactBalance.run(
      service.runtime as Parameters<typeof readContactBalance.run>[0],
      context,
      { contactId: customerId },
    );
    expect(balances).toEqual([{ currency: 'MXN', open: '1000', credit: '0' }]);
  });

  it('a canceled sale on credit is not paid, even if its events have not arrived', async () => {
    const receipt = receiptOf();
    await deliver(receipt);
    const ref = elsewhere({ ...receipt, version: 2, status: 'canceled' });
    await expect(payNamed(ref, '580')).rejects.toMatchObject({
      details: { reason: 'exceeds_balance' },
    });
  });
});
