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
import type { Logger } from '../telemetry/logger';
import type { Calls, Clients } from './calls';
import type { readSettings, serviceSettings } from './config';
import type { Lifetime } from './lifetime';
import type { OperatorCommand } from './operator';
import type { AgingTable } from './retention';

export type ServiceSettings = ReturnType<typeof readSettings<typeof serviceSettings>>;

/** The settings that other services do not have; none by default. */
type Own = Record<never, never>;

/** The values of settings, with those of every service. */
type Read<Settings extends z.ZodRawShape> = ServiceSettings & {
  [Name in keyof Settings]: z.output<Settings[Name]>;
};

/** The parts from which a service makes its providers. */
export interface Opened<Settings extends z.ZodRawShape = Own, Of extends Calls = Calls> {
  settings: Read<Settings>;
  clients: Clients<Of>;
  systemPool: Pool;
  lifetime: Lifetime;
  logger: Logger;
}

/** Work that no request waits for. */
export type Job = Pick<Repeated, 'subject' | 'stop'>;

/** One, or several that are made together. */
type Many<Part> = Part | readonly Part[];

/** The servers that answer the requests of a process. */
export interface Listener {
  port: number;
  /** Requests in flight are still answered. */
  stop: () => Promise<unknown>;
}

/** A service that other services call. */
export interface RpcService<Providers, Definition extends ServiceDefinition> {
  definition: Definition;
  /** A handler for every rpc of the definition: a missing one does not compile. */
  rpcs: (runtime: Runtime<Providers>) => Rpcs<Definition>;
}

/** The edge of the deployment has its own listener for clients. */
export interface EdgeService<Providers, Settings extends z.ZodRawShape, Of extends Calls> {
  listen: (parts: Background<Providers, Settings, Of>) => Promise<Listener>;
}

/** The parts that differ between services; the rest of the process is the same for all. */
export interface ServiceParts<
  Providers,
  Settings extends z.ZodRawShape = Own,
  Of extends Calls = Calls,
> {
  entities: EntitySchema[];
  migrations: MigrationList[];
  constraints: Record<string, () => Refusal>;
  /** The settings that other services do not have; addresses are those of `calls`. */
  settings?: Settings;
  calls?: Of;
  providers: (opened: Opened<Settings, Of>) => Promise<Providers> | Providers;
  /**
   * Whether jobs and consumers of the service need the time of an organization's business. Its
   * database then has the migration of `followsClocks`.
   */
  followsClocks?: boolean;
  /** Whether it has the table of secrets, which `main.js rewrap-secrets` seals with a new key. */
  keepsSecrets?: boolean;
  /** Consumers and jobs start once the service serves, and stop with the process. */
  consumers?: ((parts: Background<Providers, Settings, Of>) => Many<EventConsumer>)[];
  jobs?: ((parts: Background<Providers, Settings, Of>) => Many<Job>)[];
  /** Tables whose old rows are deleted, beside the idempotency records. */
  ages?: readonly AgingTable[];
  /** Tables whose waiting rows are measured. */
  queues?: readonly Queue[];
  /** Begins other work once the service serves. */
  started?: (parts: Background<Providers, Settings, Of>) => void;
  /** How its events are shown to organizations. */
  publicBody?: PublicBody;
  /** The operators' commands that only this service has, each by its word, or its two words. */
  commands?: Record<string, OperatorCommand>;
}

/** The parts of a process that serves. */
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
