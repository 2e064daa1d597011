import type { commerce } from '@timbre/contract';
import { newId, type CallContext } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { recordPayablePayment } from '../src/operations/record-payable-payment';
import {
  booksOf, canceled, cfdiOf, complementOf, creditNoteOf, startAccounts, deliverCfdi, deliverExpense,
  violationsOf,
} from './accounts'; // prettier-ignore

let service: ServiceRuntime;
beforeAll(async () => void (service = await startAccounts()));
afterAll(() => service.close());
afterEach(async () => expect(await violationsOf(service)).toEqual([]));

let context: CallContext;
beforeEach(() => void (context = callContext()));

const deliver = (cfdi: Parameters<typeof deliverCfdi>[2], delivery = {}) =>
  deliverCfdi(service, context, cfdi, delivery);
const books = () => booksOf(service, context);
const customerId = newId();
const invoice = () => cfdiOf({ customerId });
const transactions = () =>
  service.rows<{ kind: string; amount: string; occurred_on: string }>(
    `select kind, amount::float8 as amount, occurred_on::text as "occurredOn" from transactions
     where org_id = $1 order by id`,
    [context.organizationId],
  );

describe('posting an issued invoice', () => {
  it('an issued invoice is an open item, is settled by its complement, and is open again when the complement is canceled', async () => {
    const owed = invoice();
    const paid = complementOf([{ uuid: owed.uuid!, amount: '580' }]);
    const account = `receivable:${customerId}:cfdi:${owed.cfdiId}`;
    await deliver(owed);
    expect(await books()).toEqual({ [account]: 1160, sales: -1160 });
    await deliver(paid);
    expect(await books()).toEqual({ [account]: 580, sales: -1160, collected: 580 });
    await deliver(canceled(paid));
    expect(await books()).toEqual({ [account]: 1160, sales: -1160 });
    expect(await transactions()).toEqual([
      { kind: 'invoice', amount: 1160, occurredOn: '2026-11-10' },
      { kind: 'complement', amount: -580, occurredOn: '2026-11-10' },
      { kind: 'cancellation', amount: 580, occurredOn: '2026-11-21' },
    ]);
  });

  it('an issued invoice is posted only once, even if its event arrives late or several times', async () => {
    const owed = invoice();
    const delivery = { id: newId() };
    await deliver(owed, delivery);
    await deliver(owed, delivery);
    await deliver(owed);
    await deliver(canceled(owed));
    await deliver(owed);
    expect(await books()).toEqual({});
    expect(await transactions()).toHaveLength(2);
  });

  it('an issued invoice is settled by a complement that arrived before it', async () => {
    const owed = invoice();
    await deliver(complementOf([{ uuid: owed.uuid!, amount: '160' }]));
    expect(await transactions()).toEqual([]);
    await deliver(owed);
    expect(await books()).toMatchObject({
      [`receivable:${customerId}:cfdi:${owed.cfdiId}`]: 1000,
      collected: 160,
    });
  });

  it('an issued invoice is not posted if it was canceled before its first event arrived', async () => {
    const owed = invoice();
    await deliver(canceled(owed));
    await deliver(owed);
    expect(await transactions()).toEqual([]);
  });

  it('an issued invoice creates no debt if it was paid at once', async () => {
    const paid = cfdiOf({ customerId, methodCode: 'PUE' });
    await deliver(paid);
    expect(await books()).toEqual({ sales: -1160, collected: 1160 });
    await deliver(canceled(paid));
    expect(await books()).toEqual({});
  });

  it('canceling an issued invoice turns the payments in its complements into credit', async () => {
    const owed = invoice();
    await deliver(owed);
    await deliver(complementOf([{ uuid: owed.uuid!, amount: '1160' }]));
    await deliver(canceled(owed));
    expect(await books()).toEqual({ collected: 1160, [`credit:${customerId}`]: -1160 });
  });

  it('an issued invoice without a customer is a debt of the RFC that it names', async () => {
    const owed = cfdiOf();
    await deliver(owed);
    expect(await books()).toMatchObject({ [`receivable:URE180429TM6:cfdi:${owed.cfdiId}`]: 1160 });
  });

  it('drafts, payroll receipts and transfers are not posted', async () => {
    await deliver(cfdiOf({ status: 'draft', uuid: undefined }));
    await deliver(cfdiOf({ kind: 'payroll' }));
    await deliver(cfdiOf({ kind: 'transfer' }));
    expect(await transactions()).toEqual([]);
  });
});

