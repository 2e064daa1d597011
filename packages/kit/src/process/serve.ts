import type { ServiceDefinition } from '@grpc/grpc-js';
import type { z } from 'zod';
import { openDatabase } from '../database/database';
import { isMigrated } from '../database/migrate';
import { observeQueues } from '../database/queue';
import { createSystemPool } from '../database/system-pool';
import type { RpcHandlers } from '../grpc/rpc';
import { serveGrpc } from '../grpc/server';
import { connectNats } from '../messaging/connection';
import type { EventConsumer } from '../messaging/consumer';
import { backlogOf } from '../messaging/consumer-backlog';
import { countDeadLetters } from '../messaging/dead-letter-store';
import { createDeadLetters } from '../messaging/dead-letters';
import type { PublicBody } from '../messaging/event';
import { createOutboxRelay, type OutboxRelay } from '../messaging/outbox-relay';
import { createClocks } from '../operation/clocks';
import { renderMetrics, stopTelemetry } from '../telemetry/exposition';
import { stopAll } from '../telemetry/every';
import { createLogger } from '../telemetry/logger';
import { gaugeMetric, observeConsumer, observeOutbox, outboxMetrics } from '../telemetry/metrics';
import { addressSettings, openClients, type Calls } from './calls';
import { grpcSettings, readSettings, serviceSettings } from './config';
import { serveHealth } from './health';
import { lawFacts, startLaw } from './law';
import { createLifetime } from './lifetime';
import { clockConsumer } from './on-clock-advanced';
import { startRetention } from './retention';
import { runtimeOf } from './runtime';
import type {
  Background,
  Listener,
  Opened,
  RpcService,
  Service,
  ServiceParts,
} from './service-parts';

/**
 * Serves requests until SIGTERM. The readiness check starts last, because clients send requests to
 * a ready process.
 */
export async function serve<
  Providers,
  Definition extends ServiceDefinition,
  Settings extends z.ZodRawShape,
  Of extends Calls,
>(name: string, parts: Service<Providers, Definition, Settings, Of>): Promise<void> {
  const { settings, database, ...opened } = await open(name, parts);
  const { lifetime, logger, systemPool, nats } = opened;
  const relay = createRelay(name, { ...opened, settings }, parts.publicBody);
  // Only the edge's clients record replayed responses, because only the edge informs its clients
  // about replays.
  const clients = openClients(parts.calls ?? ({} as Of), settings, lifetime, 'listen' in parts);
  const runtime = runtimeOf({
    environment: settings.TIMBRE_ENVIRONMENT,
    database,
    providers: await parts.providers({ settings, clients, systemPool, lifetime, logger }),
    constraints: parts.constraints,
    eventsLeft: () => relay.nudge(),
    logger,
  });
  relay.start();
  const background: Background<Providers, Settings, Of> = {
    runtime,
    systemPool,
    nats,
    settings,
    clients,
    lifetime,
    logger,
  };
  const ofClocks = parts.followsClocks ? clockConsumers(name, background) : [];
  const listener = await ('listen' in parts
    ? parts.listen(background)
    : serveRpcs(parts, background));
  startBackground(name, parts, background, ofClocks);
  lifetime.closes('retention', startRetention(systemPool, logger, parts.ages));
  lifetime.closes('requests', listener.stop);
  const checks = {
    database: database.isReachable,
    migrations: () => isMigrated((sql) => database.pool.query(sql), parts.migrations),
  };
  const health = await serveHealth(settings, checks, renderMetrics, lawFacts);
  lifetime.closes('health', () => health.close());
  logger.info({ port: listener.port, healthPort: health.port }, 'serving');
}

/** Reads the settings of the process and opens the resources that every process has. */
async function open<
  Providers,
  Definition extends ServiceDefinition,
  Settings extends z.ZodRawShape,
  Of extends Calls,
