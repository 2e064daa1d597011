import type { ServiceDefinition } from '@grpc/grpc-js';
import type { EntitySchema } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { MigrationList } from '../database/migrate';
import type { Queue } from '../database/queue';
import type { Rpcs } from '../grpc/rpc';
import type { NatsLink } from '../messaging/connection';
import type { EventConsumer } from '../messaging/consumer';
import type { PublicBody } from '../messaging/event';
import type { Runtime } from '../operation/runtime';
import type { Refusal } from '../refusal/refusal';
import type { Repeated } from '../telemetry/every';
import type { WrappedSecrets } from '../secrets/rewrap-secrets';
import type { Logger } from '../telemetry/logger';
import type { Calls, Clients } from './calls';
import type { readSettings, serviceSettings } from './config';
import type { Lifetime } from './lifetime';
import type { OperatorCommand } from './operator';
import type { AgingTable } from './retention';

type ServiceSettings = ReturnType<typeof readSettings<typeof serviceSettings>>;

/**
 * The default type of a service's own settings, which means that the service has no own settings.
 */
type Own = Record<never, never>;

/** The values of the service's own settings and of the settings that every service has. */
type Read<Settings extends z.ZodRawShape> = ServiceSettings & {
  [Name in keyof Settings]: z.output<Settings[Name]>;
};

/** The opened resources from which a service creates its providers. */
export interface Opened<Settings extends z.ZodRawShape = Own, Of extends Calls = Calls> {
  settings: Read<Settings>;
  clients: Clients<Of>;
  systemPool: Pool;
  lifetime: Lifetime;
  logger: Logger;
}

/** Background work that no request waits for. */
type Job = Pick<Repeated, 'subject' | 'stop'>;

/** A single component, or several components that are created together. */
type Many<Part> = Part | readonly Part[];

/** The servers that handle the requests of a process. */
export interface Listener {
  port: number;
  /** Stops the servers, and waits until requests in flight are answered. */
  stop: () => Promise<unknown>;
}

/** A service that other services call. */
export interface RpcService<Providers, Definition extends ServiceDefinition> {
  definition: Definition;
  /** Returns a handler for every rpc of the definition; a missing handler is a compile error. */
  rpcs: (runtime: Runtime<Providers>) => Rpcs<Definition>;
}

/** The edge of the deployment, which has its own listener for clients. */
interface EdgeService<Providers, Settings extends z.ZodRawShape, Of extends Calls> {
  listen: (parts: Background<Providers, Settings, Of>) => Promise<Listener>;
}

/**
 * The properties of a service that differ from the properties of other services. All other
 * components of the process are the same for every service.
 */
export interface ServiceParts<
  Providers,
  Settings extends z.ZodRawShape = Own,
  Of extends Calls = Calls,
> {
  entities: EntitySchema[];
  migrations: MigrationList[];
  constraints: Record<string, () => Refusal>;
  /** The settings that only this service has. The settings for addresses are part of `calls`. */
  settings?: Settings;
  calls?: Of;
  providers: (opened: Opened<Settings, Of>) => Promise<Providers> | Providers;
  /**
   * Whether the service's jobs and consumers need the business time of an organization. A service
   * that follows clocks must have the migration `followClocks`.
   */
  followsClocks?: boolean;
  /** The secrets whose data keys `/app/start PROCESS rewrap-secrets` wraps with a new key. */
  keepsSecrets?: WrappedSecrets;
  /**
   * Consumers and jobs, which start after the service serves requests and stop with the process.
   */
  consumers?: ((parts: Background<Providers, Settings, Of>) => Many<EventConsumer>)[];
  jobs?: ((parts: Background<Providers, Settings, Of>) => Many<Job>)[];
  /** Tables whose rows are deleted by age, in addition to the idempotency records. */
  ages?: readonly AgingTable[];
  /** Tables with pending rows for which metrics are published. */
  queues?: readonly Queue[];
  /** Starts the service's other background work, after the service has begun to serve requests. */
  started?: (parts: Background<Providers, Settings, Of>) => void;
  /** Renders the service's events for organizations. */
  publicBody?: PublicBody;
  /** The operator commands that only this service has, keyed by their one or two words. */
  commands?: Record<string, OperatorCommand>;
}

/** The resources of a process that serves requests. */
export interface Background<
  Providers,
  Settings extends z.ZodRawShape = Own,
  Of extends Calls = Calls,
> extends Opened<Settings, Of> {
  runtime: Runtime<Providers>;
  nats: NatsLink;
}

export type Service<
  Providers,
  Definition extends ServiceDefinition,
  Settings extends z.ZodRawShape,
  Of extends Calls,
> = ServiceParts<Providers, Settings, Of> &
  (RpcService<Providers, Definition> | EdgeService<Providers, Settings, Of>);
