import type { accounts, fiscalCfdi } from '@timbre/contract';
import { newId, type CallContext } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { planReceivableInvoice } from '../src/operations/plan-receivable-invoice';
import { recordReceivablePayment } from '../src/operations/record-receivable-payment';
import { reverseAccountTransaction } from '../src/operations/reverse-account-transaction';
import {
  booksOf, cfdiOf, openBalanceOf, startAccounts, deliverCfdi, violationsOf, type Elsewhere,
} from './accounts'; // prettier-ignore

/** A map that finds identifiers in lower and upper case, as PostgreSQL does for UUIDs. */
class Known extends Map<string, fiscalCfdi.Cfdi> {
  override get(id: string) {
    return super.get(id.toLowerCase());
  }
}

const elsewhere: Elsewhere = { cfdi: new Known(), contacts: new Map() };
let service: ServiceRuntime;
beforeAll(async () => void (service = await startAccounts(elsewhere)));
afterAll(() => service.close());
afterEach(async () => expect(await violationsOf(service)).toEqual([]));

let context: CallContext;
let customerId: string;
beforeEach(() => {
  context = callContext();
  customerId = newId();
});

async function owing(changes: Partial<fiscalCfdi.Cfdi> = {}): Promise<fiscalCfdi.Cfdi> {
  const cfdi = cfdiOf({ customerId, ...changes });
  elsewhere.cfdi.set(cfdi.cfdiId, cfdi);
  await deliverCfdi(service, context, cfdi);
  return cfdi;
}

const payment = (changes: object) => ({
  amount: '1160',
  currency: 'MXN',
  formCode: '03',
  paidOn: '2026-11-15',
  source: 'money',
  applications: [],
  useCredit: false,
  reference: undefined,
  ...changes,
});

const pay = (changes: object, by = context) =>
  service.answer(recordReceivablePayment, by, { customerId, payment: payment(changes) });

const terms = (installmentCount: number) => ({
  installmentCount,
  firstDue: { kind: 'transaction_date' },
  recurrence: { kind: 'anchor_day' },
});

const plan = (documentRef: string, installmentCount: number, customer = customerId) =>
  service.answer(planReceivableInvoice as never, context, {
    customerId: customer,
    documentRef,
    settlementTerms: terms(
      installmentCount,
    ) as accounts.PlanReceivableInvoiceRequest['settlementTerms'],
  });

/**
 * Returns the outcome of a request, which is the text `done` or the code and reason of the refusal.
 */
const outcomeOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'done',
    (error: { code?: string; details?: { reason?: string } }) =>
      [error.code ?? String(error), error.details?.reason].filter(Boolean).join(' '),
  );

const countOf = (answers: string[], what: string) => answers.filter((one) => one === what).length;

it('an invoice is paid in full only once if many requests pay it concurrently', async () => {
  const { cfdiId } = await owing();
  const applications = [{ documentRef: `cfdi:${cfdiId}`, amount: '1160' }];
  const all = Array.from({ length: 16 }, () => outcomeOf(pay({ applications })));
  const answers = await Promise.all(all);
  expect(countOf(answers, 'done')).toBe(1);
  expect(countOf(answers, 'conflict exceeds_balance')).toBe(15);
  expect(await openBalanceOf(service, context, `cfdi:${cfdiId}`)).toEqual([1160, 1160, 0, false]);
});

it('identifiers in upper case name the same invoice as in lower case', async () => {
  const { cfdiId } = await owing();
  const capitals = `cfdi:${cfdiId.toUpperCase()}`;
  expect(await outcomeOf(plan(capitals, 2, customerId.toUpperCase()))).toBe('done');
  const applications = [{ documentRef: capitals, amount: '100' }];
  expect(await outcomeOf(pay({ applications }))).toBe('done');
  expect(await openBalanceOf(service, context, `cfdi:${cfdiId}`)).toEqual([1160, 100, 1060, false]);
  const twice = [...applications, { documentRef: `cfdi:${cfdiId}`, amount: '100' }];
  expect(await outcomeOf(pay({ applications: twice }))).toBe('validation_error');
});

