import { accounts, fiscalCfdi } from '@timbre/contract';
import { createRun, newId, type CallContext, type ReceivedEvent, type Refusal } from '@timbre/kit';
import { onFiscalProfile } from '../src/events/on-fiscal-profile';
import { callContext, judgedOn, type ServiceRuntime } from '@timbre/testkit';
import { getAccountTransaction } from '../src/operations/get-account-transaction';
import { getReceivable } from '../src/operations/get-receivable';
import { listAccountTransactions } from '../src/operations/list-account-transactions';
import { recordPayablePayment } from '../src/operations/record-payable-payment';
import { recordReceivablePayment } from '../src/operations/record-receivable-payment';
import { reverseAccountTransaction } from '../src/operations/reverse-account-transaction';
import {
  booksOf, canceled, cfdiOf, complementOf, creditNoteOf, openBalanceOf, startAccounts, deliverCfdi,
  violationsOf, type Elsewhere,
} from './accounts'; // prettier-ignore

let service: ServiceRuntime;
/** The simulated documents of fiscal-cfdi and commerce whose events have not arrived. */
const elsewhere: Elsewhere = { cfdi: new Map(), contacts: new Map() };
beforeAll(async () => void (service = await startAccounts(elsewhere)));
afterAll(() => service.close());
afterEach(async () => expect(await violationsOf(service)).toEqual([]));

let context: CallContext;
let customerId: string;
beforeEach(() => {
  context = callContext();
  customerId = newId();
  service.setClock('2026-11-21T15:00:00.000Z');
});

interface Shown {
  transactionId: string;
  amount: number;
  applications?: { documentRef: string; amount: number }[];
  creditTransactionId?: string;
}

const deliver = (...args: [Parameters<typeof deliverCfdi>[2]]) =>
  deliverCfdi(service, context, ...args);
const books = () => booksOf(service, context);
const balance = (cfdiId: string) => openBalanceOf(service, context, `cfdi:${cfdiId}`);
const payment = (changes: object = {}) => ({
  amount: '580',
  currency: 'MXN',
  formCode: '03',
  paidOn: '2026-11-20',
  source: 'money',
  applications: [],
  useCredit: false,
  ...changes,
});

const pay = (changes: object = {}) =>
  service.answer(recordReceivablePayment, context, {
    customerId,
    payment: payment(changes),
  }) as Promise<unknown> as Promise<Shown>;

const reverse = (transactionId: string, sides = ['receivable']) =>
  service.answer(reverseAccountTransaction, context, {
    transactionId,
    sides,
    reason: 'Depósito devuelto',
  }) as Promise<unknown> as Promise<Shown & { reverses: string }>;

const profile = (postalCode: string, version: number) =>
  createRun(service.runtime, context).step((tx) => {
    const message = {
      version,
      postalCode,
      rfc: 'URE180429TM6',
      legalName: 'X',
      taxSystem: '601',
    };
    const payload = fiscalCfdi.FiscalProfile.encode(message).finish();
    return onFiscalProfile({ id: newId(), payload } as ReceivedEvent, tx);
  });

async function owing(changes: Parameters<typeof cfdiOf>[0] = {}) {
  const owed = cfdiOf({ customerId, ...changes });
  await deliver(owed);
  return owed;
}

const announced = async () => {
  const rows = await service.rows<{ subject: string; version: number; payload: Buffer }>(
    `select subject, aggregate_version as version, payload from outbox
     where org_id = $1 and subject like 'accounts.transaction.%' order by id`,
    [context.organizationId],
  );
  return rows.map(({ subject, payload, version }) => {
    const message = accounts.AccountTransaction.decode(payload);
    expect(message.version).toBe(version);
    return { happened: subject.split('.').at(-1), ...message };
  });
};

