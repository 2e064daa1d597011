import '@timbre/kit/telemetry';
import type { Server } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  commandAcquireMs,
  connectNats,
  createLifetime,
  createLogger,
  createPageLinks,
  createRelay,
  createSystemPool,
  isMigrated,
  lawFacts,
  listen,
  newId,
  openClients,
  openDatabase,
  readSettings,
  renderMetrics,
  runAudit,
  runMain,
  runMigrations,
  runReplay,
  runRepublish,
  runtimeOf,
  serveHealth,
  startConsumers,
  startLaw,
  startRetention,
  StartError,
  stopTelemetry,
  type Lifetime,
  type Logger,
  type OutboxRelay,
  type Runtime,
} from '@timbre/kit';
import { createActivityDays } from './identity/jobs/keep-activity-days';
import {
  createActivityRecorder,
  type ActivityRecorder,
} from './identity/workflows/record-activity';
import { createEndJob, createResumeJob } from './identity/jobs/follow-approvals';
import { createSeals } from './identity/workflows/seals';
import { createConfirmations } from './edge/assistant/confirmation';
import { createInvitationLinks } from './identity/domain/invitation-links';
import { createLinks, type Links } from './edge/http/signed-link';
import { createExpiryJob } from './identity/jobs/announce-expiry';
import { webhookDisabledConsumer } from './identity/events/on-webhook-disabled';
import { createApp } from './edge/app';
import { serverOf } from './edge/http/server';
import { startClearing } from './identity/oauth';
import { createAccess } from './identity/rpc/access';
import { clientOf, type IdentityProviders } from './identity/rpc/service';
import { approvedActs } from './edge/acts/approved-acts';
import { errorPage } from './edge/login/error-page';
import { operations } from './edge/operations';
import type { Backend } from './edge/operations/operation';
import { isOperatorCommand, runOperatorCommand } from './identity/commands/operator';
import { calls, type Services } from './edge/services';
import { createKeySecret } from './identity/workflows/shown-key';
import { gatewaySettings } from './settings';
import { createLetterJob } from './identity/jobs/send-letters';
import { findInvitation } from './identity/operations/accept-invitation';
import { entities } from './identity/store/entities';
import { isArchived } from './identity/store/organizations';
import { memberConstraints } from './identity/store/members';
import { migrations } from './identity/store/migrations';
import { publicBody } from './identity/store/public-events';

type Settings = ReturnType<typeof readSettings<typeof gatewaySettings>>;

async function main(): Promise<void> {
  const [, , word, ...rest] = process.argv;
  if (word === 'migrate') return runMigrations('gateway', entities, migrations);
  if (word === 'replay-dead-letters') return runReplay('gateway', rest);
  if (word === 'republish') return runRepublish('gateway', rest);
  if (word === 'audit') return runAudit('gateway', rest);
  if (word === 'bootstrap') return operate(['organization', 'create', ...rest]);
  if (isOperatorCommand(process.argv.slice(2))) return operate(process.argv.slice(2));
  if (word === undefined) return serve();
  throw new StartError(`${[word, ...rest.slice(0, 1)].join(' ')} is no command.`);
}

/** Runs a command of an operator and prints its answer as one line of JSON. */
async function operate(args: string[]): Promise<void> {
  const settings = readSettings({
    TIMBRE_DATABASE_URL: gatewaySettings.TIMBRE_DATABASE_URL,
    TIMBRE_SYSTEM_DATABASE_URL: gatewaySettings.TIMBRE_SYSTEM_DATABASE_URL,
    TIMBRE_DATABASE_POOL: gatewaySettings.TIMBRE_DATABASE_POOL,
    TIMBRE_DATABASE_PREPARED_STATEMENTS: gatewaySettings.TIMBRE_DATABASE_PREPARED_STATEMENTS,
    TIMBRE_ENVIRONMENT: gatewaySettings.TIMBRE_ENVIRONMENT,
    TIMBRE_CONTEXT_KEY: gatewaySettings.TIMBRE_CONTEXT_KEY,
    TIMBRE_PUBLIC_URL: gatewaySettings.TIMBRE_PUBLIC_URL,
  });
  const logger = createLogger('gateway', 'warn');
  const database = await open(settings, logger, commandAcquireMs);
  const systemPool = openSystemPool(settings, logger, commandAcquireMs);
  try {
    const publicUrl = settings.TIMBRE_PUBLIC_URL ?? 'http://127.0.0.1:8080';
    const answer = await runOperatorCommand(
      {
        // The relay of the running gateways publishes what the command announces.
        runtime: ownRuntime(settings, database, () => undefined, logger),
        systemPool,
        databaseUrl: settings.TIMBRE_DATABASE_URL,
        contextKey: settings.TIMBRE_CONTEXT_KEY,
        links: createInvitationLinks(settings.TIMBRE_CONTEXT_KEY, publicUrl),
        readInput: () => text(process.stdin),
      },
      args,
    );
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  } finally {
    await systemPool.end();
    await database.close();
  }
}

