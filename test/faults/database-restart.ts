import { created, type Api } from '@timbre/testkit/client';
import { services } from '../../scripts/runtime/services.mjs';
import { until } from '../api/until';
import { saleInput } from '../api/sales-receipts/till';
import { bar, type Found, type Report } from './bar';
import { unfinished, type Client } from './clients';
import { unlikeWrites } from './followers';
import { commitsAreFlushed } from './guards';
import type { System } from './system';
import { allowed, countsOf, newWriters, writeThrough, type Writers, type Writes } from './writers';

interface Size extends Writes {
  settleMs: number;
}

/**
 * The time limit in milliseconds within which every service must respond after PostgreSQL accepts
 * connections again.
 */
const backMsMax = 10_000;

async function run(system: System, size: Size, tell: Report): Promise<Found> {
  const nameless: string[] = [];
  const api = withRequestIds(await system.issuer(), nameless);
  const ended = watchProcesses(system);
  const writers = await newWriters(api, size.settleMs);
  const late: string[] = [];
  await writeThrough(writers, size, async (pass) => {
    // PostgreSQL is killed immediately after it has acknowledged a write.
    const { documentRef } = await created(api, '/v1/sales-receipts', saleInput(writers.till));
    writers.acknowledged.set(documentRef as string, undefined);
    await system.kill('postgres');
    await system.start('postgres');
    for (const service of written) await system.skipWaits(service);
    late.push(...(await silent(api)));
    tell(`PostgreSQL killed ${pass + 1} times, ${writers.receipts.length} receipts`);
  });
  const violations = [
    ...[...ended].map((name) => `${name} ended with PostgreSQL`),
    ...late,
    ...(nameless.length > 0
      ? [`${nameless.length} answers had no Request-Id: ${nameless[0]}`]
      : []),
    ...writers.outcomes.beyond([...unfinished, ...allowed]),
    ...(await lost(system, writers)),
    ...(await unlikeWrites(system, api, size.settleMs)),
  ];
  return { violations, figures: countsOf(writers) };
}

/** The services that process the requests of the writers. */
const written = ['accounts', 'commerce', 'fiscal-cfdi'];

/** Returns a client that records each response without a Request-Id. */
function withRequestIds(api: Client, nameless: string[]): Client {
  const once: Client['once'] = async (method, path, options) => {
    const answer = await api.once(method, path, options);
    if (!answer.headers.get('request-id')) nameless.push(`${answer.status} ${method} ${path}`);
    return answer;
  };
  return { ...api, once };
}

/** Returns a live set of the processes that have ended. */
function watchProcesses(system: System): Set<string> {
  const ended = new Set<string>();
  for (const { name } of services) {
    void system.ended(name).then(
      () => ended.add(name),
      // The request fails because the deployment is stopped.
      () => false,
    );
  }
  return ended;
}

const reads = [
  '/v1/contacts?limit=1',
  '/v1/cfdi?limit=1',
  '/v1/employees?limit=1',
  '/v1/accounts/transactions?limit=1',
  '/v1/webhooks?limit=1',
];

/** Waits until every service responds, and returns the reads without a response in time. */
async function silent(api: Api): Promise<string[]> {
  const found = await Promise.all(
    reads.map(async (path) => {
      const ask = () => api.request('GET', path, { isOnce: true }).catch(() => undefined);
      const answer = await until(backMsMax, ask, (given) => given?.status === 200);
      return answer?.status === 200 ? [] : [`${path} gives ${answer?.status} after 10 s`];
    }),
  );
  return found.flat();
}

/**
 * Returns the documents that a response acknowledged but that are missing in the owning service.
 */
async function lost(system: System, { api, acknowledged }: Writers): Promise<string[]> {
  const read = (service: string, prefix: string, table: string, uuid: string) =>
    system.sql<{ ref: string; uuid: string | null }>(
      service,
      `select '${prefix}:' || id as ref, ${uuid} as uuid from ${table} where org_id = $1`,
      [api.organizationId],
    );
  const rows = await Promise.all([
    read('commerce', 'sales_receipt', 'sales_receipts', 'null'),
    read('commerce', 'sales_receipt_refund', 'sales_receipt_refunds', 'null'),
    read('commerce', 'expense', 'expenses', 'null'),
    read('fiscal-cfdi', 'cfdi', 'cfdi', 'uuid'),
  ]);
  const kept = new Map(rows.flat().map(({ ref, uuid }) => [ref, uuid]));
  return [...acknowledged].flatMap(([ref, uuid]) => {
    if (!kept.has(ref)) return [`${ref} was acknowledged and is lost`];
    return uuid === undefined || kept.get(ref) === uuid ? [] : [`the stamp of ${ref} is lost`];
  });
}

const suite: Size = {
  writers: 8,
  writes: 17,
  kills: 3,
  killEveryMs: 1_500,
  settleMs: 90_000,
};

export const databaseRestart = bar<Size>({
  name: 'database-restart',
  holds:
    'no process ends with PostgreSQL, every service answers again within 10 s, and no acknowledged write is lost',
  sizes: {
    suite,
    full: { ...suite, writers: 20, writes: 100, kills: 25, killEveryMs: 3_000, settleMs: 600_000 },
    control: { ...suite, writers: 4, kills: 2, settleMs: 5_000 },
  },
  guard: commitsAreFlushed,
  red: /was acknowledged and is lost|the stamp of .+ is lost/,
  run,
});
