import {
  holdRowAt,
  setUpIssuer,
  startFaultProxy,
  startOwnDeployment,
  type FaultProxy,
  type HeldRow,
  type OwnDeployment,
} from '@timbre/testkit/client';
import { testPool } from '@timbre/testkit';
import { addressVariable, services } from '../../scripts/runtime/services.mjs';
import { clientOf, type Client } from './clients';
import type { Guard } from './guards';
import { startUnjudgedProxy } from './unjudged';

export type PacName = 'sw' | 'finkok';

/** A stamp that the simulated PAC has issued. */
export interface Stamp {
  pac: PacName;
  uuid: string;
  total: string;
  receiverRfc: string;
  /** The number of cancellation requests. */
  cancelRequests: number;
}

/**
 * The whole system, with a proxy in front of each PAC. A test can stop each process and server of
 * the system.
 */
export interface System extends Pick<
  OwnDeployment,
  'kill' | 'ended' | 'command' | 'backUp' | 'bringBack' | 'logDir' | 'natsUrl' | 'natsStore'
> {
  pacs: Record<PacName, FaultProxy>;
  /** Creates an organization that can stamp documents. */
  issuer(): Promise<Client>;
  /** Restarts a killed process with additional environment variables. */
  start(name: string, env?: Record<string, string>): Promise<void>;
  /** Configures the PACs of fiscal-cfdi in the given order of use. */
  orderPacs(...names: PacName[]): Promise<void>;
  turn(pac: PacName, knobs: object): Promise<void>;
  stamps(): Promise<Stamp[]>;
  /** Returns how many documents the PAC has received, whether or not the PAC stamped them. */
  sends(pac: PacName): Promise<number>;
  sql<Row = Record<string, unknown>>(
    service: string,
    text: string,
    values?: unknown[],
  ): Promise<Row[]>;
  /** Locks a row of a service, so that requests wait for it in the order of their arrival. */
  hold(service: string, table: string, id: string): Promise<HeldRow>;
  /** Expires the leases of a killed service, so that the test does not wait for them. */
  skipWaits(service: string): Promise<void>;
  /** Closes the test's own connections and stops every process and server. */
  close(): Promise<void>;
  /** Disables a guard, runs the work and enables the guard again. */
  without<T>(guard: Guard, work: () => Promise<T>): Promise<T>;
}

/**
 * The quotas are practically unlimited, because the tests send more requests than a client is
 * allowed to send.
 */
const unlimited = { perSecond: 1e6, burst: 1e6 };
const limits = { read: unlimited, write: unlimited, stamp: unlimited, export: unlimited };

/**
 * Starts the whole system for a test file.
 * @param owner the lower-case name of the test file; with `postgres`, the test file gets a
 * dedicated PostgreSQL server that it may stop
 */
export async function startSystem(
  owner: string,
  server: { ownPostgres?: boolean } = {},
): Promise<System> {
  const deployment = await startOwnDeployment(owner, server);
  const { authorityUrl, kill, ended, command, backUp, bringBack } = deployment;
  const { logDir, natsUrl, natsStore } = deployment;
  const databases = databasesOf(deployment);
  const port = Number(new URL(authorityUrl).port);
  const pacs = { sw: await startFaultProxy({ port }), finkok: await startFaultProxy({ port }) };
  const settings: Record<string, Record<string, string>> = {
    gateway: { TIMBRE_RATE_LIMITS: JSON.stringify(limits) },
    'fiscal-cfdi': { TIMBRE_PACS: pacSettings(pacs, ['sw', 'finkok']) },
  };
  const start = (name: string, env = {}) => deployment.restart(name, { ...settings[name], ...env });
  await Promise.all([start('gateway'), start('fiscal-cfdi')]);
  const without: System['without'] = async ({ unjudged = [], ...guard }, work) => {
    if (unjudged.length === 0) return databases.without(guard, work);
    const proxies = await Promise.all(
      unjudged.map(async (name) => {
        const proxy = await startUnjudgedProxy(deployment.grpcPorts[name]!);
        return { ...proxy, variable: [addressVariable(name), proxy.address] as const };
      }),
    );
    await start('gateway', Object.fromEntries(proxies.map(({ variable }) => variable)));
    try {
      return await databases.without(guard, work);
    } finally {
      await start('gateway');
      await Promise.all(proxies.map(({ stop }) => stop()));
    }
  };
  return {
    pacs,
    kill,
    ended,
    command,
    backUp,
    bringBack,
    logDir,
    natsUrl,
    natsStore,
    start,
    async issuer() {
      const api = clientOf(await deployment.organization());
      await setUpIssuer(api);
      return api;
    },
    async orderPacs(...names) {
      settings['fiscal-cfdi'] = { TIMBRE_PACS: pacSettings(pacs, names) };
      await start('fiscal-cfdi');
    },
    ...simulatorOf(authorityUrl),
    ...databases,
    without,
    async close() {
      await Promise.all([databases.close(), pacs.sw.stop(), pacs.finkok.stop()]);
      await deployment.stop();
    },
  };
}