describe('posting a credit note', () => {
  it.each(['01', '03', '07'])(
    'a credit note with relationship %s lowers the balance of the only invoice that it names',
    async (relationship) => {
      const owed = invoice();
      await deliver(owed);
      const note = creditNoteOf([owed.uuid!], '160', { relationship });
      await deliver(note);
      expect(await books()).toMatchObject({ returns: 160, sales: -1160 });
      await deliver(canceled(note));
      expect(await books()).not.toHaveProperty('returns');
    },
  );

  it('the part of a credit note that exceeds the open balance becomes credit', async () => {
    const owed = invoice();
    await deliver(owed);
    await deliver(complementOf([{ uuid: owed.uuid!, amount: '1000' }]));
    await deliver(creditNoteOf([owed.uuid!], '200'));
    expect(await books()).toEqual({
      sales: -1160,
      collected: 1000,
      returns: 200,
      [`credit:${customerId}`]: -40,
    });
  });

  it.each([
    ['of another relation', { relationship: '02' }],
    ['in another currency', { currency: 'USD' }],
    ['to another party', { counterpartyRfc: 'EKU9003173C9' }],
  ])('%s lowers no balance', async (_, changes) => {
    const owed = invoice();
    await deliver(owed);
    await deliver(creditNoteOf([owed.uuid!], '160', changes));
    expect(await books()).not.toHaveProperty('returns');
  });

  it('a credit note that names several invoices lowers no balance', async () => {
    const [one, other] = [invoice(), invoice()];
    await deliver(one);
    await deliver(creditNoteOf([one.uuid!, other.uuid!], '160'));
    expect(await books()).not.toHaveProperty('returns');
  });
});

