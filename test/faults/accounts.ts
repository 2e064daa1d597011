import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { created, newCustomer, type Api } from '@timbre/testkit/client';
import { until } from '../api/until';
import { deferred } from '../api/accounts/books';
import { bar, type Found, type Report } from './bar';
import {
  inFlight,
  insist,
  killDuring,
  OutcomeCounts,
  unfinished,
  type Client,
  type Kills,
} from './clients';
import { documentItem } from './documents';
import { keysAreRemembered } from './guards';
import type { System } from './system';

interface Size {
  invoices: number;
  writers: number;
  /** The minimum number of writes of each writer. All writers continue until the last kill. */
  writes: number;
  /**
   * The number of payments among ten writes. The other writes are complements, reversals and cancellations.
   */
  paymentsOfTen: number;
  /** The services that the test kills, one after the other. */
  victims: string[];
  killEveryMs: number;
  kills: number;
  /** The failpoint at which the service accounts exits. */
  point?: string;
  settleMs: number;
}

interface Invoice {
  documentRef: string;
  customerId: string;
  uuid: string;
  total: number;
  /**
   * The reference of the only complement of the invoice; undefined until a writer has drafted it.
   */
  complement?: string;
}

/** A payment and the responses that its writer received. */
interface Paid {
  reference: string;
  status: number | undefined;
  transactionId: string | undefined;
}

interface Writers extends Kills {
  api: Client;
  invoices: Invoice[];
  outcomes: OutcomeCounts;
  paid: Paid[];
  /**
   * The timeout in milliseconds for one write, and for the services to become consistent after the last
   * write.
   */
  settleMs: number;
}

async function run(system: System, size: Size, tell: Report): Promise<Found> {
  const api = await system.issuer();
  await created(api, '/v1/settings/series', { code: 'PC', kind: 'payment_complement' });
  const invoices = await newInvoices(api, size.invoices);
  const writers: Writers = { api, invoices, outcomes: new OutcomeCounts(), paid: [], settleMs: size.settleMs, kills: 0, isOver: false };
  const armed = size.point ? { FAILPOINTS: size.point } : {};
  if (size.point) await system.start('accounts', armed);
  const writing = inFlight(
    size.writers,
    Array.from({ length: size.writers }, (_, index) => index),
    (writer) => writeAll(writers, size, writer),
  );
  await killDuring(writing, writers, size.kills, async (pass) => {
    const victim = size.victims[pass % size.victims.length]!;
    await Promise.race([writing, size.point ? system.ended(victim) : sleep(size.killEveryMs)]);
    await system.kill(victim);
    await system.skipWaits(victim);
    await system.start(victim, pass + 1 === size.kills ? {} : armed);
    tell(`killed ${pass + 1} times, ${writers.paid.length} payments`);
  });
  const { kills } = writers;
  const violations = [
    ...writers.outcomes.beyond([...unfinished, ...allowed]),
    ...(await lateDocuments(system, api, size.settleMs)),
    ...(await notOnce(system, api, writers.paid)),
    ...(await unequal(system, api, [...sums, ...recounts])),
    ...(await rebuilt(system, api)),
  ];
  const figures = `${writers.paid.length} payments, ${kills} kills; ${writers.outcomes}`;
  return { violations, figures };
} // prettier-ignore

/** Error responses that a writer may receive because another writer was faster. */
const allowed = [
  '200',
  '201',
  '202',
  '409 conflict exceeds_balance',
  '409 conflict already_reversed',
  '409 conflict credit_used',
  '409 conflict state_conflict',
  '404 not_found',
  '409 conflict not_cancelable',
  '409 conflict cancellation_in_progress',
  // The invoice was canceled after its complement was drafted and before the complement was stamped.
  '409 conflict draft_invalid',
];

/** Stamps invoices with deferred payment, several for each customer. */
async function newInvoices(api: Client, count: number): Promise<Invoice[]> {
  const customers = await inFlight(4, Array.from({ length: Math.ceil(count / 5) }), () =>
    newCustomer(api),
  );
  return inFlight(8, Array.from({ length: count }), async (_, index) => {
    const customerId = customers[index % customers.length]!;
    const total = 400 + index;
    const { documentRef } = await created(api, '/v1/cfdi', {
      kind: 'income',
      customerId,
      cfdiUse: 'G03',
      ...deferred,
      items: [documentItem(total.toFixed(2))],
    });
    const { json } = await api.request('POST', `/v1/cfdi/${documentRef}/stamp`);
    return { documentRef, customerId, uuid: json.data.uuid as string, total } as Invoice;
  });
}

