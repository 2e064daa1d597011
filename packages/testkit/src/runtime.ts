import { randomBytes } from 'node:crypto';
import {
  createLogger,
  migrate,
  newId,
  openDatabase,
  readShown,
  shownVersion,
  type CallContext,
  type Operation,
  type Runtime,
  type ServiceParts,
} from '@timbre/kit';
import type { Pool } from 'pg';
import { testPool } from './test-pool';
import { startDatabase, type TestDatabase } from './database';

/** What a service must provide so that its operations can run in the test process. */
export interface RuntimeParts<Providers> extends Pick<
  ServiceParts<Providers>,
  'entities' | 'migrations' | 'constraints'
> {
  /** The service's database name, e.g. `fiscal_cfdi`. */
  service: string;
  providers?: Providers;
  /** The number of database connections. Operations beyond this number wait for a connection. */
  poolSize?: number;
}

type Resource = Record<string, unknown>;

export interface Page {
  data: Resource[];
  pagination: { nextCursor: string | null; hasMore: boolean };
}

/** A service runtime with its own migrated database and a clock that tests set. */
export interface ServiceRuntime<Providers = unknown> {
  runtime: Runtime<Providers>;
  database: TestDatabase;
  /** Runs an operation and returns the `data` of its response. */
  answer<Request>(
    operation: Operation<Request, Providers>,
    context: CallContext,
    request: Request,
  ): Promise<Resource>;
  /** Runs a list operation and returns a page. */
  page<Request>(
    operation: Operation<Request, Providers>,
    context: CallContext,
    request: Request,
  ): Promise<Page>;
  /** The number of commits that added events to the outbox. */
  eventsLeft(): number;
  setClock(instant: string): void;
  /** Selects rows without row-level security, to check the real effect of a command. */
  rows<Row = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<Row[]>;
  /**
   * Runs one statement as the application role, with the given organization bound, or with no organization
   * bound.
   */
  asOrganization<Row = Record<string, unknown>>(
    organizationId: string | undefined,
    sql: string,
    values?: unknown[],
  ): Promise<Row[]>;
  /** Closes the connections and drops the database. */
  close(): Promise<void>;
}

const clockStart = '2026-11-21T15:00:00.000Z';

/**
 * These settings let operations that wait for each other finish on a slow machine. PostgreSQL checks each
 * lock wait for a deadlock once, after `deadlock_timeout`.
 */
const appSettings = { lock_timeout: '30s', statement_timeout: '60s', deadlock_timeout: '50ms' };

/**
 * Runs the operations of a service in the test process, with a real database, a clock that the test sets,
 * and the given providers.
 */
export async function serviceRuntime<Providers = unknown>(
  parts: RuntimeParts<Providers>,
): Promise<ServiceRuntime<Providers>> {
  const { service, entities, migrations, constraints, poolSize = 8 } = parts;
  const database = await startDatabase(service, (url) => migrate(url, entities, migrations));
  const admin = testPool(database.adminUrl, 2);
  for (const [name, value] of Object.entries(appSettings)) {
    const role = `alter role ${service}_app in database ${database.name}`;
    await admin.query(`${role} set ${name} = '${value}'`);
  }
  const logger = createLogger(service, 'error');
  const options = { url: database.appUrl, entities, poolSize, name: service, logger };
  // The timeout for a connection is long, because a test machine is slower than the machine of a service.
  const opened = await openDatabase({ ...options, acquireTimeoutMs: 30_000 });
  let now = new Date(clockStart);
  let left = 0;
  const runtime: Runtime<Providers> = {
    environment: 'sandbox',
    orm: opened.orm,
    pool: opened.pool,
    statements: opened.statements,
    providers: parts.providers as Providers,
    constraints,
    now: () => now,
    newId,
    eventsLeft: () => void (left += 1),
    logger,
  };
  return {
    runtime,
    database,
    answer: async (operation, context, request) =>
      (parse(await operation.run(runtime, context, request)) as { data: Resource }).data,
    page: async (operation, context, request) =>
      parse(await operation.run(runtime, context, request)) as Page,
    eventsLeft: () => left,
    setClock: (instant) => void (now = new Date(instant)),
    rows: async <Row>(sql: string, values: unknown[] = []) =>
      (await admin.query(sql, values)).rows as Row[],
    asOrganization: <Row>(
      organizationId: string | undefined,
      sql: string,
      values: unknown[] = [],
    ) => inTransaction<Row>(opened.pool, organizationId, sql, values),
    async close() {
      await admin.end();
      await opened.close();
      await database.drop();
    },
  };
}

/** Waits until the other transaction has ended or is waiting for a lock. */
export async function untilItWaits(
  { rows }: ServiceRuntime,
  other: Promise<unknown>,
): Promise<void> {
  let isOver = false;
  const over = () => void (isOver = true);
  other.then(over, over);
  const waiting = () =>
    rows(
      `select 1 from pg_locks l join pg_database d on d.datname = current_database()
       join pg_stat_activity a on a.pid = l.pid and a.datname = d.datname where not l.granted`,
    );
  while (!isOver && (await waiting()).length === 0);
}

const parse = (body: Buffer): unknown => JSON.parse(body.toString());

async function inTransaction<Row>(
  pool: Pool,
  organizationId: string | undefined,
  sql: string,
  values: unknown[],
): Promise<Row[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    if (organizationId !== undefined) {
      await client.query(`select set_config('app.org_id', $1, true)`, [organizationId]);
    }
    const { rows } = await client.query(sql, values);
    await client.query('commit');
    return rows as Row[];
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** Returns a call context for a new organization, or with the given members. */
export function callContext(given: Partial<CallContext> = {}): CallContext {
  return {
    organizationId: newId(),
    environment: 'sandbox',
    actor: 'credential:test',
    permissions: [],
    requestId: `req_${randomBytes(16).toString('hex')}`,
    deadlineMs: Date.now() + 30_000,
    ...given,
  };
}

/**
 * Returns the given context with an idempotency key, which is the given key or a new key. The request
 * fingerprint is computed from `body`.
 */
export function withKey(
  context: CallContext,
  route: string,
  key: string = newId(),
  body = 'one',
): CallContext {
  const fingerprint = Buffer.from(body).toString('hex').padStart(64, '0').slice(-64);
  return { ...context, idempotency: { route, key, fingerprint } };
}

/**
 * Returns the given context with the document version that was checked before the action: the version of
 * `shown`. If `shown` is absent, it is the version of a different document.
 */
export const judgedOn = (context: CallContext, shown?: unknown): CallContext => ({
  ...context,
  judged: [shownVersion(readShown(JSON.stringify(shown ?? null)))],
});
