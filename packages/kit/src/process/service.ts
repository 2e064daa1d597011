import type { ServiceDefinition } from '@grpc/grpc-js';
import type { EntitySchema } from '@mikro-orm/postgresql';
import { Pool } from 'pg';
import { openDatabase, type Database } from '../database/database';
import { isMigrated, migrate, type MigrationList } from '../database/migrate';
import { serveGrpc, type RpcHandlers } from '../grpc/server';
import { connectNats, type NatsLink } from '../messaging/connection';
import type { EventConsumer } from '../messaging/consumer';
import { createDeadLetters } from '../messaging/dead-letters';
import { createOutboxRelay } from '../messaging/outbox-relay';
import type { Runtime } from '../operation/command';
import { newId } from '../operation/identifier';
import type { Refusal } from '../refusal/refusal';
import { migrationSettings, readSettings, serviceSettings } from './config';
import { serveHealth } from './health';
import { createLifetime, type Lifetime } from './lifetime';
import { createLogger, type Logger } from './logger';
import { startRetention } from './retention';
import { renderMetrics, stopTelemetry } from './telemetry';

export type ServiceSettings = ReturnType<typeof readSettings<typeof serviceSettings>>;

/** What makes up a service; everything else about its process is the same for all. */
export interface ServiceParts<Providers> {
  definition: ServiceDefinition;
  entities: EntitySchema[];
  migrations: MigrationList[];
  constraints: Record<string, () => Refusal>;
  providers: (settings: ServiceSettings, lifetime: Lifetime) => Promise<Providers> | Providers;
  rpcs: (runtime: Runtime<Providers>) => RpcHandlers;
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
 * Runs a service: `main.js migrate` brings its database up to date and ends; without a word it
 * serves until SIGTERM. The only place where a service reads its environment.
 */
export async function runService<Providers>(
  name: string,
  parts: ServiceParts<Providers>,
): Promise<void> {
  if (process.argv[2] === 'migrate') {
    const { TIMBRE_DATABASE_OWNER_URL } = readSettings(migrationSettings);
    const done = await migrate(TIMBRE_DATABASE_OWNER_URL, parts.entities, parts.migrations);
    process.stdout.write(
      `${name}: ${done.length ? `migrated ${done.join(', ')}` : 'up to date'}\n`,
    );
    return;
  }
  const settings = readSettings(serviceSettings);
  const logger = createLogger(name, settings.TIMBRE_LOG_LEVEL);
  const lifetime = createLifetime(logger);
  lifetime.listen();
  lifetime.closes('telemetry', stopTelemetry);
  const database = await openDatabase({
    url: settings.TIMBRE_DATABASE_URL,
    entities: parts.entities,
    poolSize: settings.TIMBRE_DATABASE_POOL,
    name,
    logger,
  });
  lifetime.closes('database', database.close);
  const systemPool = createSystemPool(settings.TIMBRE_SYSTEM_DATABASE_URL, name, logger);
  lifetime.closes('system pool', () => systemPool.end());
  const nats = connectNats({ url: settings.TIMBRE_NATS_URL, name, logger });
  lifetime.closes('nats', () => nats.close());
  const relay = createOutboxRelay({
    service: name,
    pool: systemPool,
    link: nats,
    logger,
    replicas: settings.TIMBRE_NATS_REPLICAS,
  });
  lifetime.closes('outbox relay', () => relay.stop());
  const runtime: Runtime<Providers> = {
    orm: database.orm,
    pool: database.pool,
    providers: await parts.providers(settings, lifetime),
    constraints: parts.constraints,
    now: () => new Date(),
    newId,
    eventsLeft: () => relay.nudge(),
    logger,
  };
  relay.start();
  const server = await serveGrpc(parts.definition, parts.rpcs(runtime), {
    port: settings.TIMBRE_GRPC_PORT,
    contextKey: settings.TIMBRE_CONTEXT_KEY,
    environment: settings.TIMBRE_ENVIRONMENT,
    logger,
  });
  const consumers: EventConsumer[] = [];
  const listen = (consumer: EventConsumer) => void consumers.push(consumer);
  await parts.background?.({ runtime, systemPool, nats, settings, lifetime, listen });
  consume(name, consumers, { systemPool, nats, settings, lifetime, logger });
  lifetime.closes('retention', startRetention(systemPool, logger));
  lifetime.closes('grpc', () => server.stop());
  const checks = {
    database: database.isReachable,
    migrations: () => isMigrated((sql) => database.pool.query(sql), parts.migrations),
  };
  const health = await serveHealth(settings.TIMBRE_HEALTH_PORT, checks, renderMetrics);
  lifetime.closes('health', () => health.close());
  logger.info({ grpcPort: server.port, healthPort: health.port }, 'serving');
}

/** Starts a service's consumers and keeps what they give up. */
function consume(
  service: string,
  consumers: EventConsumer[],
  parts: Pick<Background<unknown>, 'systemPool' | 'nats' | 'settings' | 'lifetime'> & {
    logger: Logger;
  },
): void {
  if (consumers.length === 0) return;
  const { systemPool: pool, nats: link, settings, lifetime, logger } = parts;
  const replicas = settings.TIMBRE_NATS_REPLICAS;
  const deadLetters = createDeadLetters({ service, consumers, link, pool, logger, replicas });
  deadLetters.start();
  lifetime.closes('dead letters', () => deadLetters.stop());
  for (const consumer of consumers) {
    consumer.start();
    lifetime.closes(consumer.name, () => consumer.stop());
  }
}

/** Connections of the system role: relay, retention, reconcilers. Errors of idle ones are no crash. */
export function createSystemPool(
  url: string,
  name: string,
  logger: ReturnType<typeof createLogger>,
): Pool {
  const pool = new Pool({
    connectionString: url,
    max: 4,
    application_name: `${name}-system`,
    connectionTimeoutMillis: 2_000,
  });
  const log = (error: Error) => logger.warn({ err: error }, 'a database connection was lost');
  pool.on('error', log);
  pool.on('connect', (client) => client.on('error', log));
  return pool;
}

/** What operations run on, with the clock and identifiers of the real world. */
export function runtimeOf<Providers>(
  parts: Pick<Runtime<Providers>, 'providers' | 'constraints' | 'eventsLeft' | 'logger'> & {
    database: Database;
  },
): Runtime<Providers> {
  const { database, ...rest } = parts;
  const { orm, pool } = database;
  return { orm, pool, now: () => new Date(), newId, ...rest };
}