it('concurrent plans and payments of one invoice leave one plan whose installments add up to the balance', async () => {
  const { cfdiId } = await owing();
  const ref = `cfdi:${cfdiId}`;
  const applications = [{ documentRef: ref, amount: '7' }];
  const answers = await Promise.all([
    ...[1, 2, 3, 5, 7, 11].map((count) => outcomeOf(plan(ref, count))),
    ...Array.from({ length: 10 }, () => outcomeOf(pay({ amount: '7', applications }))),
  ]);
  expect(new Set(answers)).toEqual(new Set(['done']));
  const [row] = await service.rows<{ plans: number; open: string; owed: string }>(
    `select (select count(*)::int from plans p where p.org_id = d.org_id and p.document_ref = d.ref
         and p.state = 'active') as plans, trim_scale(d.open)::text as owed,
       (select trim_scale(sum(u.open))::text from dues u where u.org_id = d.org_id
         and u.document_ref = d.ref and u.state = 'live') as open
     from documents d where d.org_id = $1 and d.ref = $2`,
    [context.organizationId, ref],
  );
  expect(row).toEqual({ plans: 1, open: '1090', owed: '1090' });
});

it('planning a document whose stamp outcome is unknown is refused with not_income for a credit note and recovery_required for an invoice', async () => {
  const draft = { status: 'draft', uuid: undefined, customerId };
  const doubtful = (changes: object) => {
    const cfdi = { ...cfdiOf(draft), stampInDoubt: true, ...changes };
    elsewhere.cfdi.set(cfdi.cfdiId, cfdi);
    return outcomeOf(plan(`cfdi:${cfdi.cfdiId}`, 1));
  };
  expect(await doubtful({ kind: 'credit_note' })).toBe('conflict not_income');
  expect(await doubtful({})).toBe('recovery_required');
});

it('balances with the largest possible amounts stay exact', async () => {
  const { cfdiId } = await owing({ total: '0.01' });
  const largest = '999999999999.99';
  for (let n = 0; n < 3; n += 1) await pay({ amount: largest });
  const books = await service.rows<{ balance: string }>(
    `select trim_scale(balance)::text as balance from balances
     where org_id = $1 and account like 'credit:%'`,
    [context.organizationId],
  );
  expect(books).toEqual([{ balance: '-2999999999999.96' }]);
  expect(await openBalanceOf(service, context, `cfdi:${cfdiId}`)).toEqual([0.01, 0.01, 0, false]);
});

it('another organization cannot pay, reverse or plan a document', async () => {
  const { cfdiId } = await owing();
  const { transactionId } = await pay({ amount: '10' });
  const before = await booksOf(service, context);
  const other = callContext();
  const applications = [{ documentRef: `cfdi:${cfdiId}`, amount: '1' }];
  expect(await outcomeOf(pay({ applications }, other))).toBe('not_found');
  const reversal = { transactionId: transactionId as string, sides: ['receivable'], reason: 'x' };
  const reverse = service.answer(reverseAccountTransaction, other, reversal);
  expect(await outcomeOf(reverse)).toBe('not_found');
  expect(await booksOf(service, context)).toEqual(before);
});

it.each([
  ['mxn', '1'],
  ['XXX', '1'],
  ['ZZZ', '1'],
  ['JPY', '0.5'],
  ['MXN', '0.001'],
])('a payment in %s of %s is refused', async (currency, amount) => {
  await owing();
  expect(await outcomeOf(pay({ currency, amount }))).toBe('validation_error');
});

it('a payment in another currency than its invoice is refused, but becomes credit if it names no invoice', async () => {
  const { cfdiId } = await owing();
  const applications = [{ documentRef: `cfdi:${cfdiId}`, amount: '1' }];
  const dollars = { currency: 'USD', amount: '1' };
  expect(await outcomeOf(pay({ ...dollars, applications }))).toBe('conflict currency_differs');
  await pay(dollars);
  expect(await openBalanceOf(service, context, `cfdi:${cfdiId}`)).toEqual([1160, 0, 1160, false]);
});
