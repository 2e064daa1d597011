import { setTimeout as sleep } from 'node:timers/promises';
import { created, incomeInput, newCustomer } from '@timbre/testkit/client';
import { deferred } from '../api/accounts/books';
import { booksOf, creditInput, type Books } from '../api/expenses/books';
import { newTill, saleInput, type Till } from '../api/sales-receipts/till';
import { until } from '../api/until';
import { bar, type Found, type Report } from './bar';
import {
  clientOf,
  inFlight,
  insist,
  meanwhile,
  OutcomeCounts,
  unfinished,
  type Client,
} from './clients';
import { documentItem } from './documents';
import { factsAreReplaced } from './guards';
import type { System } from './system';

interface Size {
  writers: number;
  /** The minimum number of writes of each writer. All writers continue until the last kill. */
  writes: number;
  /** The services that are killed, one after the other. */
  victims: string[];
  killEveryMs: number;
  kills: number;
  settleMs: number;
}

interface Writers {
  api: Client;
  /** The clients that sell, each with its own key. */
  sellers: Client[];
  till: Till;
  books: Books;
  customerId: string;
  outcomes: OutcomeCounts;
  /**
   * References of created documents: receipts, stamped CFDI, CFDI with an open balance, expenses on credit.
   */
  receipts: string[];
  cfdi: string[];
  owed: string[];
  expenses: string[];
  /** The timeout of one write, and of the services to become consistent after the last write. */
  settleMs: number;
  kills: number;
  /** Whether all kills are done or have failed, so that further writes are useless. */
  isOver: boolean;
}

async function run(system: System, size: Size, tell: Report): Promise<Found> {
  const api = await system.issuer();
  const till = await newTill(api);
  const writers: Writers = {
    api,
    sellers: [api, await anotherKey(api)],
    till,
    books: await booksOf(api),
    customerId: await newCustomer(api),
    outcomes: new OutcomeCounts(),
    receipts: [],
    cfdi: [],
    owed: [],
    expenses: [],
    settleMs: size.settleMs,
    kills: 0,
    isOver: false,
  };
  const writing = inFlight(size.writers, Array.from({ length: size.writers }), (_, writer) =>
    writeAll(writers, size, writer),
  );
  await meanwhile(writing, async (pass) => {
    // The writers finish without further kills.
    if (writers.kills === size.kills) return void (await writing);
    const victim = size.victims[pass % size.victims.length]!;
    await Promise.race([writing, sleep(size.killEveryMs)]);
    await system.kill(victim);
    await system.skipWaits(victim);
    await system.start(victim);
    writers.kills += 1;
    tell(`killed ${pass + 1} times, ${writers.receipts.length} receipts`);
  }).finally(() => (writers.isOver = true));
  const { kills, receipts, cfdi, owed, expenses } = writers;
  const violations = [
    ...writers.outcomes.beyond([...unfinished, ...allowed]),
    ...(await unlikeOwners(system, api, size.settleMs)),
    ...(await unlikeFacts(system, api)),
  ];
  const counts = `${receipts.length} receipts, ${cfdi.length} CFDI, ${owed.length} debts`;
  const figures = `${counts}, ${expenses.length} expenses, ${kills} kills; ${writers.outcomes}`;
  return { violations, figures };
}

/** Refusals that a writer gets because another writer was faster. */
const allowed = [
  '200',
  '201',
  '202',
  '409 conflict receipt_canceled',
  '409 conflict not_cancelable',
  '409 conflict already_refunded',
  '409 conflict has_refunds',
  '409 conflict state_conflict',
  '409 conflict cancellation_in_progress',
  '409 conflict exceeds_balance',
  '409 conflict has_settlements',
  // This refusal means that accounts has not received an invoice yet, or that a writer has deleted
  // the expense.
  '404 not_found',
];

async function writeAll(writers: Writers, size: Size, writer: number): Promise<void> {
  const isDone = (n: number) => n >= size.writes && writers.kills >= size.kills;
  for (let n = 0; !isDone(n) && !writers.isOver; n += 1) {
    await turns[(n + writer) % turns.length]!(writers);
  }
}

const send = async (
  { api, outcomes, settleMs }: Writers,
  path: string,
  body?: object,
  method = 'POST',
) => {
  const answer = await insist({ api, method, path, body }, outcomes, Date.now() + settleMs);
  return answer?.json?.data as Record<string, string> | undefined;
};

