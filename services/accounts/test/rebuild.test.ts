import { commerce, type fiscalCfdi } from '@timbre/contract';
import {
  createRun,
  newId,
  StartError,
  type CallContext,
  type ReceivedEvent,
  type Runtime,
} from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { runRebuild } from '../src/commands/rebuild';
import { onSalesReceipt } from '../src/events/on-sales-receipt';
import { recordReceivablePayment } from '../src/operations/record-receivable-payment';
import type { Owners } from '../src/workflows/rebuild';
import {
  booksOf, canceled, cfdiOf, complementOf, creditNoteOf, startAccounts, deliverCfdi, deliverExpense,
  violationsOf,
} from './accounts'; // prettier-ignore

let service: ServiceRuntime;
beforeAll(async () => void (service = await startAccounts()));
afterAll(() => service.close());

const customerId = '01890000-0000-7000-8000-000000000000';

/** Returns pages of two documents, as the services that own the documents do. */
const pageOf = <Document>(all: readonly Document[], idOf: (one: Document) => string) => {
  const sorted = all.toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
  return (_: CallContext, afterId = '') =>
    Promise.resolve(sorted.filter((one) => idOf(one) > afterId).slice(0, 2));
};

interface Known {
  cfdi: fiscalCfdi.Cfdi[];
  expenses?: commerce.Expense[];
  receipts?: commerce.OwedReceipt[];
}

async function rebuild(
  context: CallContext,
  { cfdi, expenses = [], receipts = [] }: Known,
  ...more: string[]
) {
  const owners: Owners = {
    cfdi: pageOf(cfdi, ({ cfdiId }) => cfdiId),
    expenses: pageOf(expenses, ({ expenseId }) => expenseId),
    receipts: pageOf(receipts, ({ receipt }) => receipt!.receiptId),
  };
  const runtime: Runtime<{ owners: Owners }> = { ...service.runtime, providers: { owners } };
  const lines: string[] = [];
  const args = ['--organization', context.organizationId, ...more];
  const code = await runRebuild(runtime, args, (line) => void lines.push(line), 0);
  const said = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { code, differences: said.slice(0, -1), summary: said.at(-1)! };
}

const expenseOf = (expenseId = newId()): commerce.Expense => ({
  ...commerce.Expense.decode(new Uint8Array()),
  expenseId,
  version: 1,
  settledAmount: '0',
  fields: {
    ...commerce.ExpenseFields.decode(new Uint8Array()),
    settlementMode: 'credit',
    total: '70',
    businessDate: '2026-11-10',
  },
});

/** Delivers an invoice with a complement, a credit note and a payment, and a canceled invoice. */
async function history(context: CallContext) {
  const cfdi = { customerId };
  const invoice = cfdiOf(cfdi);
  const paid = complementOf([{ uuid: invoice.uuid!, amount: '100' }], cfdi);
  const note = creditNoteOf([invoice.uuid!], '60', cfdi);
  const withdrawn = canceled(cfdiOf(cfdi));
  const expense = expenseOf();
  for (const one of [invoice, paid, note, withdrawn]) await deliverCfdi(service, context, one);
  await deliverExpense(service, context, expense);
  const { transactionId } = await service.answer(recordReceivablePayment, context, {
    customerId,
    payment: {
      amount: '300',
      currency: 'MXN',
      formCode: '03',
      paidOn: '2026-11-15',
      applications: [],
      source: 'money',
      useCredit: false,
      reference: undefined,
    },
  });
  return {
    invoice,
    paid,
    note,
    transactionId: transactionId as string,
    known: { cfdi: [invoice, paid, note, withdrawn], expenses: [expense] },
  };
}

it('a rebuild finds no difference if all events of a history arrived', async () => {
  const context = callContext();
  const { known } = await history(context);
  expect(await rebuild(context, known)).toEqual({
    code: 0,
    differences: [],
    summary: { organizationId: context.organizationId, documents: 5, differences: 0, left: 0 },
  });
});