>(name: string, parts: Service<Providers, Definition, Settings, Of>) {
  const settings = readSettings({
    ...serviceSettings,
    ...('listen' in parts ? {} : grpcSettings),
    ...parts.settings,
    ...addressSettings(parts.calls ?? {}),
  }) as Opened<Settings, Of>['settings'];
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
  return { settings, logger, lifetime, database, systemPool, nats };
}

const serveRpcs = <Providers, Definition extends ServiceDefinition>(
  { definition, rpcs }: RpcService<Providers, Definition>,
  { runtime, settings, logger }: Background<Providers>,
): Promise<Listener> =>
  serveGrpc(definition, rpcs(runtime) as RpcHandlers, {
    host: settings.TIMBRE_BIND_HOST,
    port: readSettings(grpcSettings).TIMBRE_GRPC_PORT,
    contextKey: settings.TIMBRE_CONTEXT_KEY,
    environment: settings.TIMBRE_ENVIRONMENT,
    logger,
    clocks: runtime.clocks,
  });

/** Starts the jobs and consumers. Consumers stop before jobs. */
function startBackground<Providers, Settings extends z.ZodRawShape, Of extends Calls>(
  name: string,
  parts: Pick<ServiceParts<Providers, Settings, Of>, 'consumers' | 'jobs' | 'queues' | 'started'>,
  background: Background<Providers, Settings, Of>,
  ofClocks: EventConsumer[],
): void {
  const { systemPool, lifetime } = background;
  observeQueues(systemPool, parts.queues ?? []);
  parts.started?.(background);
  const jobs = (parts.jobs ?? []).flatMap((create) => create(background));
  lifetime.closes('jobs', () => stopAll(jobs));
  const consumers = (parts.consumers ?? []).flatMap((create) => create(background));
  startConsumers(name, [...ofClocks, ...consumers], background);
}

/**
 * Returns the consumer of clock events, which provides the business time of each sandbox
 * organization.
 */
function clockConsumers(name: string, parts: Background<unknown>): EventConsumer[] {
  const { runtime, systemPool, lifetime } = parts;
  if (runtime.environment !== 'sandbox') return [];
  const { clocks, reading } = createClocks(systemPool, runtime.logger);
  runtime.clocks = clocks;
  lifetime.closes('clocks', reading.stop);
  return [clockConsumer(name, parts)];
}

type Transport = Pick<
  Background<unknown>,
  'systemPool' | 'nats' | 'lifetime' | 'logger' | 'settings'
>;

/** Returns the outbox relay with its metrics; the relay stops with the process. */
function createRelay(
  service: string,
  parts: Transport,
  publicBody: PublicBody | undefined,
): OutboxRelay {
  const { systemPool: pool, nats: link, settings, lifetime, logger } = parts;
  const { TIMBRE_NATS_REPLICAS: replicas, TIMBRE_ENVIRONMENT: environment } = settings;
  const relay = createOutboxRelay({
    service,
    pool,
    link,
    logger,
    replicas,
    publicBody: publicBody && ((event) => publicBody(event, environment)),
    metrics: outboxMetrics,
  });
  observeOutbox(() => relay.backlog());
  lifetime.closes('outbox relay', () => relay.stop());
  return relay;
}

/** Starts a service's consumers and the storage of their dead letters. */
function startConsumers(service: string, consumers: EventConsumer[], parts: Transport): void {
  if (consumers.length === 0) return;
  const { systemPool: pool, nats: link, settings, lifetime, logger } = parts;
  const replicas = settings.TIMBRE_NATS_REPLICAS;
  const deadLetters = createDeadLetters({ service, consumers, link, pool, logger, replicas });
  deadLetters.start();
  lifetime.closes('dead letters', () => deadLetters.stop());
  gaugeMetric(
    'timbre_dead_letters',
    'events that consumers gave up and that have not been replayed; alert on any',
    () => countDeadLetters(pool),
  );
  for (const consumer of consumers) {
    consumer.start();
    lifetime.closes(consumer.name, () => consumer.stop());
    observeConsumer(consumer.name, () => backlogOf(link, consumer.stream, consumer.name));
  }
}