async function writeAll(writers: Writers, size: Size, writer: number): Promise<void> {
  const isDone = (n: number) => n >= size.writes && writers.kills >= size.kills;
  for (let n = 0; !isDone(n) && !writers.isOver; n += 1) {
    const invoice = writers.invoices[Math.floor(Math.random() * writers.invoices.length)]!;
    if ((n + writer) % 10 < size.paymentsOfTen)
      await pay(writers, invoice, 1 + writer * size.writes + n);
    else if (n % 3 === 0) await reverse(writers);
    else if (n % 3 === 1) await complement(writers, invoice);
    else await cancel(writers, invoice.complement ?? invoice.documentRef);
  }
}

const send = ({ api, outcomes, settleMs }: Writers, path: string, body?: object) =>
  insist({ api, method: 'POST', path, body }, outcomes, Date.now() + settleMs);

async function pay(writers: Writers, invoice: Invoice, cents: number): Promise<void> {
  const reference = randomUUID();
  const amount = cents / 100;
  const answer = await send(writers, `/v1/accounts/receivables/${invoice.customerId}/payments`, {
    amount,
    formCode: '03',
    paidOn: '2026-01-20',
    reference,
    applications: [{ documentRef: invoice.documentRef, amount }],
  });
  const data = answer?.json.data as { transactionId: string } | undefined;
  const transactionId = data?.transactionId;
  writers.paid.push({ reference, status: answer?.status, transactionId });
}

async function reverse(writers: Writers): Promise<void> {
  const known = writers.paid.filter(({ transactionId }) => transactionId !== undefined);
  const one = known[Math.floor(Math.random() * known.length)];
  if (!one) return;
  const path = `/v1/accounts/transactions/${one.transactionId}/reverse`;
  await send(writers, path, { reason: 'Cheque devuelto' });
}

async function complement(writers: Writers, invoice: Invoice): Promise<void> {
  if (invoice.complement) return;
  const document = { uuid: invoice.uuid, taxes: 'auto', amount: 100, installment: 1 };
  // The API may reject the draft, because another writer may have canceled the invoice.
  const draft = await send({ ...writers, outcomes: new OutcomeCounts() }, '/v1/cfdi', {
    kind: 'payment_complement',
    customerId: invoice.customerId,
    payment: {
      formCode: '03',
      documents: [{ ...document, previousBalance: invoice.total }],
    },
  });
  const { documentRef } = (draft?.json.data ?? {}) as { documentRef?: string };
  if (!documentRef || invoice.complement) return;
  invoice.complement = documentRef;
  await send(writers, `/v1/cfdi/${documentRef}/stamp`);
}

const cancel = (writers: Writers, documentRef: string) =>
  send(writers, `/v1/cfdi/${documentRef}/cancel`, { motive: '02' });

/** Waits until no cancellation is in progress and accounts has stored the current state of every document. */
export async function lateDocuments(system: System, api: Api, settleMs: number): Promise<string[]> {
  const late = async () => {
    const owned = await system.sql<{ ref: string; version: number; is_valid: boolean }>(
      'fiscal-cfdi',
      `select 'cfdi:' || id as ref, version, status = 'valid' as is_valid from cfdi
       where org_id = $1 and status <> 'draft'`,
      [api.organizationId],
    );
    const kept = await system.sql<{ ref: string; is_valid: boolean }>(
      'accounts',
      'select ref, is_valid from documents where org_id = $1',
      [api.organizationId],
    );
    const known = new Map(kept.map(({ ref, is_valid }) => [ref, is_valid]));
    const [open] = await system.sql<{ count: number }>(
      'fiscal-cfdi',
      `select count(*)::int as count from cancellations
       where org_id = $1 and next_check_at is not null`,
      [api.organizationId],
    );
    await system.skipWaits('fiscal-cfdi');
    const behind = owned.filter(({ ref, is_valid }) => known.get(ref) !== is_valid);
    return [
      ...behind.map(({ ref }) => `accounts does not know ${ref} as it is`),
      ...(open!.count > 0 ? [`${open!.count} cancellations are under way`] : []),
    ];
  };
  // The wait is necessary, because NATS redelivers the events of a killed consumer only after 30 s.
  return until(settleMs, late, (found) => found.length === 0);
}

/**
 * Returns violations of the rule that a confirmed payment is stored exactly once and a rejected payment is
 * not stored.
 */
async function notOnce(system: System, api: Api, paid: Paid[]): Promise<string[]> {
  const rows = await system.sql<{ reference: string; count: number }>(
    'accounts',
    'select reference, count(*)::int as count from payments where org_id = $1 group by reference',
    [api.organizationId],
  );
  const counts = new Map(rows.map(({ reference, count }) => [reference, count]));
  return paid.flatMap(({ reference, status }) => {
    const count = counts.get(reference) ?? 0;
    const isRight = status === 201 ? count === 1 : status === undefined ? count < 2 : count === 0;
    return isRight ? [] : [`a payment that was answered ${status} is kept ${count} times`];
  });
}