interface Made {
  invoice: fiscalCfdi.Cfdi;
  note: fiscalCfdi.Cfdi;
  paid: fiscalCfdi.Cfdi;
  transactionId: string;
}

const ofInvoice = ({ invoice }: Made) => `cfdi:${invoice.cfdiId}`;

/** In the SQL, `$1` is the organization and `$2` is the database row that the test damages. */
const damages: [what: string, table: string, sql: string, about: (made: Made) => string][] = [
  ['a document that is lost', 'documents',
   `with c as (delete from dues where org_id = $1 and document_ref = $2)
    delete from documents where org_id = $1 and ref = $2`, ofInvoice],
  ['a total that was altered', 'documents',
   'update documents set total = 9 where org_id = $1 and ref = $2', ofInvoice],
  ['a balance of a document that was altered', 'documents',
   'update documents set fiscal = 999, needs_review = true where org_id = $1 and ref = $2', ofInvoice],
  ['what a complement pays that is lost', 'claims',
   'delete from claims where org_id = $1 and ref = $2', ({ paid }) => `cfdi:${paid.cfdiId}`],
  ['what a credit note takes off that was altered', 'claims',
   'update claims set amount = 1 where org_id = $1 and ref = $2', ({ note }) => `cfdi:${note.cfdiId}`],
  ['a balance that is lost', 'balances',
   `delete from balances where org_id = $1 and account like 'receivable:%:' || $2`, ofInvoice],
  ['a balance that was altered', 'balances',
   `update balances set balance = balance - 1 where org_id = $1 and account like 'uncertified:%:' || $2`,
   ofInvoice],
  ['the sum of a day that was altered', 'daily_applications',
   `update daily_applications a set amount = 1 from documents d where a.org_id = $1 and d.ref = $2
      and d.org_id = a.org_id and d.family = a.family`, ofInvoice],
  ['the sum of a day that is lost', 'daily_applications',
   `delete from daily_applications a using documents d where a.org_id = $1 and d.ref = $2
      and d.org_id = a.org_id and d.family = a.family`, ofInvoice],
  ['what is due that was altered', 'dues',
   `update dues set covered = 0, open = amount where org_id = $1 and document_ref = $2`, ofInvoice],
  ['a transaction of a document that is lost', 'entries',
   `with e as (delete from entries e using transactions t where t.org_id = $1 and t.document_ref = $2
      and e.org_id = t.org_id and e.transaction_id = t.id returning t.id)
    select count(*), $2::text from e`, ({ note }) => `cfdi:${note.cfdiId}`],
  ['a payment that lost its transaction', 'entries',
   `with e as (delete from entries where org_id = $1 and transaction_id = $2::uuid)
    select 1`, ({ transactionId }) => transactionId],
]; // prettier-ignore

it.each(damages)('a rebuild finds and corrects %s', async (_, table, sql, about) => {
  const context = callContext();
  const { known, ...made } = await history(context);
  const before = await booksOf(service, context);
  const damage = [context.organizationId, about(made)];
  await service.rows(sql, damage);
  await service.rows(
    `delete from transactions t where t.org_id = $1 and not exists (select 1 from entries e
       where e.org_id = t.org_id and e.transaction_id = t.id)`,
    damage.slice(0, 1),
  );
  const found = await rebuild(context, known);
  expect(found.code).toBe(1);
  expect(found.differences.map((one) => one['table'])).toContain(table);
  expect((await rebuild(context, known)).differences).toEqual(found.differences);

  expect((await rebuild(context, known, '--apply')).code).toBe(0);
  expect(await booksOf(service, context)).toEqual(before);
  expect(await violationsOf(service)).toEqual([]);
  expect(await rebuild(context, known)).toMatchObject({ code: 0, differences: [] });
});

