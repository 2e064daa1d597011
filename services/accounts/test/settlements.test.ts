import type { commerce } from '@timbre/contract';
import { newId, type CallContext } from '@timbre/kit';
import { callContext, withKey, type ServiceRuntime } from '@timbre/testkit';
import { openFence } from '../src/operations/open-fence';
import { recordPayablePayment } from '../src/operations/record-payable-payment';
import { reverseAccountTransaction } from '../src/operations/reverse-account-transaction';
import { booksOf, startAccounts, deliverExpense, violationsOf } from './accounts';

let service: ServiceRuntime;
const expenses = new Map<string, commerce.Expense>();
const gone = new Set<string>();
let beforeFencesEnd: jest.Mock<Promise<unknown>>;
beforeAll(async () => {
  service = await startAccounts({
    cfdi: new Map(),
    contacts: new Map(),
    expenses,
    gone,
    beforeFencesEnd: () => beforeFencesEnd(),
  });
});
afterAll(() => service.close());
afterEach(async () => expect(await violationsOf(service)).toEqual([]));

let context: CallContext;
const supplierId = newId();
beforeEach(() => {
  expenses.clear();
  beforeFencesEnd = jest.fn(() => Promise.resolve());
  context = callContext();
  service.setClock('2026-11-21T15:00:00.000Z');
});

/** Returns an owed expense of 1,160 pesos with settlements of the given amounts. */
function expenseOf(expenseId: string, amounts: string[]): commerce.Expense {
  const settlements = amounts.map((amount, index) => ({
    settlementId: `${expenseId.slice(0, -2)}1${index}`,
    amount,
    paymentForm: '03',
    paidOn: '2026-11-15',
  }));
  const sum = amounts.reduce((total, amount) => total + Number(amount), 0);
  const expense: commerce.Expense = {
    expenseId,
    version: amounts.length + 1,
    categoryName: 'Renta',
    settledAmount: `${sum}`,
    fields: {
      settlementMode: 'credit',
      total: '1160',
      supplierId,
      businessDate: '2026-11-10',
    },
    settlements,
    reversedSettlements: [],
    cfdiCanceled: false,
    deleted: false,
  };
  expenses.set(expenseId, expense);
  return expense;
}

const settled = { subject: 'commerce.expense.settled' };
const deliver = (expense: commerce.Expense, delivery = {}) =>
  deliverExpense(service, context, expense, delivery);
const newKey = () => withKey(context, 'POST /v1/accounts/transactions/{transactionId}/reverse');
const reverse = (transactionId: string, by = newKey()) =>
  service.answer(reverseAccountTransaction, by, {
    transactionId,
    sides: ['payable'],
    reason: 'Pagado dos veces',
  });

interface Row {
  id: string;
  kind: string;
  amount: number;
  reversed: string | null;
}
const transactions = () =>
  service.rows<Row>(
    `select t.id, t.kind, t.amount::float8 as amount, v.reversed from transactions t
     left join reversals v on v.org_id = t.org_id and v.transaction_id = t.id
     where t.org_id = $1 order by t.id`,
    [context.organizationId],
  );

it('reversing a settlement reopens its expense and keeps the other settlements', async () => {
  const expenseId = newId();
  await deliver(expenseOf(expenseId, []));
  await deliver(expenseOf(expenseId, ['160']), settled);
  await deliver(expenseOf(expenseId, ['160', '400']), settled);
  const [, first] = await transactions();
  const undone = await reverse(first!.id);
  expect(undone).toMatchObject({
    kind: 'reversal',
    amount: 160,
    reverses: first!.id,
    reason: 'Pagado dos veces',
  });
  const owed = `payable:${supplierId}:expense:${expenseId}`;
  expect(await booksOf(service, context)).toEqual({
    [owed]: -760,
    purchases: 1160,
    disbursed: -400,
  });
  // The event of commerce arrives after the reversal and changes nothing.
  await deliver(expenses.get(expenseId)!);
  expect(await transactions()).toHaveLength(4);
  await expect(reverse(first!.id)).rejects.toMatchObject({
    details: { reason: 'already_reversed' },
  });
});

it('the event of a reversal may arrive before the request of the reversal continues', async () => {
  const expenseId = newId();
  const expense = expenseOf(expenseId, ['1160']);
  await deliver({ ...expense, version: 1, settledAmount: '0', settlements: [] });
  await deliver(expense, settled);
  const [, settlement] = await transactions();
  const { settlementId } = expense.settlements[0]!;
  await deliver({
    ...expense,
    version: 3,
    settledAmount: '0',
    settlements: [],
    reversedSettlements: [{ settlementId, reason: 'Pagado dos veces' }],
  });
  const undone = await reverse(settlement!.id);
  expect((await transactions()).at(-1)).toMatchObject({
    id: undone['transactionId'],
    kind: 'reversal',
    reversed: settlement!.id,
  });
});