/** The actions of the writing clients. Only one writer works on each receipt and each document. */
const turns: ((writers: Writers) => Promise<unknown>)[] = [
  sell,
  sell,
  (writers) => change(writers, writers.receipts, 'refunds', { method: 'cash_back' }),
  (writers) => issue(writers, writers.cfdi),
  sell,
  (writers) => change(writers, writers.receipts, 'cancel', { reason: 'Error de captura' }),
  (writers) => issue(writers, writers.cfdi),
  (writers) => change(writers, writers.cfdi, 'cancel', { motive: '02' }),
  (writers) => issue(writers, writers.owed, deferred),
  spend,
  pay,
  settle,
  spend,
  (writers) => issue(writers, writers.owed, deferred),
  pay,
  (writers) => change(writers, writers.owed, 'cancel', { motive: '02' }),
  forget,
];

async function anotherKey(api: Client): Promise<Client> {
  const asked = { name: 'Caja 2', permissions: ['receipts:manage'] };
  const { apiKey } = await created(api, '/v1/credentials', asked);
  return clientOf(api.withApiKey(apiKey as string));
}

async function sell(writers: Writers): Promise<void> {
  const by = { ...writers, api: oneOf(writers.sellers)! };
  const receipt = await send(by, '/v1/sales-receipts', saleInput(writers.till));
  if (receipt) writers.receipts.push(receipt.documentRef!);
}

async function issue(writers: Writers, to: string[], changes: object = {}): Promise<void> {
  const { customerId } = writers;
  const items = [documentItem((100 + to.length).toFixed(2))];
  const draft = await send(writers, '/v1/cfdi', incomeInput(customerId, { items, ...changes }));
  if (!draft) return;
  await send(writers, `/v1/cfdi/${draft.documentRef}/stamp`);
  to.push(draft.documentRef!);
}

const oneOf = <One>(of: One[]): One | undefined => of[Math.floor(Math.random() * of.length)];

async function pay(writers: Writers): Promise<void> {
  const documentRef = oneOf(writers.owed);
  if (documentRef === undefined) return;
  const body = { amount: 40, formCode: '03', paidOn: '2026-01-20' };
  const path = `/v1/accounts/receivables/${writers.customerId}/payments`;
  await send(writers, path, { ...body, applications: [{ documentRef, amount: 40 }] });
}

async function spend(writers: Writers): Promise<void> {
  const expense = await send(writers, '/v1/expenses', creditInput(writers.books));
  if (expense) writers.expenses.push(expense.documentRef!);
}

async function settle(writers: Writers): Promise<void> {
  const documentRef = oneOf(writers.expenses);
  if (documentRef === undefined) return;
  const body = { amount: 1, paidOn: '2026-01-15', paymentForm: '03' };
  await send(writers, `/v1/expenses/${documentRef}/settlements`, body);
}

async function forget({ expenses, ...writers }: Writers): Promise<void> {
  const documentRef = expenses.splice(Math.floor(Math.random() * expenses.length), 1)[0];
  if (documentRef === undefined) return;
  await send({ expenses, ...writers }, `/v1/expenses/${documentRef}`, undefined, 'DELETE');
}

async function change(writers: Writers, of: string[], what: string, body: object): Promise<void> {
  const taken = of.splice(Math.floor(Math.random() * of.length), 1)[0];
  if (taken === undefined) return;
  const area = taken.startsWith('cfdi:') ? 'cfdi' : 'sales-receipts';
  await send(writers, `/v1/${area}/${taken}/${what}`, body);
}

/** Sums by status, which must be equal in the owning service and in reports. */
interface Sum {
  status: string;
  count: number;
  total: string;
}

const sumsOfDebts = `select * from (
    select 'open' as status, count(*)::int as count, round(sum(open), 2)::text as total
    from debts where open > 0
    union all select 'owed', count(*)::int, round(sum(owed), 2)::text from debts where owed > 0) x
  where count > 0 order by status`;

