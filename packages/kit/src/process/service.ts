import type { ServiceDefinition } from '@grpc/grpc-js';
import type { EntitySchema } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { openDatabase, type Database } from '../database/database';
import { createSystemPool } from '../database/system-pool';
import { isMigrated, type MigrationList } from '../database/migrate';
import type { RpcHandlers, Rpcs } from '../grpc/rpc';
import { serveGrpc } from '../grpc/server';
import { connectNats, type NatsLink } from '../messaging/connection';
import type { EventConsumer } from '../messaging/consumer';
import { backlogOf } from '../messaging/consumer-backlog';
import { countDeadLetters } from '../messaging/dead-letter-store';
import { createDeadLetters } from '../messaging/dead-letters';
import { createOutboxRelay, type OutboxRelay } from '../messaging/outbox-relay';
import { createClocks } from '../operation/clocks';
import type { Runtime } from '../operation/runtime';
import { newId } from '../database/identifier';
import type { Refusal } from '../refusal/refusal';
import { clockConsumer } from './on-clock-advanced';
import { runAudit, runMigrations, runReplay, runRepublish } from './commands';
import { readSettings, serviceSettings } from './config';
import { renderMetrics, stopTelemetry } from '../telemetry/exposition';
import { serveHealth } from './health';
import { lawFacts, startLaw } from './law';
import { createLifetime, type Lifetime } from './lifetime';
import { createLogger, type Logger } from '../telemetry/logger';
import { runMain } from './main';
import { gaugeMetric, observeConsumer, observeOutbox, outboxMetrics } from '../telemetry/metrics';
import { startRetention } from './retention';

export type ServiceSettings = ReturnType<typeof readSettings<typeof serviceSettings>>;

/** The parts that differ between services; the rest of the process is the same for all. */
export interface ServiceParts<Providers, Definition extends ServiceDefinition = ServiceDefinition> {
  definition: Definition;
  entities: EntitySchema[];
  migrations: MigrationList[];
  constraints: Record<string, () => Refusal>;
  providers: (settings: ServiceSettings, lifetime: Lifetime) => Promise<Providers> | Providers;
  /** A handler for every rpc of the definition: a missing one does not compile. */
  rpcs: (runtime: Runtime<Providers>) => Rpcs<Definition>;
  /**
   * Whether jobs and consumers of the service need the time of an organization's business. Its
   * database then has the migration of `followClocks`.
   */
  followsClocks?: boolean;
  /** Consumers and jobs; started once the service serves. */
  background?: (parts: Background<Providers>) => Promise<void> | void;
}

export interface Background<Providers> {
  runtime: Runtime<Providers>;
  systemPool: Pool;
  nats: NatsLink;
  settings: ServiceSettings;
  lifetime: Lifetime;
  /** Starts a consumer; it stops with the process, and its dead letters are kept. */
  listen: (consumer: EventConsumer) => void;
}

/**
 * Runs a service. `main.js migrate` migrates its database, `replay-dead-letters` publishes dead
 * letters again, `republish` publishes events that NATS lost, and `audit` shows who changed what; without a command it serves until
 * SIGTERM. A service reads its environment only here.
 */
export function runService<Providers, Definition extends ServiceDefinition>(
  name: string,
  parts: ServiceParts<Providers, Definition>,
): Promise<void> {
  const [, , word, ...args] = process.argv;
  return runMain(name, () => {
    if (word === 'migrate') return runMigrations(name, parts.entities, parts.migrations);
    if (word === 'replay-dead-letters') return runReplay(name, args);
    if (word === 'republish') return runRepublish(name, args);
    if (word === 'audit') return runAudit(name, args);
    return serve(name, parts);
  });
}