it('a rebuild posts a document whose event was lost, and removes the debt of a deleted expense', async () => {
  const context = callContext();
  const { known } = await history(context);
  const [, ...cfdi] = known.cfdi;
  const late = cfdiOf({ customerId, total: '50' });
  const after = { cfdi: [known.cfdi[0]!, ...cfdi, late], expenses: [] };
  expect((await rebuild(context, after)).code).toBe(1);
  expect((await rebuild(context, after, '--apply')).code).toBe(0);
  const books = await booksOf(service, context);
  expect(books[`receivable:${customerId}:cfdi:${late.cfdiId}`]).toBe(50);
  expect(Object.keys(books).filter((account) => account.startsWith('payable'))).toEqual([]);
  expect((await rebuild(context, after)).code).toBe(0);
});

it('a rebuild corrects a sum per day of a document that the owning service has deleted', async () => {
  const context = callContext();
  const { known } = await history(context);
  const after = { ...known, expenses: [] };
  await rebuild(context, after, '--apply');
  await service.rows(
    `insert into daily_applications (org_id, family, paid_on, form_code, amount)
     select org_id, family, '2026-11-15', '03', 5 from documents
     where org_id = $1 and role = 'expense'`,
    [context.organizationId],
  );
  const { differences } = await rebuild(context, after, '--apply');
  expect(differences.map(({ table }) => table)).toEqual(['daily_applications']);
  expect(await violationsOf(service)).toEqual([]);
});

const receiptOf = (changes: Partial<commerce.SalesReceipt> = {}): commerce.SalesReceipt => ({
  ...commerce.SalesReceipt.decode(new Uint8Array()),
  receiptId: newId(),
  version: 1,
  status: 'open',
  saleType: 'credit',
  folio: 'M-1',
  businessDate: '2026-11-10',
  total: '500',
  refundedTotal: '0',
  customerId,
  ...changes,
});

const deliverReceipt = (context: CallContext, receipt: commerce.SalesReceipt) =>
  createRun(service.runtime, context).step((tx) => {
    const payload = commerce.SalesReceipt.encode(receipt).finish();
    return onSalesReceipt({ id: newId(), payload } as ReceivedEvent, tx);
  });

it('a rebuild includes receipts on credit with refunds, courtesies, and receipts that were invoiced', async () => {
  const context = callContext();
  const refund: commerce.SalesReceiptRefund = {
    ...commerce.SalesReceiptRefund.decode(new Uint8Array()),
    refundId: newId(),
    businessDate: '2026-11-12',
    total: '80',
    method: 'credit',
  };
  const origin = { key: 'r', receiptCount: 1 };
  const invoice = cfdiOf({ customerId, total: '500', origin });
  const open = receiptOf();
  const paid = receiptOf({ saleType: 'paid', total: '70' });
  const invoiced = receiptOf({ status: 'invoiced', invoiceCfdiId: invoice.cfdiId });
  const withdrawn = receiptOf({ status: 'canceled' });
  const free = receiptOf({ saleType: 'courtesy' });
  const receipts = [
    { receipt: open, refunds: [refund] },
    ...[paid, invoiced, withdrawn, free].map((receipt) => ({ receipt, refunds: [] })),
  ];
  const known = { cfdi: [invoice], receipts };
  await deliverCfdi(service, context, invoice);
  for (const receipt of [paid, invoiced, withdrawn, free]) await deliverReceipt(context, receipt);
  await deliverReceipt(context, { ...open, refund });
  expect(await rebuild(context, known)).toMatchObject({ code: 0, differences: [] });
  const before = await booksOf(service, context);
  expect(before).toEqual({
    [`receivable:${customerId}:sales_receipt:${open.receiptId}`]: 420,
    [`receivable:${customerId}:cfdi:${invoice.cfdiId}`]: 500,
    sales: -1070,
    returns: 80,
    collected: 70,
  });
  const ref = `sales_receipt:${open.receiptId}`;
  await service.rows(
    `with c as (delete from claims where org_id = $1 and family = $2),
       u as (delete from dues where org_id = $1 and document_ref = $2)
     update documents set total = 1, contact = 'unassigned' where org_id = $1 and ref = $2`,
    [context.organizationId, ref],
  );
  const { code, differences } = await rebuild(context, known);
  expect(code).toBe(1);
  expect(differences).toContainEqual(
    expect.objectContaining({ table: 'documents', key: ref }) as unknown,
  );
  expect((await rebuild(context, known, '--apply')).code).toBe(0);
  expect(await booksOf(service, context)).toEqual(before);
  expect(await rebuild(context, known)).toMatchObject({ code: 0, differences: [] });
  const late = { receipt: receiptOf({ total: '9' }), refunds: [] };
  const more = { ...known, receipts: [...receipts, late] };
  expect((await rebuild(context, more, '--apply')).code).toBe(0);
  expect(await booksOf(service, context)).toMatchObject({
    [`receivable:${customerId}:sales_receipt:${late.receipt.receiptId}`]: 9,
  });
  expect(await violationsOf(service)).toEqual([]);
  const without = await rebuild(context, { ...more, receipts: receipts.slice(1) });
  expect(without.differences.map(({ key }) => key).toSorted()).toEqual(
    [ref, `sales_receipt:${late.receipt.receiptId}`].toSorted(),
  );
});