type Query = [what: string, sql: string];

/** Queries that find violations in any ledger. */
export const sums: Query[] = [
  [
    'a transaction does not add up to 0',
    `select transaction_id as key from entries where org_id = $1
     group by transaction_id having sum(amount) <> 0`,
  ],
  [
    'a balance is not the sum of its entries',
    `select account as key from (select account, sum(amount) as amount from entries
       where org_id = $1 and account like '%:%' group by account) e
     full join (select account, balance from balances where org_id = $1) b using (account)
     where coalesce(b.balance, 0) <> coalesce(e.amount, 0)`,
  ],
];

/**
 * Queries that find violations in a ledger of invoices with deferred payment, computed directly from payments
 * and valid documents.
 */
const recounts: Query[] = [
  [
    'what is owed is not the total less papers and payments',
    `with papers as (
       select c.family, sum(c.amount) as amount from claims c
       join documents n on n.org_id = c.org_id and n.ref = c.ref and n.is_valid
       where c.org_id = $1 and c.kind = 'payment' group by c.family),
     money as (
       select a.family, sum(a.amount - coalesce((select sum(k.amount) from certifications k
           join documents n on n.org_id = k.org_id and n.ref = k.complement and n.is_valid
           where k.org_id = a.org_id and k.family = a.family and k.payment_id = a.payment_id), 0))
         as amount
       from applications a where a.org_id = $1 and not exists (select 1 from reversals r
         where r.org_id = a.org_id and r.reversed = a.payment_id) group by a.family)
     select d.ref as key from documents d left join papers p on p.family = d.family
     left join money m on m.family = d.family
     cross join lateral (select case when d.is_valid
       then greatest(d.total - coalesce(p.amount, 0), 0) else 0 end as fiscal) f
     where d.org_id = $1 and d.role = 'invoice' and (d.fiscal <> f.fiscal
       or d.open <> greatest(f.fiscal - coalesce(m.amount, 0), 0))`,
  ],
  [
    'money was lost, or counted twice',
    `select 'collected' as key where
       coalesce((select sum(amount) from entries where org_id = $1 and account = 'collected'), 0)
       <> coalesce((select sum(p.amount) from payments p where p.org_id = $1 and not exists
           (select 1 from reversals r where r.org_id = $1 and r.reversed = p.id)), 0)
         + coalesce((select sum(c.amount) from claims c where c.org_id = $1
             and c.kind = 'payment'), 0)
         - coalesce((select sum(k.amount) from certifications k
             join documents n on n.org_id = k.org_id and n.ref = k.complement and n.is_valid
             where k.org_id = $1 and k.payment_id is not null and not exists (select 1
               from reversals r where r.org_id = $1 and r.reversed = k.payment_id)), 0)`,
  ],
];

/** Returns the violations that the queries find. */
export async function unequal(system: System, api: Api, queries: Query[]): Promise<string[]> {
  const found = await inFlight(2, queries, async ([what, sql]) => {
    const rows = await system.sql<{ key: string }>('accounts', sql, [api.organizationId]);
    return rows.map(({ key }) => `${what}: ${key}`);
  });
  return found.flat();
}

/** Returns the differences that the command `rebuild` finds; the test expects no differences. */
export const rebuilt = (system: System, { organizationId }: Api): Promise<string[]> =>
  system.command('accounts', ['rebuild', '--organization', organizationId]).then(
    () => [],
    (error: unknown) => [`a rebuild differs: ${String(error).slice(0, 2_000)}`],
  );

const suite: Size = {
  invoices: 8,
  writers: 8,
  writes: 14,
  paymentsOfTen: 6,
  victims: ['accounts', 'fiscal-cfdi', 'accounts', 'commerce'],
  killEveryMs: 1_000,
  kills: 2,
  settleMs: 90_000,
};

export const accounts = bar<Size>({
  name: 'accounts',
  holds:
    'every balance equals a recount, and no payment is lost or counted twice, however often services are killed',
  sizes: {
    suite,
    full: {
      ...suite,
      invoices: 50,
      writers: 20,
      writes: 100,
      killEveryMs: 2_000,
      kills: 50,
      settleMs: 600_000,
    },
    control: {
      ...suite,
      invoices: 2,
      writers: 3,
      writes: 2,
      paymentsOfTen: 10,
      victims: ['accounts'],
      kills: 1,
      // The third payment is committed, but its response is lost.
      point: 'finish.committed@3',
    },
  },
  guard: keysAreRemembered('accounts'),
  red: /is kept [2-9] times/,
  run,
});
