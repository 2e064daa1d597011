import { randomBytes } from 'node:crypto';
import {
  createLogger,
  migrate,
  newId,
  openDatabase,
  type CallContext,
  type Operation,
  type Runtime,
  type ServiceParts,
} from '@timbre/kit';
import { startDatabase, type TestDatabase } from './database';

/** The parts of a service that its operations need to run in process. */
export interface RuntimeParts<Providers> extends Pick<
  ServiceParts<Providers>,
  'entities' | 'migrations' | 'constraints'
> {
  /** The service's database name, e.g. `fiscal_cfdi`. */
  service: string;
  providers?: Providers;
  /** How many connections; operations beyond it wait. */
  poolSize?: number;
}

/** A runtime on a migrated database of its own, with a clock that tests move. */
export interface ServiceRuntime<Providers = unknown> {
  runtime: Runtime<Providers>;
  database: TestDatabase;
  /** How often a commit left events in the outbox. */
  eventsLeft(): number;
  setClock(instant: string): void;
  /** Closes the connections and removes the database. */
  close(): Promise<void>;
}

const clockStart = '2026-11-21T15:00:00.000Z';

/** Runs a service's operations without its process: real database, own clock, given providers. */
export async function serviceRuntime<Providers = unknown>(
  parts: RuntimeParts<Providers>,
): Promise<ServiceRuntime<Providers>> {
  const { service, entities, migrations, constraints, poolSize = 8 } = parts;
  const database = await startDatabase(service, (url) => migrate(url, entities, migrations));
  const logger = createLogger(service, 'error');
  const options = { url: database.appUrl, entities, poolSize, name: service, logger };
  const opened = await openDatabase(options);
  let now = new Date(clockStart);
  let left = 0;
  const runtime: Runtime<Providers> = {
    orm: opened.orm,
    pool: opened.pool,
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
    eventsLeft: () => left,
    setClock: (instant) => void (now = new Date(instant)),
    async close() {
      await opened.close();
      await database.drop();
    },
  };
}

/** A caller of a fresh organization; the same organization where one is given. */
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

/** The same caller with a key: its own, or the given one; `body` is what the fingerprint covers. */
export function withKey(
  context: CallContext,
  route: string,
  key: string = newId(),
  body = 'one',
): CallContext {
  const fingerprint = Buffer.from(body).toString('hex').padStart(64, '0').slice(-64);
  return { ...context, idempotency: { route, key, fingerprint } };
}

/** Runs an operation and reads its body as the gateway's client would. */
export async function answer<Request, Providers, Body = { data: Record<string, unknown> }>(
  operation: Operation<Request, Providers>,
  runtime: Runtime<Providers>,
  context: CallContext,
  request: Request,
): Promise<Body> {
  return JSON.parse((await operation.run(runtime, context, request)).toString()) as Body;
}