it('a rebuild reports a document that its owning service does not have, and keeps the entries of the document', async () => {
  const context = callContext();
  const { known, invoice } = await history(context);
  const before = await booksOf(service, context);
  const without = { ...known, cfdi: known.cfdi.slice(1) };
  const { code, differences } = await rebuild(context, without, '--apply');
  expect(code).toBe(1);
  expect(differences).toMatchObject([{ key: `cfdi:${invoice.cfdiId}`, isMended: false }]);
  expect(await booksOf(service, context)).toEqual(before);
});

it('a rebuild reports altered entries but does not change them', async () => {
  const context = callContext();
  const { known } = await history(context);
  await service.rows(
    `update entries set amount = amount + 1 where org_id = $1 and account = 'returns'`,
    [context.organizationId],
  );
  const { code, differences } = await rebuild(context, known, '--apply');
  expect(code).toBe(1);
  expect(differences).toContainEqual(
    expect.objectContaining({ table: 'entries', isMended: false }) as unknown,
  );
  await service.rows('delete from entries where org_id = $1', [context.organizationId]);
  await service.rows('delete from balances where org_id = $1', [context.organizationId]);
});

it('a rebuild does not report requests and events that arrive while it runs', async () => {
  const context = callContext();
  const { known, invoice } = await history(context);
  const more = Array.from({ length: 12 }, () =>
    complementOf([{ uuid: invoice.uuid!, amount: '10' }], { customerId }),
  );
  const all = { ...known, cfdi: [...known.cfdi, ...more] };
  const delivered = Promise.all(more.map((cfdi) => deliverCfdi(service, context, cfdi)));
  await Promise.all([delivered, rebuild(context, all, '--apply'), rebuild(context, all)]);
  expect(await rebuild(context, all)).toMatchObject({ code: 0, differences: [] });
});

it('a rebuild changes nothing in another organization', async () => {
  const [context, other] = [callContext(), callContext()];
  await history(context);
  expect(await rebuild(other, { cfdi: [] }, '--apply')).toMatchObject({
    code: 0,
    summary: { documents: 0, differences: 0 },
  });
});

it.each([[[]], [['--organization', 'x']], [['--everything']]])(
  'accounts rebuild prints its usage and exits with 2 for the arguments %j',
  async (args) => {
    const runtime = { ...service.runtime, providers: { owners: {} as Owners } };
    const work = runRebuild(runtime, args, () => undefined);
    await expect(work).rejects.toThrow(StartError);
  },
);