describe('an expense', () => {
  const supplierId = newId();
  const expense = (changes: Partial<commerce.Expense> = {}): commerce.Expense => ({
    expenseId: newId(),
    version: 1,
    categoryName: 'Renta',
    settledAmount: '0',
    fields: {
      settlementMode: 'credit',
      total: '1160',
      supplierId,
      businessDate: '2026-11-10',
    },
    settlements: [],
    reversedSettlements: [],
    cfdiCanceled: false,
    deleted: false,
    ...changes,
  });
  const deliverOne = (one: commerce.Expense, delivery = {}) =>
    deliverExpense(service, context, one, delivery);

  it('an expense on credit is owed until it is settled', async () => {
    const owed = expense();
    await deliverOne(owed);
    const account = `payable:${supplierId}:expense:${owed.expenseId}`;
    expect(await books()).toEqual({ [account]: -1160, purchases: 1160 });
    const settlement = { settlementId: newId(), amount: '160', paymentForm: '03' };
    const settled = {
      ...owed,
      version: 2,
      settledAmount: '160.00',
      settlements: [{ ...settlement, paidOn: '2026-11-15' }],
    };
    await deliverOne(settled, { subject: 'commerce.expense.settled' });
    expect(await books()).toEqual({ [account]: -1000, purchases: 1160, disbursed: -160 });
    expect(await transactions()).toEqual([
      { kind: 'expense', amount: 1160, occurredOn: '2026-11-10' },
      { kind: 'settlement', amount: -160, occurredOn: '2026-11-15' },
    ]);
  });

  it('if an expense is paid in accounts and settled in commerce at the same time, the second payment becomes an advance', async () => {
    const owed = expense();
    await deliverOne(owed);
    await service.answer(recordPayablePayment, context, {
      supplierId,
      payment: {
        amount: '1160',
        currency: 'MXN',
        formCode: '03',
        paidOn: '2026-11-15',
        source: 'money',
        applications: [],
        useCredit: false,
      },
    });
    const settlement = { settlementId: newId(), amount: '1160', paymentForm: '03' };
    const settled = {
      ...owed,
      version: 2,
      settledAmount: '1160.00',
      settlements: [{ ...settlement, paidOn: '2026-11-15' }],
    };
    await deliverOne(settled, { subject: 'commerce.expense.settled' });
    expect(await books()).toEqual({
      [`advance:${supplierId}`]: 1160,
      purchases: 1160,
      disbursed: -2320,
    });
  });

  it('deleting an expense posts a reversal and keeps the earlier entries', async () => {
    const owed = expense();
    await deliverOne(owed);
    await deliverOne({ ...owed, version: 2, deleted: true });
    expect(await books()).toEqual({});
    expect((await transactions()).map(({ kind }) => kind)).toEqual(['expense', 'cancellation']);
  });

  it('an expense and its CFDI are posted as one debt, in any order of arrival', async () => {
    const received = cfdiOf({ direction: 'received' });
    const owed = expense({ cfdiId: received.cfdiId, cfdiUuid: received.uuid });
    const only = { [`payable:${supplierId}:expense:${owed.expenseId}`]: -1160, purchases: 1160 };
    await deliver(received);
    expect(await books()).toMatchObject({ purchases: 1160 });
    await deliverOne(owed);
    expect(await books()).toEqual(only);
    await deliver(
      complementOf([{ uuid: received.uuid!, amount: '1160' }], { direction: 'received' }),
    );
    expect(await books()).toEqual(only);
    await deliverOne({ ...owed, version: 2, cfdiId: undefined, cfdiUuid: undefined });
    expect(await books()).toEqual({ ...only, purchases: 2320, disbursed: -1160 });
  });

  it('an expense creates no debt if it was paid at once', async () => {
    const fields = { settlementMode: 'paid', total: '10.50', businessDate: '2026-11-10' };
    await deliverOne(expense({ fields }));
    expect(await books()).toEqual({ purchases: 10.5, disbursed: -10.5 });
  });
});

describe('the ledger', () => {
  it('the application role cannot change the entries of the ledger', async () => {
    await deliver(invoice());
    for (const table of ['transactions', 'entries']) {
      for (const sql of [`update ${table} set currency = 'USD'`, `delete from ${table}`]) {
        await expect(service.asOrganization(context.organizationId, sql)).rejects.toThrow(
          'permission denied',
        );
      }
    }
  });

  it('the database refuses a balance with the wrong sign', async () => {
    const add = (account: string, balance: number) =>
      service.rows(`insert into balances values ($1, $2, 'MXN', $3, 1)`, [
        newId(),
        account,
        balance,
      ]);
    await expect(add('receivable:c:cfdi:1', -1)).rejects.toThrow('balances_sides');
    await expect(add('credit:c', 1)).rejects.toThrow('balances_sides');
    await expect(add('sales', 1)).rejects.toThrow('balances_sides');
  });

  it('all concurrent complements of one invoice are posted', async () => {
    const owed = invoice();
    await deliver(owed);
    const paid = Array.from({ length: 12 }, () =>
      complementOf([{ uuid: owed.uuid!, amount: '10' }]),
    );
    await Promise.all(paid.map((one) => deliver(one)));
    expect(await books()).toMatchObject({ collected: 120 });
  });

  it.each(['documents', 'claims', 'locks', 'transactions', 'entries', 'balances'])(
    'rows of %s are visible only to their organization',
    async (table) => {
      const owed = invoice();
      await deliver(owed);
      await deliver(complementOf([{ uuid: owed.uuid!, amount: '10' }]));
      const count = `select count(*)::int as count from ${table}`;
      const seenBy = async (id: string | undefined) =>
        (await service.asOrganization<{ count: number }>(id, count))[0]!.count;
      expect(await seenBy(context.organizationId)).toBeGreaterThan(0);
      expect(await seenBy(newId())).toBe(0);
      expect(await seenBy(undefined)).toBe(0);
    },
  );
});