/** The tables whose old rows are deleted. */
const forgotten = ['activity_hours', 'limit_uses'] as const;

async function serve(): Promise<void> {
  const settings = readSettings(gatewaySettings);
  const environment = settings.TIMBRE_ENVIRONMENT;
  const logger = createLogger('gateway', settings.TIMBRE_LOG_LEVEL);
  const lifetime = createLifetime(logger);
  lifetime.listen();
  lifetime.closes('telemetry', stopTelemetry);
  startLaw(settings, logger);
  const database = await open(settings, logger);
  lifetime.closes('database', database.close);
  const systemPool = openSystemPool(settings, logger);
  lifetime.closes('system pool', () => systemPool.end());
  const transport = transportOf(settings, systemPool, lifetime, logger);
  const relay = startedRelay(transport);
  lifetime.closes('retention', startRetention(systemPool, logger, forgotten));
  const services = openClients(calls, settings, lifetime, true);
  const publicUrl = settings.TIMBRE_PUBLIC_URL ?? `http://127.0.0.1:${settings.TIMBRE_HTTP_PORT}`;
  const links = createLinks(settings.TIMBRE_CONTEXT_KEY, publicUrl, Date.now);
  const own = ownRuntime(settings, database, () => relay.nudge(), logger);
  listenTo(own, transport);
  const { access, backend, jobs } = halvesOf(settings, {
    services,
    links,
    publicUrl,
    systemPool,
    own,
  });
  lifetime.closes('clearing', startClearing(systemPool, logger).stop);
  lifetime.closes('jobs', () => Promise.all(jobs.map((job) => job.stop())));
  const app = createApp({
    environment,
    publicUrl,
    proxyHops: settings.TIMBRE_PROXY_HOPS,
    links,
    confirmations: createConfirmations(settings.TIMBRE_CONTEXT_KEY, Date.now),
    operations,
    backend,
    ...access.parts,
    findInvitation: (digest) => findInvitation(systemPool, digest),
    record: recordActivity(settings, systemPool, lifetime, logger),
    isArchived: isArchived(systemPool),
    logger,
  });
  const server = serverOf(app);
  lifetime.closes('http', () => close(server));
  const { TIMBRE_HTTP_PORT: given, TIMBRE_BIND_HOST: host } = settings;
  const port = await listen(server, 'TIMBRE_HTTP_PORT', given, host);
  // Last: clients that find it ready send requests.
  const health = await serveHealth(settings, checksOf(database), renderMetrics, lawFacts);
  lifetime.closes('health', () => health.close());
  logger.info({ port }, 'serving');
}

interface Halves {
  services: Omit<Services, 'identity'>;
  links: Links;
  publicUrl: string;
  systemPool: ReturnType<typeof createSystemPool>;
  own: Runtime;
}