describe('changing a document that the caller read earlier', () => {
  const judgedPay = (judged: CallContext) =>
    service
      .answer(recordReceivablePayment, judged, { customerId, payment: payment() })
      .then(() => 'recorded')
      .catch(({ details }: Refusal) => details.reason);

  it('a second payment is refused if the balance changed after the caller read the document', async () => {
    await owing();
    const shown = () => service.answer(getReceivable, context, { customerId });
    const before = await shown();
    await pay({ amount: '100' });
    expect(await judgedPay(judgedOn(context, before))).toBe('document_changed');
    expect(await judgedPay(judgedOn(context, await shown()))).toBe('recorded');
  });

  it('a reversal is refused if the transaction changed after the caller read the transaction', async () => {
    await owing();
    const { transactionId } = await pay();
    const sides = ['receivable'];
    const reversal = (judged: CallContext) =>
      service.answer(reverseAccountTransaction, judged, { transactionId, sides, reason: 'No' });
    await expect(reversal(judgedOn(context))).rejects.toMatchObject({
      details: { reason: 'document_changed' },
    });
    const shown = await service.answer(getAccountTransaction, context, { transactionId, sides });
    expect(await reversal(judgedOn(context, shown))).toMatchObject({ reverses: transactionId });
  });
});

describe('a payment', () => {
  it('a recorded payment emits one event, and its reversal emits another', async () => {
    const owed = await owing();
    const { transactionId } = await pay();
    const ref = `cfdi:${owed.cfdiId}`;
    const recorded = {
      happened: 'recorded',
      version: 1,
      transactionId,
      kind: 'payment',
      side: 'receivable',
      contactId: customerId,
      documentRef: ref,
      currency: 'MXN',
      amount: '-580',
      occurredOn: '2026-11-20',
      recordedAt: '2026-11-21T15:00:00.000Z',
      formCode: '03',
      applications: [{ documentRef: ref, amount: '580' }],
    };
    expect(await announced()).toEqual([recorded]);
    const { transactionId: reversedBy } = await reverse(transactionId);
    expect((await announced())[1]).toEqual({
      ...recorded,
      happened: 'reversed',
      version: 2,
      reversedBy,
      reason: 'Depósito devuelto',
    });
  });

  it('a payment emits an event if it pays a supplier or applies credit together with money', async () => {
    await owing();
    await pay({ amount: '1260' });
    const ref = `cfdi:${(await owing()).cfdiId}`;
    const applications = [{ documentRef: ref, amount: '60' }];
    await pay({ amount: '60', useCredit: true, applications });
    const supplierId = newId();
    await deliver(cfdiOf({ direction: 'received', customerId: supplierId }));
    await service.answer(recordPayablePayment, context, {
      supplierId,
      payment: payment({ amount: '5' }),
    });
    expect(await announced()).toMatchObject([
      { kind: 'payment', amount: '-1260', applications: [{ amount: '1160' }] },
      { kind: 'payment', amount: '-60', documentRef: ref },
      {
        kind: 'credit_application',
        amount: '-100',
        applications: [{ documentRef: ref, amount: '100' }],
      },
      { kind: 'payment', side: 'payable', amount: '-5' },
    ]);
  });

  it('a payment lowers the balance, and its complement does not lower the balance again', async () => {
    const owed = await owing();
    const account = `${customerId}:cfdi:${owed.cfdiId}`;
    const paid = await pay();
    expect(paid).toMatchObject({
      kind: 'payment',
      side: 'receivable',
      amount: -580,
      occurredOn: '2026-11-20',
      applications: [{ documentRef: `cfdi:${owed.cfdiId}`, amount: 580 }],
      entries: [
        { account: 'collected', debit: 580 },
        { account: `uncertified:${account}`, credit: 580 },
      ],
    });
    expect(await balance(owed.cfdiId)).toEqual([1160, 580, 580, false]);
    const complement = complementOf([{ uuid: owed.uuid!, amount: '580' }]);
    await deliver(complement);
    expect(await balance(owed.cfdiId)).toEqual([580, 0, 580, false]);
    expect(await books()).toEqual({
      [`receivable:${account}`]: 580,
      sales: -1160,
      collected: 580,
    });
    await deliver(canceled(complement));
    expect(await balance(owed.cfdiId)).toEqual([1160, 580, 580, false]);
  });

  it('a payment covers the oldest debts first, and the rest becomes credit', async () => {
    const later = await owing({ issuedLocalDateTime: '2026-11-12T10:00:00', total: '100' });
    const first = await owing({ issuedLocalDateTime: '2026-11-11T10:00:00', total: '100' });
    const installment = await owing({ dueDate: '2026-11-01', total: '100' });
    const paid = await pay({ amount: '250' });
    expect(paid.applications).toEqual(
      expect.arrayContaining([
        { documentRef: `cfdi:${installment.cfdiId}`, amount: 100 },
        { documentRef: `cfdi:${first.cfdiId}`, amount: 100 },
        { documentRef: `cfdi:${later.cfdiId}`, amount: 50 },
      ]),
    );
    await pay({ amount: '60' });
    expect(await books()).toMatchObject({ collected: 310, [`credit:${customerId}`]: -10 });
  });

  it('a payment covers an invoice that was just stamped and whose event has not arrived', async () => {
    await owing({ total: '100' });
    const stamped = cfdiOf({ customerId, total: '200' });
    elsewhere.cfdi.set(stamped.cfdiId, stamped);
    await pay({ amount: '300' });
    expect(await balance(stamped.cfdiId)).toEqual([200, 200, 0, false]);
  });

  it('a payment covers the documents that it names, each up to its open balance', async () => {
    const [one, other] = [await owing({ total: '100' }), await owing({ total: '200' })];
    const refs = [one, other].map(({ cfdiId }) => `cfdi:${cfdiId}`);
    const of = (amounts: string[]) =>
      amounts.map((amount, index) => ({ documentRef: refs[index]!, amount }));
    await expect(
      pay({ amount: '400', applications: of(['100.01', '200.01']) }),
    ).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'exceeds_balance', issues: [expect.anything(), expect.anything()] },
    });
    await pay({ amount: '250', applications: of(['100', '50']) });
    expect(await balance(other.cfdiId)).toEqual([200, 50, 150, false]);
    expect(await books()).toMatchObject({ [`credit:${customerId}`]: -100 });
  });

  it('a payment is listed for each document that it covers, with its complement and reversal', async () => {
    const [one, other] = [await owing({ total: '100' }), await owing({ total: '200' })];
    const { transactionId } = await pay({ amount: '300' });
    await deliver(complementOf([{ uuid: one.uuid!, amount: '100' }], { customerId }));
    await reverse(transactionId);
    const kindsOf = async (cfdiId: string) => {
      const asked = { sides: ['receivable'], documentRef: `cfdi:${cfdiId}` };
      const { data } = await service.page(listAccountTransactions, context, asked);
      return data.map(({ kind }) => kind);
    };
    expect(await kindsOf(one.cfdiId)).toEqual(['reversal', 'complement', 'payment', 'invoice']);
    expect(await kindsOf(other.cfdiId)).toEqual(['reversal', 'payment', 'invoice']);
  });

  it('credit is applied only on request', async () => {
    await owing({ total: '100' });
    await pay({ amount: '300' });
    const next = await owing({ total: '150' });
    const paid = await pay({ amount: '50', useCredit: true });
    expect(paid.creditTransactionId).toEqual(expect.any(String));
    expect(await balance(next.cfdiId)).toEqual([150, 150, 0, false]);
    expect(await books()).toMatchObject({ collected: 350, [`credit:${customerId}`]: -100 });
    const last = await owing({ total: '80' });
    const credit = { source: 'credit', formCode: undefined };
    await expect(pay({ ...credit, amount: '100.01' })).rejects.toMatchObject({
      details: { reason: 'credit_insufficient' },
    });
    await expect(pay({ ...credit, amount: '90' })).rejects.toMatchObject({
      details: { reason: 'exceeds_balance' },
    });
    expect(await pay({ ...credit, amount: '80' })).toMatchObject({
      kind: 'credit_application',
      amount: -80,
      entries: [
        { account: `credit:${customerId}`, debit: 80 },
        { account: `uncertified:${customerId}:cfdi:${last.cfdiId}`, credit: 80 },
      ],
    });
  });

  it('the payment of an invoice becomes credit when the invoice is canceled', async () => {
    const owed = await owing();
    await pay();
    await deliver(canceled(owed));
    expect(await books()).toEqual({ collected: 580, [`credit:${customerId}`]: -580 });
  });

  it('a payment becomes credit if a credit note lowers the debt, and covers the invoice again when the credit note is canceled', async () => {
    const owed = await owing();
    await pay({ amount: '1160' });
    const note = creditNoteOf([owed.uuid!], '160', { customerId });
    await deliver(note);
    expect(await books()).toMatchObject({ [`credit:${customerId}`]: -160, returns: 160 });
    await deliver(canceled(note));
    expect(await balance(owed.cfdiId)).toEqual([1160, 1160, 0, false]);
    expect(await books()).not.toHaveProperty(`credit:${customerId}`);
  });

  it('an invoice is owed again if its credit note is canceled after the credit paid another document', async () => {
    const owed = await owing();
    await pay({ amount: '1160' });
    const note = creditNoteOf([owed.uuid!], '160', { customerId });
    await deliver(note);
    const other = await owing({ total: '500' });
    await pay({ source: 'credit', formCode: undefined, amount: '100' });
    await deliver(canceled(note));
    expect(await balance(owed.cfdiId)).toEqual([1160, 1060, 100, true]);
    expect(await balance(other.cfdiId)).toEqual([500, 100, 400, false]);
    expect(await books()).not.toHaveProperty(`credit:${customerId}`);
  });

  it.each(['PPD', 'PUE'])(
    'an invoice (%s) and its installments are owed again if credit from its payment was used',
    async (methodCode) => {
      const first = await owing({ methodCode });
      const paid = [{ uuid: first.uuid!, amount: '1160' }];
      const paper =
        methodCode === 'PPD'
          ? complementOf(paid, { customerId })
          : creditNoteOf([first.uuid!], '1160', { customerId });
      await deliver(paper);
      if (methodCode === 'PPD') await deliver(canceled(first));
      await owing();
      await pay({ source: 'credit', formCode: undefined, amount: '1160' });
      await deliver(canceled(paper));
      expect(await balance(first.cfdiId)).toEqual([1160, 0, 1160, true]);
      expect(await violationsOf(service)).toEqual([]);
      await pay({ amount: '1160' });
      expect(await balance(first.cfdiId)).toEqual([0, 0, 0, true]);
      expect(await violationsOf(service)).toEqual([]);
    },
  );

  it('a payment covers an invoice whose event has not arrived', async () => {
    const owed = cfdiOf({ customerId });
    elsewhere.cfdi.set(owed.cfdiId, owed);
    elsewhere.contacts.set(customerId, {
      contactId: customerId,
      version: 1,
      kind: 'customer',
      deleted: false,
    });
    const applications = [{ documentRef: `cfdi:${owed.cfdiId}`, amount: '580' }];
    expect(await pay({ applications })).toMatchObject({ amount: -580 });
    expect(await balance(owed.cfdiId)).toEqual([1160, 580, 580, false]);
    await deliver(owed);
    expect(await balance(owed.cfdiId)).toEqual([1160, 580, 580, false]);
  });

  describe('paying documents that name their contact only by RFC, before any event arrives', () => {
    /** Stores in commerce a contact with this RFC, and in fiscal-cfdi an imported invoice. */
    function imported(kind: 'customer' | 'supplier', rfc = 'KIJ0906199R1') {
      const contact = { contactId: customerId, kind, deleted: false };
      elsewhere.contacts.set(customerId, { ...contact, version: 2, fields: { rfc } });
      const direction = kind === 'customer' ? 'issued' : 'received';
      const owed = cfdiOf({ direction, counterpartyRfc: rfc });
      elsewhere.cfdi.set(owed.cfdiId, owed);
      return owed;
    }

    it('a payment covers an invoice that names its customer only by RFC, and no credit remains', async () => {
      const owed = imported('customer');
      const applications = [{ documentRef: `cfdi:${owed.cfdiId}`, amount: 580 }];
      expect(await pay()).toMatchObject({ applications });
      await deliver(owed);
      expect(await balance(owed.cfdiId)).toEqual([1160, 580, 580, false]);
    });

    it('a payment covers an invoice that names only an RFC if the customer has just got this RFC', async () => {
      const rfc = 'KICR630120NX3';
      const owed = imported('customer', rfc);
      await deliver(owed);
      await service.rows(
        `insert into contacts (org_id, id, version, kind, deleted) values ($1, $2, 1, 'customer', false)`,
        [context.organizationId, customerId],
      );
      expect(await pay()).toMatchObject({ applications: [{ amount: 580 }] });
    });

    it('a payment covers a debt to a supplier that is named only by RFC, and no advance remains', async () => {
      const owed = imported('supplier');
      const paid = { supplierId: customerId, payment: payment() };
      const applications = [{ documentRef: `cfdi:${owed.cfdiId}`, amount: 580 }];
      expect(await service.answer(recordPayablePayment, context, paid)).toMatchObject({
        applications,
      });
    });
  });

  it.each(['named', 'found'])(
    'a payment does not match a complement that was stamped before the payment: the document is %s',
    async (how) => {
      const owed = await owing();
      const complement = complementOf([{ uuid: owed.uuid!, amount: '580' }], { customerId });
      elsewhere.cfdi.set(owed.cfdiId, owed).set(complement.cfdiId, complement);
      const applications = [{ documentRef: `cfdi:${owed.cfdiId}`, amount: '580' }];
      await pay(how === 'named' ? { applications } : {});
      await deliver(complement);
      expect(await balance(owed.cfdiId)).toEqual([580, 580, 0, false]);
    },
  );

  it('a payment for an unknown customer is refused', async () => {
    await expect(pay()).rejects.toMatchObject({ code: 'not_found' });
    elsewhere.contacts.set(customerId, {
      contactId: customerId,
      version: 1,
      kind: 'supplier',
      deleted: false,
    });
    await expect(pay()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a payment to a supplier covers its received invoices, and the rest becomes an advance', async () => {
    const supplierId = newId();
    const received = cfdiOf({ direction: 'received', customerId: supplierId });
    await deliver(received);
    await service.answer(recordPayablePayment, context, {
      supplierId,
      payment: payment({ amount: '1200' }),
    });
    expect(await books()).toEqual({
      [`payable:${supplierId}:cfdi:${received.cfdiId}`]: -1160,
      [`uncertified_paid:${supplierId}:cfdi:${received.cfdiId}`]: 1160,
      [`advance:${supplierId}`]: 40,
      purchases: 1160,
      disbursed: -1200,
    });
  });

  it.each([
    ['without a form', { formCode: undefined }, 'payment_form_required'],
    ['with form 99', { formCode: '99' }, 'payment_form_not_allowed'],
    ['finer than a cent', { amount: '0.001' }, 'too_many_decimals'],
    ['of tomorrow', { paidOn: '2026-11-22' }, 'in_future'],
    [
      'that applies more than it is',
      { amount: '1', applications: [{ documentRef: 'cfdi:x', amount: '2' }] },
      'applications_exceed_amount',
    ],
  ])('%s is refused', async (_, changes, code) => {
    await owing();
    await expect(pay(changes)).rejects.toMatchObject({ details: { issues: [{ code }] } });
  });

  it('a payment is refused for documents of another contact or in another currency', async () => {
    const dollars = await owing({ currency: 'USD' });
    const foreign = cfdiOf({ customerId: newId() });
    await deliver(foreign);
    const named = (cfdiId: string) => [{ documentRef: `cfdi:${cfdiId}`, amount: '1' }];
    await expect(pay({ applications: named(foreign.cfdiId) })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(pay({ applications: named(dollars.cfdiId) })).rejects.toMatchObject({
      details: { reason: 'currency_differs' },
    });
    customerId = newId();
    await expect(pay()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a payment is dated with the current day of the organization', async () => {
    await owing();
    // At the time in this test, it is 23:30 in central Mexico, 00:30 of the next day in Cancún, and
    // 22:30 in Tijuana.
    service.setClock('2026-11-21T05:30:00.000Z');
    await profile('77500', 1);
    const { transactionId } = await pay({ paidOn: '2026-11-21' });
    expect(await reverse(transactionId)).toMatchObject({ occurredOn: '2026-11-21' });
    await profile('22000', 2);
    service.setClock('2026-11-21T07:30:00.000Z');
    const tomorrow = pay({ paidOn: '2026-11-21' });
    const message =
      '2026-11-21 has not come yet: today is 2026-11-20 (America/Tijuana). Write 2026-11-20 or an earlier day.';
    await expect(tomorrow).rejects.toMatchObject({
      details: { issues: [{ path: ['paidOn'], code: 'in_future', message }] },
    });
  });

  it('concurrent payments of a customer cover no document twice', async () => {
    const invoices = [];
    for (let count = 0; count < 5; count += 1) invoices.push(await owing({ total: '100' }));
    await Promise.all(Array.from({ length: 12 }, () => pay({ amount: '50' })));
    expect(await books()).toMatchObject({ collected: 600, [`credit:${customerId}`]: -100 });
    for (const { cfdiId } of invoices) {
      expect(await balance(cfdiId)).toEqual([100, 100, 0, false]);
    }
  });
});

describe('matching complements', () => {
  it('a complement matches a payment of the same amount first, and then the oldest payment', async () => {
    const owed = await owing();
    await pay({ amount: '300', paidOn: '2026-11-10' });
    const same = await pay({ amount: '200', paidOn: '2026-11-12' });
    await deliver(complementOf([{ uuid: owed.uuid!, amount: '200' }]));
    const rows = () =>
      service.rows(
        `select payment_id::text as "paymentId", amount::float8 as amount from certifications
         where org_id = $1 and payment_id is not null`,
        [context.organizationId],
      );
    expect(await rows()).toEqual([{ paymentId: same.transactionId, amount: 200 }]);
    await deliver(complementOf([{ uuid: owed.uuid!, amount: '100' }]));
    expect(await balance(owed.cfdiId)).toEqual([860, 200, 660, true]);
    await deliver(complementOf([{ uuid: owed.uuid!, amount: '200' }]));
    expect(await balance(owed.cfdiId)).toEqual([660, 0, 660, false]);
  });

  it('money that is recorded after a complement counts as an additional payment', async () => {
    const owed = await owing();
    await deliver(complementOf([{ uuid: owed.uuid!, amount: '580' }]));
    await pay();
    expect(await balance(owed.cfdiId)).toEqual([580, 580, 0, false]);
  });

  it('a balance needs a review if a complement reports more money than was recorded', async () => {
    const owed = await owing();
    await pay({ amount: '100' });
    await deliver(complementOf([{ uuid: owed.uuid!, amount: '150' }]));
    expect(await balance(owed.cfdiId)).toEqual([1010, 0, 1010, true]);
  });

  it('the money of a complement counts only once if the payment names this complement', async () => {
    const [one, other] = [await owing({ total: '100' }), await owing({ total: '200' })];
    const paper = complementOf(
      [
        { uuid: one.uuid!, amount: '100' },
        { uuid: other.uuid!, amount: '50' },
      ],
      { customerId },
    );
    elsewhere.cfdi.set(paper.cfdiId, paper);
    const complementDocumentRef = `cfdi:${paper.cfdiId}`;
    const before = { collected: 150, [`receivable:${customerId}:cfdi:${other.cfdiId}`]: 150 };
    const linked = await pay({
      amount: '120',
      complementDocumentRef: complementDocumentRef.toUpperCase(),
    });
    expect(linked).toMatchObject({
      kind: 'payment',
      amount: 0,
      entries: [],
      complementDocumentRef,
    });
    const applied = linked.applications!.map(({ amount }) => amount);
    expect(applied.reduce((sum, amount) => sum + amount)).toBe(120);
    expect(await books()).toEqual({ ...before, sales: -300 });
    await expect(pay({ amount: '30.01', complementDocumentRef })).rejects.toMatchObject({
      details: { reason: 'exceeds_complement' },
    });
    const rest = await pay({ amount: '30', complementDocumentRef });
    expect(await balance(one.cfdiId)).toEqual([0, 0, 0, false]);
    expect(await balance(other.cfdiId)).toEqual([150, 0, 150, false]);
    await deliver(canceled(paper));
    expect(await balance(other.cfdiId)).toEqual([200, 50, 150, false]);
    await reverse(rest.transactionId);
    expect(await books()).toMatchObject({ collected: 120 });
    await expect(pay({ amount: '1', complementDocumentRef })).rejects.toMatchObject({
      details: { reason: 'complement_canceled' },
    });
  });

  it('a payment is refused if it names a complement of another contact or has fields for a new complement', async () => {
    const owed = await owing();
    const paper = complementOf([{ uuid: owed.uuid!, amount: '580' }], { customerId });
    await deliver(paper);
    const complementDocumentRef = `cfdi:${paper.cfdiId}`;
    const before = customerId;
    customerId = newId();
    await owing();
    await expect(pay({ complementDocumentRef })).rejects.toMatchObject({ code: 'not_found' });
    customerId = before;
    const unknown = pay({ complementDocumentRef: `cfdi:${owed.cfdiId}` });
    await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
    const beside = {
      applications: [{ documentRef: `cfdi:${owed.cfdiId}`, amount: '1' }],
      useCredit: true,
      complement: 'stamp',
    };
    await expect(pay({ complementDocumentRef, ...beside })).rejects.toMatchObject({
      details: {
        issues: ['applications', 'useCredit', 'complement'].map((field) => ({
          path: [field],
          code: 'complement_given',
          message: expect.any(String),
        })),
      },
    });
  });

  it('a complement that replaces an older complement is matched instead of the older complement', async () => {
    const owed = await owing();
    await pay();
    const wrong = complementOf([{ uuid: owed.uuid!, amount: '500' }]);
    await deliver(wrong);
    await deliver(
      complementOf([{ uuid: owed.uuid!, amount: '580' }], {
        relatedDocuments: [{ relationship: '04', documents: [wrong.uuid!] }],
      }),
    );
    expect(await balance(owed.cfdiId)).toEqual([580, 0, 580, false]);
    await deliver(canceled(wrong));
    expect(await balance(owed.cfdiId)).toEqual([580, 0, 580, false]);
  });
});

describe('a reversal', () => {
  it('a reversal reopens the documents that the payment covered, and takes back the credit', async () => {
    const owed = await owing();
    const paid = await pay({ amount: '1200' });
    const undone = await reverse(paid.transactionId);
    expect(undone).toMatchObject({
      kind: 'reversal',
      amount: 1200,
      reverses: paid.transactionId,
      reason: 'Depósito devuelto',
      occurredOn: '2026-11-21',
    });
    expect(await balance(owed.cfdiId)).toEqual([1160, 0, 1160, false]);
    expect(await books()).toEqual({
      [`receivable:${customerId}:cfdi:${owed.cfdiId}`]: 1160,
      sales: -1160,
    });
  });

  it('a reversed payment stays paid as long as a valid complement matches it', async () => {
    const owed = await owing();
    const paid = await pay();
    const complement = complementOf([{ uuid: owed.uuid!, amount: '580' }]);
    await deliver(complement);
    await reverse(paid.transactionId);
    expect(await balance(owed.cfdiId)).toEqual([580, 0, 580, true]);
    await deliver(canceled(complement));
    expect(await balance(owed.cfdiId)).toEqual([1160, 0, 1160, false]);
  });

  it('reversing applied credit makes the credit available again', async () => {
    await owing({ total: '100' });
    await pay({ amount: '150' });
    const next = await owing({ total: '50' });
    const applied = await pay({ source: 'credit', formCode: undefined, amount: '50' });
    await reverse(applied.transactionId);
    expect(await balance(next.cfdiId)).toEqual([50, 0, 50, false]);
    expect(await books()).toMatchObject({ [`credit:${customerId}`]: -50 });
  });

  it('a reversal is refused if the credit was used, if a document caused the transaction, if the transaction is a reversal, or if it was already reversed', async () => {
    const reasonOf = async (transactionId: string) =>
      reverse(transactionId).then(
        () => 'done',
        (error: { details: { reason: string } }) => error.details.reason,
      );
    await owing({ total: '100' });
    const paid = await pay({ amount: '150' });
    await owing({ total: '50' });
    const applied = await pay({ source: 'credit', formCode: undefined, amount: '50' });
    expect(await reasonOf(paid.transactionId)).toBe('credit_used');
    const undone = await reverse(applied.transactionId);
    expect(await reasonOf(applied.transactionId)).toBe('already_reversed');
    expect(await reasonOf(undone.transactionId)).toBe('is_reversal');
    const [event] = await service.rows<{ id: string }>(
      `select id from transactions where org_id = $1 and kind = 'invoice' limit 1`,
      [context.organizationId],
    );
    expect(await reasonOf(event!.id)).toBe('fiscal_document');
    await expect(reverse(paid.transactionId, ['payable'])).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(reverse(newId())).rejects.toMatchObject({ code: 'not_found' });
    expect(await reasonOf(paid.transactionId)).toBe('done');
  });

  it('only one of many concurrent requests reverses a transaction', async () => {
    await owing();
    const { transactionId } = await pay();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => reverse(transactionId)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

it.each(['payments', 'applications', 'certifications', 'reversals'])(
  'the application role of the database cannot change %s',
  async (table) => {
    for (const sql of [`update ${table} set org_id = org_id`, `delete from ${table}`]) {
      await expect(service.asOrganization(context.organizationId, sql)).rejects.toThrow(
        'permission denied',
      );
    }
  },
);