async function serve<Providers, Definition extends ServiceDefinition>(
  name: string,
  parts: ServiceParts<Providers, Definition>,
): Promise<void> {
  const settings = readSettings(serviceSettings);
  const logger = createLogger(name, settings.TIMBRE_LOG_LEVEL);
  const lifetime = createLifetime(logger);
  lifetime.listen();
  lifetime.closes('telemetry', stopTelemetry);
  startLaw(settings, logger);
  const isPrepared = settings.TIMBRE_DATABASE_PREPARED_STATEMENTS;
  const database = await openDatabase({
    url: settings.TIMBRE_DATABASE_URL,
    isPrepared,
    entities: parts.entities,
    poolSize: settings.TIMBRE_DATABASE_POOL,
    name,
    logger,
  });
  lifetime.closes('database', database.close);
  const url = settings.TIMBRE_SYSTEM_DATABASE_URL;
  const systemPool = createSystemPool({ url, isPrepared }, name, logger);
  lifetime.closes('system pool', () => systemPool.end());
  const nats = connectNats({ url: settings.TIMBRE_NATS_URL, name, logger });
  lifetime.closes('nats', () => nats.close());
  const relay = createRelay(name, { systemPool, nats, settings, lifetime, logger });
  const runtime = runtimeOf({
    environment: settings.TIMBRE_ENVIRONMENT,
    database,
    providers: await parts.providers(settings, lifetime),
    constraints: parts.constraints,
    eventsLeft: () => relay.nudge(),
    logger,
  });
  relay.start();
  const process = { runtime, systemPool, nats, settings, lifetime };
  const consumers = parts.followsClocks ? clockConsumers(name, process) : [];
  const server = await serveGrpc(parts.definition, parts.rpcs(runtime) as RpcHandlers, {
    host: settings.TIMBRE_BIND_HOST,
    port: settings.TIMBRE_GRPC_PORT,
    contextKey: settings.TIMBRE_CONTEXT_KEY,
    environment: settings.TIMBRE_ENVIRONMENT,
    logger,
    clocks: runtime.clocks,
  });
  const listen = (consumer: EventConsumer) => void consumers.push(consumer);
  await parts.background?.({ ...process, listen });
  startConsumers(name, consumers, { systemPool, nats, settings, lifetime, logger });
  lifetime.closes('retention', startRetention(systemPool, logger));
  lifetime.closes('grpc', () => server.stop());
  const checks = {
    database: database.isReachable,
    migrations: () => isMigrated((sql) => database.pool.query(sql), parts.migrations),
  };
  const health = await serveHealth(settings, checks, renderMetrics, lawFacts);
  lifetime.closes('health', () => health.close());
  logger.info({ grpcPort: server.port, healthPort: health.port }, 'serving');
}

/** In a sandbox the service has the time of each organization's business. */
function clockConsumers(name: string, parts: Omit<Background<unknown>, 'listen'>): EventConsumer[] {
  const { runtime, systemPool, lifetime } = parts;
  if (runtime.environment !== 'sandbox') return [];
  const { clocks, reading } = createClocks(systemPool, runtime.logger);
  runtime.clocks = clocks;
  lifetime.closes('clocks', reading.stop);
  return [clockConsumer(name, parts)];
}

type Transport = Pick<Background<unknown>, 'systemPool' | 'nats' | 'lifetime'> & {
  settings: Pick<ServiceSettings, 'TIMBRE_NATS_REPLICAS'>;
  logger: Logger;
};

/** The outbox relay with its metrics; it ends with the process. */
export function createRelay(service: string, parts: Transport): OutboxRelay {
  const { systemPool: pool, nats: link, settings, lifetime, logger } = parts;
  const replicas = settings.TIMBRE_NATS_REPLICAS;
  const relay = createOutboxRelay({
    service,
    pool,
    link,
    logger,
    replicas,
    metrics: outboxMetrics,
  });
  observeOutbox(() => relay.backlog());
  lifetime.closes('outbox relay', () => relay.stop());
  return relay;
}

/** Starts a service's consumers and keeps their dead letters. */
export function startConsumers(
  service: string,
  consumers: EventConsumer[],
  parts: Transport,
): void {
  if (consumers.length === 0) return;
  const { systemPool: pool, nats: link, settings, lifetime, logger } = parts;
  const replicas = settings.TIMBRE_NATS_REPLICAS;
  const deadLetters = createDeadLetters({ service, consumers, link, pool, logger, replicas });
  deadLetters.start();
  lifetime.closes('dead letters', () => deadLetters.stop());
  gaugeMetric('timbre_dead_letters', () => countDeadLetters(pool));
  for (const consumer of consumers) {
    consumer.start();
    lifetime.closes(consumer.name, () => consumer.stop());
    observeConsumer(consumer.name, () => backlogOf(link, consumer.stream, consumer.name));
  }
}

/** The dependencies of operations, with the real clock and real identifiers. */
export function runtimeOf<Providers>(
  parts: Pick<
    Runtime<Providers>,
    'environment' | 'providers' | 'constraints' | 'eventsLeft' | 'logger'
  > & {
    database: Database;
  },
): Runtime<Providers> {
  const { database, ...rest } = parts;
  const { orm, pool, statements } = database;
  return { orm, pool, statements, now: () => new Date(), newId, ...rest };
}
