import { accounts, type fiscalCfdi } from '@timbre/contract';
import fc from 'fast-check';
import type { CallContext } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { listDebts } from '../src/operations/list-debts';
import { recordReceivablePayment } from '../src/operations/record-receivable-payment';
import { reverseAccountTransaction } from '../src/operations/reverse-account-transaction';
import {
  booksOf, canceled, cfdiOf, complementOf, creditNoteOf, startAccounts, deliverCfdi, violationsOf,
} from './accounts'; // prettier-ignore

let service: ServiceRuntime;
beforeAll(async () => void (service = await startAccounts()));
afterAll(() => service.close());

const customerId = '01890000-0000-7000-8000-000000000000';
const amount = fc.integer({ min: 1, max: 150_000 }).map((cents) => (cents / 100).toFixed(2));
const invoices = 3;

/** Generates a complement or credit note for one of the three invoices, which may be canceled later. */
const anyDocument = fc.record({
  kind: fc.constantFrom('complement', 'credit_note'),
  invoice: fc.nat(invoices - 1),
  amount,
  isCanceled: fc.boolean(),
});

/** Generates documents, the order of their events, and the events that are delivered twice. */
const anyHistory = fc.record({
  heads: fc.array(
    fc.record({ total: amount, isDeferred: fc.boolean(), isCanceled: fc.boolean() }),
    {
      minLength: invoices,
      maxLength: invoices,
    },
  ),
  others: fc.array(anyDocument, { maxLength: 6 }),
  order: fc.array(fc.nat(1_000), { minLength: 40, maxLength: 40 }),
  repeated: fc.array(fc.nat(1_000), { maxLength: 5 }),
});

type History = typeof anyHistory extends fc.Arbitrary<infer T> ? T : never;

function documentsOf({ heads, others }: History) {
  const first = heads.map(({ total, isDeferred }) =>
    cfdiOf({ customerId, total, methodCode: isDeferred ? 'PPD' : 'PUE' }),
  );
  const rest = others.map((one) => {
    const uuid = first[one.invoice]!.uuid!;
    return one.kind === 'complement'
      ? complementOf([{ uuid, amount: one.amount }], { customerId })
      : creditNoteOf([uuid], one.amount, { customerId });
  });
  return { first, rest };
}

/** Returns all events in a random order, some of them twice. */
function eventsOf(history: History, { first, rest }: ReturnType<typeof documentsOf>) {
  const ends = [...history.heads, ...history.others];
  const all: fiscalCfdi.Cfdi[] = [...first, ...rest].flatMap((cfdi, index) =>
    ends[index]!.isCanceled ? [cfdi, canceled(cfdi)] : [cfdi],
  );
  const repeats = history.repeated.map((index) => all[index % all.length]!);
  return [...all, ...repeats]
    .map((cfdi, index) => ({ cfdi, place: history.order[index % 40]! }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ cfdi }) => cfdi);
}

/** Returns the expected balances, which are calculated only from the final states of the documents. */
function recountOf({ heads, others }: History, { first }: ReturnType<typeof documentsOf>) {
  const books: Record<string, number> = {};
  const add = (account: string, cents: number) =>
    (books[account] = (books[account] ?? 0) + Math.round(cents));
  const cents = (text: string) => Math.round(Number(text) * 100);
  heads.forEach(({ total, isDeferred, isCanceled }, index) => {
    const own = others.filter((one) => one.invoice === index && !one.isCanceled);
    const sum = (kind: string) =>
      own.filter((one) => one.kind === kind).reduce((all, one) => all + cents(one.amount), 0);
    const [paid, credited] = [sum('complement'), isCanceled ? 0 : sum('credit_note')];
    const installment = isCanceled || !isDeferred ? 0 : cents(total);
    add(
      `receivable:${customerId}:cfdi:${first[index]!.cfdiId}`,
      Math.max(0, installment - paid - credited),
    );
    add(`credit:${customerId}`, -Math.max(0, paid + credited - installment));
    add('sales', isCanceled ? 0 : -cents(total));
    add('returns', credited);
    add('collected', paid + (isCanceled || isDeferred ? 0 : cents(total)));
  });
  const nonZero = Object.entries(books).filter(([, value]) => value !== 0);
  return Object.fromEntries(nonZero.map(([account, value]) => [account, value / 100]));
}

it('balances equal a simple recount after any history, with events in any order and repeated events', async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, async (history) => {
      const context = callContext();
      const documents = documentsOf(history);
      for (const cfdi of eventsOf(history, documents)) await deliverCfdi(service, context, cfdi);
      expect(await booksOf(service, context)).toEqual(recountOf(history, documents));
    }),
    { numRuns: 60 },
  );
  expect(await violationsOf(service)).toEqual([]);
});