const recounts: { what: string; owner: string; owned: string; counted: string }[] = [
  {
    what: 'sales receipts',
    owner: 'commerce',
    owned: `select status || ' of ' || coalesce(seller, 'none') as status, count(*)::int as count,
        sum(total - refunded_total)::text as total
      from sales_receipts where org_id = $1 group by 1 order by 1`,
    counted: `select status || ' of ' || seller as status, sum(receipts)::int as count,
        round(sum(gross - discount - refunds), 2)::text as total
      from sales_facts where org_id = $1 group by 1 order by 1`,
  },
  {
    what: 'CFDI',
    owner: 'fiscal-cfdi',
    owned: `select status, count(*)::int as count, round(sum(total), 2)::text as total
      from cfdi where org_id = $1 and status <> 'draft' group by status order by status`,
    counted: `select * from (
        select 'canceled' as status, sum(canceled_count)::int as count,
          round(sum(canceled_total), 2)::text as total from cfdi_facts where org_id = $1
        union all
        select 'valid', sum(count)::int, round(sum(total), 2)::text from cfdi_facts where org_id = $1) x
      where count <> 0 order by status`,
  },
  {
    what: 'expenses',
    owner: 'commerce',
    owned: `select settlement_state as status, count(*)::int as count, sum(total)::text as total
      from expenses where org_id = $1 group by 1 order by 1`,
    counted: `select settlement as status, sum(count)::int as count, round(sum(total), 2)::text as total
      from expense_facts where org_id = $1 group by 1 having sum(count) <> 0 order by 1`,
  },
  {
    what: 'debts',
    owner: 'accounts',
    owned: `with debts as (select (debt->>'owed')::numeric as owed, open from documents
        where org_id = $1 and side = 'receivable' and family is not null)
      ${sumsOfDebts}`,
    counted: `with debts as (select sum(invoiced) as owed,
          sum(current + days1_to30 + days31_to60 + days61_to90 + over90) as open
        from collection_facts where org_id = $1 group by ref)
      ${sumsOfDebts}`,
  },
];

/**
 * Waits until reports has the same sums as the owning services, and returns the remaining
 * differences.
 */
function unlikeOwners(system: System, api: Client, settleMs: number): Promise<string[]> {
  const differences = async () => {
    const found = await inFlight(2, recounts, async ({ what, owner, owned, counted }) => {
      const theirs = await system.sql<Sum>(owner, owned, [api.organizationId]);
      const ours = await system.sql<Sum>('reports', counted, [api.organizationId]);
      const [has, must] = [JSON.stringify(ours), JSON.stringify(theirs)];
      return has === must ? [] : [`${what} are ${has}, and ${must} at their owner`];
    });
    await system.skipWaits('fiscal-cfdi');
    return found.flat();
  };
  // The wait is needed, because events that a killed consumer had received are delivered again only
  // after 30 s.
  return until(settleMs, differences, (found) => found.length === 0);
}

const measures: Record<string, string[]> = {
  sales: ['receipts', 'units', 'gross', 'discount', 'refunds', 'tax', 'cost', 'costed_units'],
  cfdi: ['count', 'subtotal', 'iva_transferred', 'total', 'canceled_count', 'canceled_total'],
  expense: ['count', 'total', 'paid', 'unpaid', 'without_cfdi'],
  collection: ['invoiced', 'collected', 'current', 'days1_to30', 'over90'],
};

/**
 * Returns violations of the rule that rollup and deltas together are equal to the sum of the facts,
 * in every dimension and interval.
 */
async function unlikeFacts(system: System, api: Client): Promise<string[]> {
  const found = await inFlight(2, Object.entries(measures), async ([name, columns]) => {
    const sums = columns.map((one) => `coalesce(sum(${one}), 0)`).join(', ');
    const rows = await system.sql<{ dimension: string; grain: string }>(
      'reports',
      `select r.dimension, r.grain from (select distinct dimension, grain from ${name}_rollup
         where org_id = $1) r
       where (select row(${sums}) from (
           select ${columns.join(', ')} from ${name}_rollup x where x.org_id = $1
             and x.dimension = r.dimension and x.grain = r.grain
           union all select ${columns.join(', ')} from ${name}_deltas where org_id = $1) both_of)
         is distinct from (select row(${sums}) from ${name}_facts where org_id = $1)`,
      [api.organizationId],
    );
    return rows.map(({ dimension, grain }) => `${name} by ${dimension} and ${grain} differ`);
  });
  return found.flat();
}

const suite: Size = {
  writers: 8,
  writes: 17,
  victims: ['reports', 'commerce', 'fiscal-cfdi', 'accounts'],
  killEveryMs: 1_000,
  kills: 4,
  settleMs: 90_000,
};

export const reports = bar<Size>({
  name: 'reports',
  holds:
    'the sums equal the facts, and the facts equal the documents of the owning services, however often services are killed',
  sizes: {
    suite,
    full: {
      ...suite,
      writers: 20,
      writes: 100,
      killEveryMs: 2_000,
      kills: 50,
      settleMs: 600_000,
    },
    control: { ...suite, writers: 2, kills: 1, settleMs: 60_000 },
  },
  guard: factsAreReplaced,
  red: /sales receipts are/,
  run,
});
