import type { ServiceDefinition } from '@grpc/grpc-js';
import { callersOf } from '@timbre/contract';
import type { z } from 'zod';
import { isMigrated } from '../database/migrate';
import { observeQueues } from '../database/queue';
import type { RpcHandlers } from '../grpc/rpc';
import { serveGrpc } from '../grpc/server';
import type { EventConsumer } from '../messaging/consumer';
import { backlogOf } from '../messaging/consumer-backlog';
import { countDeadLetters } from '../messaging/dead-letter-store';
import { createDeadLetters } from '../messaging/dead-letters';
import type { PublicBody } from '../messaging/event';
import { createOutboxRelay, type OutboxRelay } from '../messaging/outbox-relay';
import { advisoryOwner } from '../messaging/streams';
import { renderMetrics } from '../telemetry/exposition';
import { stopAll } from '../telemetry/every';
import { gaugeMetric, observeConsumer, observeOutbox, outboxMetrics } from '../telemetry/metrics';
import type { Calls } from './calls';
import { callerKeysIn, grpcSettings, readSettings } from './config';
import { serveHealth } from './health';
import { lawFacts } from './law';
import { backgroundOf, clockConsumers, openService } from './open-service';
import { startRetention } from './retention';
import type { Background, Listener, RpcService, Service, ServiceParts } from './service-parts';

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
  const opened = await openService(name, parts);
  const { settings, database, lifetime, logger, systemPool } = opened;
  const relay = createRelay(name, opened, parts.publicBody);
  const background = await backgroundOf(parts, opened, () => relay.nudge());
  relay.start();
  const ofClocks = parts.followsClocks ? clockConsumers(name, background) : [];
  const listener = await ('listen' in parts
    ? parts.listen(background)
    : serveRpcs(name, parts, background));
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

function serveRpcs<Providers, Definition extends ServiceDefinition>(
  name: string,
  { definition, rpcs }: RpcService<Providers, Definition>,
  { runtime, settings, logger }: Background<Providers>,
): Promise<Listener> {
  const own = readSettings(grpcSettings);
  const callers = callersOf(name);
  return serveGrpc(definition, rpcs(runtime) as RpcHandlers, {
    host: settings.TIMBRE_BIND_HOST,
    port: own.TIMBRE_GRPC_PORT,
    tokens: {
      audience: name,
      environment: settings.TIMBRE_ENVIRONMENT,
      publicKeys: callerKeysIn(callers.keys(), settings),
      sharedKey: own.TIMBRE_SHARED_CONTEXT_KEY,
    },
    callers,
    logger,
    clocks: runtime.clocks,
  });
}

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
  const replicas = service === advisoryOwner ? settings.TIMBRE_NATS_REPLICAS : undefined;
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