function pacSettings(pacs: Record<PacName, FaultProxy>, names: PacName[]): string {
  const account = { user: 'demo', password: 'demo' };
  const settings = names.map((name) => {
    return { name, kind: name, baseUrl: `http://127.0.0.1:${pacs[name].port}/${name}`, ...account };
  });
  return JSON.stringify(settings);
}

function simulatorOf(url: string): Pick<System, 'turn' | 'stamps' | 'sends'> {
  const read = async <T>(path: string): Promise<T[]> => {
    const response = await fetch(`${url}/__sim/${path}`);
    return ((await response.json()) as { data: T[] }).data;
  };
  return {
    async turn(pac, knobs) {
      const response = await fetch(`${url}/__sim/pacs/${pac}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(knobs),
      });
      if (!response.ok) throw new Error(`${pac}: ${await response.text()}`);
    },
    stamps: async () =>
      (await read<Stamp>('stamps')).map((one) => ({ ...one, uuid: one.uuid.toLowerCase() })),
    sends: async (pac) =>
      (await read<{ pac: PacName }>('sends')).filter((one) => one.pac === pac).length,
  };
}

/** Expires the reservations of a killed process, so that no test has to wait for their end. */
const reservations: [service: string, sql: string][] = [
  ...services.flatMap(({ name, ports }): [string, string][] =>
    ports.grpc
      ? [[name, `update idempotency set lease_until = now() where lease_until > now()`]]
      : [],
  ),
  ...[
    `update stamp_attempts set next_check_at = now() where state in ('sending', 'unknown')`,
    `update cancellations set next_check_at = now() where next_check_at > now()`,
    `update deliveries set next_attempt_at = now() where next_attempt_at > now()`,
  ].map((sql): [string, string] => ['fiscal-cfdi', sql]),
  ...['receipt_documents', 'receipt_credit_notes', 'quote_payments'].map(
    (table): [string, string] => [
      'commerce',
      `update ${table} set due_at = now() where due_at > now()`,
    ],
  ),
  ['commerce', `update imports set due_at = now() where state = 'parsing' and due_at > now()`],
  [
    'payroll',
    `update payroll_rows set next_try_at = now(),
       lease_until = case when lease_until > now() then now() else lease_until end
     where state in ('queued', 'stamping') and greatest(lease_until, next_try_at) > now()`,
  ],
];

function databasesOf({
  adminUrls,
}: OwnDeployment): Pick<System, 'sql' | 'hold' | 'skipWaits' | 'without' | 'close'> {
  const pools = Object.fromEntries(
    Object.entries(adminUrls).map(([service, url]) => [service, testPool(url, 2)]),
  );
  const sql: System['sql'] = async <Row>(service: string, text: string, values: unknown[] = []) =>
    (await pools[service]!.query(text, values)).rows as Row[];
  const all = async (texts: Guard['off']) => {
    for (const [service, text] of texts) await sql(service, text);
  };
  return {
    sql,
    hold: (service, table, id) => holdRowAt(adminUrls[service]!, table, id),
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
    async skipWaits(service) {
      for (const [owner, text] of reservations) if (owner === service) await sql(service, text);
    },
    async without({ off, on }, work) {
      await all(off);
      try {
        return await work();
      } finally {
        await all(on);
      }
    },
  };
}
