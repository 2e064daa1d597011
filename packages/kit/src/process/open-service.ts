import type { ServiceDefinition } from '@grpc/grpc-js';
import { callersOf } from '@timbre/contract';
import type { z } from 'zod';
import { openDatabase, type Database } from '../database/database';
import { createSystemPool } from '../database/system-pool';
import { connectNats, type NatsLink } from '../messaging/connection';
import type { EventConsumer } from '../messaging/consumer';
import { createClocks } from '../operation/clocks';
import { stopTelemetry } from '../telemetry/exposition';
import { createLogger } from '../telemetry/logger';
import { callSettings, openClients, type Calls } from './calls';
import { grpcSettings, publicKeySettings, readSettings, serviceSettings } from './config';
import { startLaw } from './law';
import { createLifetime } from './lifetime';
import { clockConsumer } from './on-clock-advanced';
import { runtimeOf } from './runtime';
import type { Background, Opened, Service } from './service-parts';

/** The resources that every process has. */
type OpenedService<Settings extends z.ZodRawShape, Of extends Calls> = Omit<
  Opened<Settings, Of>,
  'clients'
> & { database: Database; nats: NatsLink };

/** Reads the settings of the process and opens the resources that every process has. */
export async function openService<
  Providers,
  Definition extends ServiceDefinition,
  Settings extends z.ZodRawShape,
  Of extends Calls,
>(
  name: string,
  parts: Service<Providers, Definition, Settings, Of>,
): Promise<OpenedService<Settings, Of>> {
  const settings = readSettings({
    ...serviceSettings,
    ...('listen' in parts ? {} : { ...grpcSettings, ...publicKeySettings(callersOf(name).keys()) }),
    ...parts.settings,
    ...callSettings(parts.calls ?? {}),
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
  const nats = connectNats({
    url: settings.TIMBRE_NATS_URL,
    caFile: settings.TIMBRE_NATS_CA_FILE,
    name,
    logger,
  });
  lifetime.closes('nats', () => nats.close());
  return { settings, logger, lifetime, database, systemPool, nats };
}

/** Opens the clients and providers of a service. The lifetime closes them. */
export async function backgroundOf<
  Providers,
  Definition extends ServiceDefinition,
  Settings extends z.ZodRawShape,
  Of extends Calls,
>(
  parts: Service<Providers, Definition, Settings, Of>,
  { database, nats, ...opened }: OpenedService<Settings, Of>,
  eventsLeft: () => void,
): Promise<Background<Providers, Settings, Of>> {
  const { settings, lifetime, logger } = opened;
  // Only the edge's clients record replayed responses, because only the edge informs its clients
  // about replays.
  const clients = openClients(parts.calls ?? ({} as Of), settings, lifetime, 'listen' in parts);
  const runtime = runtimeOf({
    environment: settings.TIMBRE_ENVIRONMENT,
    database,
    providers: await parts.providers({ ...opened, clients }),
    constraints: parts.constraints,
    eventsLeft,
    logger,
  });
  return { ...opened, nats, runtime, clients };
}

/**
 * Returns the consumer of clock events, which provides the business time of each sandbox
 * organization.
 */
export function clockConsumers(name: string, parts: Background<unknown>): EventConsumer[] {
  const { runtime, systemPool, lifetime } = parts;
  if (runtime.environment !== 'sandbox') return [];
  const { clocks, reading } = createClocks(systemPool, runtime.logger);
  runtime.clocks = clocks;
  lifetime.closes('clocks', reading.stop);
  return [clockConsumer(name, parts)];
}