it('balances equal a simple recount if all events of a history arrive in one batch', async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, async (history) => {
      const context = callContext();
      const documents = documentsOf(history);
      const events = eventsOf(history, documents);
      await Promise.all(events.map((cfdi) => deliverCfdi(service, context, cfdi)));
      expect(await booksOf(service, context)).toEqual(recountOf(history, documents));
    }),
    { numRuns: 20 },
  );
  expect(await violationsOf(service)).toEqual([]);
});

/** Checks the balances in the last emitted event of each document. */
async function expectAllAnnounced(context: CallContext): Promise<void> {
  const rows = await service.rows<{ payload: Uint8Array }>(
    `select distinct on (aggregate_id) payload from outbox
     where org_id = $1 and subject = 'accounts.receivable.changed'
     order by aggregate_id, aggregate_version desc`,
    [context.organizationId],
  );
  const announced = rows.map(({ payload }) => accounts.DocumentBalance.decode(payload));
  const shown = ({ documentRef, ...of }: accounts.DocumentBalance) => {
    const { open, owed, fiscal, uncertified, needsReview, reductions, parts } = of;
    return { documentRef, open, owed, fiscal, uncertified, needsReview, reductions, parts };
  };
  const { debts } = await listDebts.run(service.runtime, context, {});
  const nothing = {
    open: '0',
    owed: '0',
    fiscal: '0',
    uncertified: '0',
    needsReview: false,
    reductions: [],
    parts: [],
  };
  const known = debts.map(({ documentRef }) => {
    const last = announced.find((one) => one.documentRef === documentRef);
    return last ? shown(last) : { documentRef, ...nothing };
  });
  expect(known).toEqual(debts.map(shown));
}

/** Generates payments, applied credit and reversals that run between the events of a history. */
const anyActions = fc.array(
  fc.record({ do: fc.constantFrom('pay', 'use_credit', 'reverse'), amount, payment: fc.nat(9) }),
  { minLength: 1, maxLength: 6 },
);

it('balances equal their entries and have the right sign if payments and reversals run between events', async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, anyActions, async (history, actions) => {
      const context = callContext();
      const documents = documentsOf(history);
      await deliverCfdi(service, context, cfdiOf({ customerId, total: '1' }));
      const paid: string[] = [];
      const act = async ({ do: what, amount: of, payment }: (typeof actions)[number]) => {
        if (what === 'reverse') {
          const transactionId = paid[payment % Math.max(paid.length, 1)];
          if (!transactionId) return;
          const request = { transactionId, sides: ['receivable'], reason: 'x' };
          await service.answer(reverseAccountTransaction, context, request);
          return;
        }
        const money = { source: 'money', formCode: '03' };
        const credit = { source: 'credit', formCode: undefined };
        const { transactionId } = await service.answer(recordReceivablePayment, context, {
          customerId,
          payment: {
            amount: of,
            currency: 'MXN',
            paidOn: '2026-11-20',
            useCredit: false,
            applications: [],
            ...(what === 'pay' ? money : credit),
          },
        });
        paid.push(transactionId as string);
      };
      const refusals = [
        'credit_insufficient',
        'exceeds_balance',
        'credit_used',
        'already_reversed',
      ];
      const allowed = (error: { code?: string; details?: { reason?: string } }) => {
        if (error.code === 'operation_in_progress') return;
        if (!refusals.includes(error.details?.reason ?? '')) throw error as Error;
      };
      const events = eventsOf(history, documents);
      await Promise.all([
        ...events.map((cfdi) => deliverCfdi(service, context, cfdi)),
        ...actions.map((action) => act(action).catch(allowed)),
      ]);
      // The test recalculates the expected balances from rows that the ledger does not read: recorded
      // payments and documents.
      const [money] = await service.rows<{ equal: boolean }>(
        `select coalesce((select sum(amount) from entries where org_id = $1 and account = 'collected'), 0)
           = coalesce((select sum(p.amount) from payments p where p.org_id = $1 and p.source = 'money'
               and not exists (select 1 from reversals r where r.org_id = $1 and r.reversed = p.id)), 0)
           + coalesce((select sum(c.amount) from claims c join documents d on d.org_id = c.org_id
               and d.family = c.family where c.org_id = $1 and c.kind = 'payment'), 0)
           - coalesce((select sum(k.amount) from certifications k
               join documents n on n.org_id = k.org_id and n.ref = k.complement and n.is_valid
               where k.org_id = $1 and k.payment_id is not null and not exists (select 1
                 from reversals r where r.org_id = $1 and r.reversed = k.payment_id)), 0)
           + coalesce((select sum(total) from documents where org_id = $1 and role = 'invoice'
               and is_valid and not is_deferred), 0) as equal`,
        [context.organizationId],
      );
      expect(money).toEqual({ equal: true });
      await expectAllAnnounced(context);
    }),
    { numRuns: 25 },
  );
  expect(await violationsOf(service)).toEqual([]);
});