it('settlements that arrived together are reversed together, once for each idempotency key', async () => {
  const expenseId = newId();
  await deliver(expenseOf(expenseId, []));
  await deliver(expenseOf(expenseId, ['160', '400']), settled);
  const [, both] = await transactions();
  const by = newKey();
  const undone = await reverse(both!.id, by);
  expect(undone).toMatchObject({ amount: 560 });
  expect(await reverse(both!.id, by)).toEqual(undone);
});

it('reversing a changed settlement is refused, and the expense stays paid', async () => {
  const expenseId = newId();
  await deliver(expenseOf(expenseId, []));
  await deliver(expenseOf(expenseId, ['160']), settled);
  const [, settlement] = await transactions();
  await expect(reverse(settlement!.id, { ...newKey(), judged: ['another'] })).rejects.toMatchObject(
    { details: { reason: 'document_changed' } },
  );
  expect(expenses.get(expenseId)!.reversedSettlements).toEqual([]);
  expect(await transactions()).toHaveLength(2);
});

const pay = (amount: string, applications: { documentRef: string; amount: string }[]) =>
  service.answer(recordPayablePayment, context, {
    supplierId,
    payment: {
      amount,
      currency: 'MXN',
      formCode: '03',
      paidOn: '2026-11-20',
      source: 'money',
      applications,
      useCredit: false,
    },
  });

describe('paying an expense while commerce may be settling it', () => {
  const fenced = async () => {
    const expenseId = newId();
    await deliver(expenseOf(expenseId, []));
    const documentRef = `expense:${expenseId}`;
    const open = (subject: string, request: string = newId()) =>
      openFence.run(service.runtime, context, { subject, request });
    const { fence } = await open(documentRef);
    return { expenseId, fence, open, paid: () => pay('1160', [{ documentRef, amount: '1160' }]) };
  };

  it('a payment is refused if commerce has already settled the expense', async () => {
    const { expenseId, paid } = await fenced();
    beforeFencesEnd.mockImplementation(() => Promise.resolve(expenseOf(expenseId, ['1160'])));
    await expect(paid()).rejects.toMatchObject({ details: { reason: 'exceeds_balance' } });
    expect(await booksOf(service, context)).toEqual({ disbursed: -1160, purchases: 1160 });
  });

  it('an expense with a fence is paid after commerce has ended the fence, and commerce is called only once', async () => {
    const { open, fence, paid } = await fenced();
    expect(await paid()).toMatchObject({ kind: 'payment', amount: -1160 });
    await expect(paid()).rejects.toMatchObject({ details: { reason: 'exceeds_balance' } });
    expect(beforeFencesEnd).toHaveBeenCalledTimes(1);
    expect((await open('expense:another')).fence).toBeGreaterThan(fence);
  });

  it('a request of commerce opens only one fence for an expense, even if the request is repeated', async () => {
    const { expenseId, fence, open } = await fenced();
    const documentRef = `expense:${expenseId}`;
    const [first, repeated] = [await open(documentRef, 'one'), await open(documentRef, 'one')];
    expect([first.fence > fence, repeated.fence > first.fence]).toEqual([true, true]);
    const kept = await service.rows('select 1 from fences where subject = $1', [documentRef]);
    expect(kept).toHaveLength(2);
  });

  it('a payment is refused as in progress while other requests keep opening fences', async () => {
    const { open, paid } = await fenced();
    beforeFencesEnd.mockImplementation(() => open(supplierId));
    await expect(paid()).rejects.toMatchObject({ code: 'operation_in_progress' });
    expect(await transactions()).toHaveLength(1);
  });
});

describe('paying a deleted expense whose event has not arrived', () => {
  it('a payment of a deleted expense is refused, because nothing is owed', async () => {
    const [deleted, other] = [newId(), newId()];
    await deliver(expenseOf(deleted, []));
    await deliver(expenseOf(other, []));
    gone.add(deleted);
    const named = pay('1160', [{ documentRef: `expense:${deleted}`, amount: '1160' }]);
    await expect(named).rejects.toMatchObject({ details: { reason: 'exceeds_balance' } });
    const owed = { [`payable:${supplierId}:expense:${other}`]: -1160, purchases: 1160 };
    expect(await booksOf(service, context)).toEqual(owed);
    const posted = await transactions();
    expect(posted.map(({ kind }) => kind)).toEqual(['expense', 'expense', 'cancellation']);
    // The event of the deletion arrives after the payment and changes nothing.
    const { version, ...before } = expenses.get(deleted)!;
    const event = { ...before, version: version + 1, deleted: true };
    await deliver(event, { subject: 'commerce.expense.deleted' });
    expect(await transactions()).toEqual(posted);
  });

  it('a payment without named documents leaves out a deleted expense whose event has not arrived', async () => {
    const [deleted, other] = [newId(), newId()];
    await deliver(expenseOf(deleted, []));
    await deliver(expenseOf(other, []));
    gone.add(deleted);
    expect(await pay('1160', [])).toMatchObject({
      applications: [{ documentRef: `expense:${other}`, amount: 1160 }],
    });
  });
});