/** The service of identity, and what the edge calls. */
function halvesOf(settings: Settings, { services, links, publicUrl, systemPool, own }: Halves) {
  const { TIMBRE_CONTEXT_KEY: contextKey } = settings;
  const { logger } = own;
  const invitations = createInvitationLinks(contextKey, publicUrl);
  const renderError = errorPage(publicUrl);
  const access = createAccess(settings, {
    publicUrl,
    runtime: own,
    systemPool,
    renderError,
    logger,
  });
  const providers: IdentityProviders = {
    acts: approvedActs(() => ({ operations, backend })),
    seals: createSeals(contextKey),
    logger,
    invitations,
    keySecret: createKeySecret(contextKey),
    forgetPrincipals: access.forget,
  };
  const runtime = { ...own, providers };
  const backend: Backend = {
    services: { ...services, identity: clientOf(runtime) },
    link: links.write,
    pages: createPageLinks(contextKey, publicUrl),
  };
  const secrets = { links: invitations, codeOf: access.codeOf };
  const jobs = [
    createLetterJob(own, systemPool, services.fiscalCfdi, secrets),
    createExpiryJob(own, systemPool),
    createEndJob({ runtime, systemPool }),
    createResumeJob({ runtime, systemPool }),
  ];
  return { access, backend, jobs };
}

const checksOf = (database: Awaited<ReturnType<typeof open>>) => ({
  database: database.isReachable,
  migrations: () => isMigrated((sql) => database.pool.query(sql), migrations),
});

const ownRuntime = (
  { TIMBRE_ENVIRONMENT: environment }: Pick<Settings, 'TIMBRE_ENVIRONMENT'>,
  database: Awaited<ReturnType<typeof open>>,
  eventsLeft: () => void,
  logger: Logger,
) =>
  runtimeOf({
    environment,
    database,
    logger,
    providers: {},
    constraints: memberConstraints,
    eventsLeft,
  });

/** Developer activity, and the days of its table. */
function recordActivity(
  settings: Settings,
  systemPool: ReturnType<typeof createSystemPool>,
  lifetime: Lifetime,
  logger: Logger,
): ActivityRecorder {
  const activity = createActivityRecorder(systemPool, newId, logger);
  lifetime.closes('activity', activity.stop);
  const days = createActivityDays(systemPool, settings.TIMBRE_ACTIVITY_DAYS, logger);
  lifetime.closes('days of activity', () => days.stop());
  return activity.record;
}

/** Publishes what changed in organizations, members and credentials. */
function startedRelay(transport: ReturnType<typeof transportOf>): OutboxRelay {
  const relay = createRelay('gateway', transport, { publicBody });
  relay.start();
  return relay;
}

function listenTo(runtime: Runtime, transport: ReturnType<typeof transportOf>): void {
  const consumer = webhookDisabledConsumer({ runtime, ...transport });
  startConsumers('gateway', [consumer], transport);
}

/** The needs of the relay of the gateway's events and of its consumers. */
function transportOf(
  settings: Settings,
  systemPool: ReturnType<typeof createSystemPool>,
  lifetime: Lifetime,
  logger: Logger,
) {
  const nats = connectNats({ url: settings.TIMBRE_NATS_URL, name: 'gateway', logger });
  lifetime.closes('nats', () => nats.close());
  return { systemPool, nats, settings, lifetime, logger };
}

type DatabaseSettings = Pick<
  Settings,
  | 'TIMBRE_DATABASE_URL'
  | 'TIMBRE_SYSTEM_DATABASE_URL'
  | 'TIMBRE_DATABASE_POOL'
  | 'TIMBRE_DATABASE_PREPARED_STATEMENTS'
>;

const open = (settings: DatabaseSettings, logger: Logger, acquireTimeoutMs?: number) =>
  openDatabase({
    url: settings.TIMBRE_DATABASE_URL,
    acquireTimeoutMs,
    isPrepared: settings.TIMBRE_DATABASE_PREPARED_STATEMENTS,
    entities,
    poolSize: settings.TIMBRE_DATABASE_POOL,
    name: 'gateway',
    logger,
  });

function openSystemPool(settings: DatabaseSettings, logger: Logger, acquireTimeoutMs?: number) {
  const isPrepared = settings.TIMBRE_DATABASE_PREPARED_STATEMENTS;
  const url = settings.TIMBRE_SYSTEM_DATABASE_URL;
  return createSystemPool({ url, isPrepared, acquireTimeoutMs }, 'gateway', logger);
}

/** Stops listening at once; requests in flight are still answered. */
function close(server: Server): Promise<unknown> {
  return new Promise((done) => {
    server.close(done);
    server.closeIdleConnections();
  });
}

void runMain('gateway', main);
