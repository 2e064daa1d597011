import { natsUrl, startDatabase, startFaultProxy, type FaultProxy } from '@timbre/testkit';
import { connect, type JetStreamManager, type NatsConnection } from 'nats';
import { Client, Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { connectNats, type NatsLink } from '../src/messaging/connection';
import { streamOf, type DomainEvent } from '../src/messaging/event';
import { messagingTables } from '../src/messaging/tables';
import { createLogger, type Logger } from '../src/telemetry/logger';

export { transaction } from './one-transaction';

/** A database with the messaging tables, and NATS behind a proxy that a test can interrupt. */
export interface Bench {
  service: string;
  stream: string;
  orgId: string;
  appPool: Pool;
  systemPool: Pool;
  adminPool: Pool;
  appUrl: string;
  systemUrl: string;
  /**
   * The connection that the code under test uses. The proxy of the bench can interrupt this
   * connection.
   */
  link: NatsLink;
  linkUrl: string;
  proxy: FaultProxy;
  /** A direct connection to the server, for assertions. */
  nats: NatsConnection;
  manager: JetStreamManager;
  logger: Logger;
  logged: Record<string, unknown>[];
  stop(): Promise<void>;
}

/**
 * Starts a bench. Only one test file may use a given `service`, because its streams exist on the
 * shared server.
 */
export async function startBench(service: string): Promise<Bench> {
  const database = await startDatabase(service, (url) => createTables(service, url));
  const server = await natsUrl();
  const proxy = await startFaultProxy({ port: Number(new URL(server).port) });
  const { host: servers, username: user, password: pass } = new URL(server);
  const nats = await connect({ servers, user, pass });
  const manager = await nats.jetstreamManager();
  const pools = [database.appUrl, database.systemUrl, database.adminUrl].map(openPool);
  const [appPool, systemPool, adminPool] = pools as [Pool, Pool, Pool];
  const logged: Record<string, unknown>[] = [];
  const logger = createLogger(service, 'debug', {
    write: (line) => void logged.push(JSON.parse(line) as Record<string, unknown>),
  });
  const linkUrl = `nats://${user}:${pass}@${proxy.host}:${proxy.port}`;
  const link = connectNats({ url: linkUrl, name: service, logger });
  const stream = streamOf(service);
  await manager.streams.delete(stream).catch(() => false);
  return {
    service, stream, appPool, systemPool, adminPool, appUrl: database.appUrl,
    systemUrl: database.systemUrl,
    link, linkUrl, proxy, nats, manager, logger, logged, orgId: uuidv7(),
    async stop() {
      await link.close();
      await manager.streams.delete(stream).catch(() => false);
      await nats.close();
      await proxy.stop();
      await Promise.all(pools.map((pool) => pool.end()));
      await database.drop();
    },
  }; // prettier-ignore
}

function openPool(url: string): Pool {
  const pool = new Pool({ connectionString: url, max: 6 });
  pool.on('error', () => undefined);
  return pool;
}

async function createTables(service: string, ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  const effects = 'create table effects (at serial, aggregate_id text, version int, note text)';
  for (const sql of [...messagingTables(service), effects]) await client.query(sql);
  await client.end();
}

/** Returns an event of the bench's service: `thing` number `aggregateId` at `version`. */
export function thingChanged(bench: Bench, aggregateId: string, version: number): DomainEvent {
  return {
    subject: `${bench.service}.thing.changed`,
    aggregate: 'thing',
    aggregateId,
    aggregateVersion: version,
    payload: Buffer.from(`${aggregateId}@${version}`),
  };
}

/** Writes events as a request does: in one transaction of the application role. */
export async function emit(bench: Bench, events: DomainEvent[], carrier = {}): Promise<string[]> {
  const ids = events.map(() => uuidv7());
  const rows = events.map(({ subject, aggregate, aggregateId, aggregateVersion, payload }, n) => [
    ids[n], bench.orgId, subject, aggregate, aggregateId, aggregateVersion, payload, carrier,
  ]); // prettier-ignore
  const holders = rows.map((row, n) => `(${row.map((_, m) => `$${n * 8 + m + 1}`).join(', ')})`);
  await bench.appPool.query(
    `insert into outbox (id, org_id, subject, aggregate, aggregate_id, aggregate_version, payload,
      carrier) values ${holders.join(', ')}`,
    rows.flat(),
  );
  return ids;
}

/**
 * Waits until `isTrue` returns true. The wait fails after half a minute, because a busy machine may
 * need that long.
 */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`never happened: ${isTrue.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export async function count(pool: Pool, from: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from ${from}`);
  return rows[0]!.n;
}

/** Returns the messages of the bench's stream, oldest first: `a@1`, `a@2`, … */
export async function streamed(bench: Bench): Promise<string[]> {
  const { state } = await bench.manager.streams.info(bench.stream);
  const texts: string[] = [];
  for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
    texts.push(
      Buffer.from((await bench.manager.streams.getMessage(bench.stream, { seq })).data).toString(),
    );
  }
  return texts;
}
