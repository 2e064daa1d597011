import { setTimeout as sleep } from 'node:timers/promises';
import { incomeInput, newCustomer } from '@timbre/testkit/client';
import { newTill, saleInput, type Till } from '../api/sales-receipts/till';
import { until } from '../api/until';
import { bar, type Found, type Tell } from './bar';
import { inFlight, insist, meanwhile, Told, unfinished, type Client } from './clients';
import { documentItem } from './documents';
import { factsAreReplaced } from './guards';
import type { System } from './system';

interface Size {
  writers: number;
  /** Of each writer at least; all go on until services were killed often enough. */
  writes: number;
  /** Killed one after the other. */
  victims: string[];
  killEveryMs: number;
  killsMin: number;
  settleMs: number;
}

interface Writers {
  api: Client;
  till: Till;
  customerId: string;
  told: Told;
  /** References of what was created: receipts, stamped CFDI. */
  receipts: string[];
  cfdi: string[];
  deadlineMs: number;
  kills: number;
}

async function run(system: System, size: Size, tell: Tell): Promise<Found> {
  const api = await system.issuer();
  const till = await newTill(api);
  const deadlineMs = Date.now() + size.settleMs;
  const writers: Writers = {
    ...{ api, till, customerId: await newCustomer(api), told: new Told() },
    ...{ receipts: [], cfdi: [], deadlineMs, kills: 0 },
  };
  const writing = inFlight(size.writers, Array.from({ length: size.writers }), (_, writer) =>
    writeAll(writers, size, writer),
  );
  await meanwhile(writing, async (pass) => {
    const victim = size.victims[pass % size.victims.length]!;
    await Promise.race([writing, sleep(size.killEveryMs)]);
    await system.kill(victim);
    await system.skipWaits(victim);
    await system.start(victim);
    writers.kills += 1;
    tell(`killed ${pass + 1} times, ${writers.receipts.length} receipts`);
  });
  const { kills, receipts, cfdi } = writers;
  const violations = [
    ...writers.told.beyond([...unfinished, ...allowed]),
    ...(kills < size.killsMin ? [`services were killed only ${kills} times`] : []),
    ...(await unlikeOwners(system, api, deadlineMs)),
    ...(await unlikeFacts(system, api)),
  ];
  const figures = `${receipts.length} receipts, ${cfdi.length} CFDI, ${kills} kills; ${writers.told}`;
  return { violations, figures };
}

/** Refusals that a writer meets because another one was faster. */
const allowed = [
  ...['200', '201', '202', '409 conflict receipt_canceled', '409 conflict not_cancelable'],
  ...['409 conflict already_refunded', '409 conflict has_refunds', '409 conflict state_conflict'],
  '409 conflict cancellation_in_progress',
];

async function writeAll(writers: Writers, size: Size, writer: number): Promise<void> {
  const isDone = (n: number) => n >= size.writes && writers.kills >= size.killsMin;
  for (let n = 0; !isDone(n) && Date.now() < writers.deadlineMs; n += 1) {
    await turns[(n + writer) % turns.length]!(writers);
  }
}

const send = async ({ api, told, deadlineMs }: Writers, path: string, body?: object) => {
  const answer = await insist({ api, method: 'POST', path, body }, told, deadlineMs);
  return answer?.json?.data as Record<string, string> | undefined;
};

/** Each receipt and each document is taken by one writer. */
const turns: ((writers: Writers) => Promise<unknown>)[] = [
  sell,
  sell,
  (writers) => change(writers, writers.receipts, 'refunds', { method: 'cash_back' }),
  invoice,
  sell,
  (writers) => change(writers, writers.receipts, 'cancel', { reason: 'Error de captura' }),
  invoice,
  (writers) => change(writers, writers.cfdi, 'cancel', { motive: '02' }),
];

async function sell(writers: Writers): Promise<void> {
  const receipt = await send(writers, '/v1/sales-receipts', saleInput(writers.till));
  if (receipt) writers.receipts.push(receipt.documentRef!);
}

async function invoice(writers: Writers): Promise<void> {
  const { customerId } = writers;
  const items = [documentItem((100 + writers.cfdi.length).toFixed(2))];
  const draft = await send(writers, '/v1/cfdi', incomeInput(customerId, { items }));
  if (!draft) return;
  await send(writers, `/v1/cfdi/${draft.documentRef}/stamp`);
  writers.cfdi.push(draft.documentRef!);
}

async function change(writers: Writers, of: string[], what: string, body: object): Promise<void> {
  const taken = of.splice(Math.floor(Math.random() * of.length), 1)[0];
  if (taken === undefined) return;
  const area = taken.startsWith('cfdi:') ? 'cfdi' : 'sales-receipts';
  await send(writers, `/v1/${area}/${taken}/${what}`, body);
}

/** Sums by status that owner and report must agree on. */
interface Sum {
  status: string;
  count: number;
  total: string;
}

const recounts: { what: string; owner: string; owned: string; counted: string }[] = [
  {
    what: 'sales receipts',
    owner: 'commerce',
    owned: `select status, count(*)::int as count, sum(total - refunded_total)::text as total
      from sales_receipts where org_id = $1 group by status order by status`,
    counted: `select status, sum(receipts)::int as count,
        round(sum(gross - discount - refunds), 2)::text as total
      from sales_facts where org_id = $1 group by status order by status`,
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
];

/** Waits until reports has what the owners have. */
function unlikeOwners(system: System, api: Client, deadlineMs: number): Promise<string[]> {
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
  const restMs = Math.max(20_000, deadlineMs - Date.now());
  return until(restMs, differences, (found) => found.length === 0);
}

const measures: Record<string, string[]> = {
  sales: ['receipts', 'units', 'gross', 'discount', 'refunds', 'tax'],
  cfdi: ['count', 'subtotal', 'iva_transferred', 'total', 'canceled_count', 'canceled_total'],
};

/** In every dimension and grain, rollup and deltas together are the sum of the facts. */
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
  writes: 8,
  victims: ['reports', 'commerce', 'fiscal-cfdi'],
  killEveryMs: 1_000,
  killsMin: 3,
  settleMs: 90_000,
};

export const reports = bar<Size>({
  name: 'reports',
  holds:
    'sums are those of the facts, and facts are what their owners have, however often services are killed',
  sizes: {
    suite,
    full: {
      ...suite,
      ...{ writers: 20, writes: 100, killEveryMs: 2_000, killsMin: 50, settleMs: 3_600_000 },
    },
    control: { ...suite, writers: 2, killsMin: 1, settleMs: 25_000 },
  },
  guard: factsAreReplaced,
  red: /sales receipts are/,
  run,
});
