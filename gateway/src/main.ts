import '@timbre/kit/telemetry';
import { createHmac } from 'node:crypto';
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
  StartError,
  startRetention,
  stopTelemetry,
  type CallContext,
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
import { createAuthenticator, withAccessTokens } from './identity/workflows/authenticate';
import { createInvitationLinks } from './identity/domain/invitation-links';
import { createPrincipals } from './identity/domain/principal';
import { createLinks } from './edge/http/signed-link';
import { createExpiryJob } from './identity/jobs/announce-expiry';
import { webhookDisabledConsumer } from './identity/events/on-webhook-disabled';
import { createApp } from './edge/app';
import { serverOf } from './edge/http/server';
import { createRateLimiter } from './identity/workflows/rate-limiter';
import { createOAuth, startClearing, type OAuth } from './identity/oauth';
import { createCodeOf } from './identity/oauth/login-codes';
import { operations } from './edge/operations';
import type { Backend } from './edge/operations/operation';
import { isOperatorCommand, runOperatorCommand } from './identity/commands/operator';
import { connectServices } from './edge/services';
import { gatewaySettings } from './settings';
import { createLetterJob } from './identity/jobs/send-letters';
import { findInvitation } from './identity/operations/accept-invitation';
import { loadCredential } from './identity/store/credentials';
import { entities } from './identity/store/entities';
import { isArchived } from './identity/store/organizations';
import { memberConstraints } from './identity/store/members';
import { migrations } from './identity/store/migrations';

type Settings = ReturnType<typeof readSettings<typeof gatewaySettings>>;

async function main(): Promise<void> {
  const [, , word, ...rest] = process.argv;
  if (word === 'migrate') return runMigrations('gateway', entities, migrations);
  if (word === 'replay-dead-letters') return runReplay('gateway', rest);
  if (word === 'republish') return runRepublish('gateway', rest);
  if (word === 'audit') return runAudit('gateway', rest);
  if (word === 'bootstrap') return operate(['organization', 'create', ...rest]);
  if (isOperatorCommand(process.argv.slice(2))) return operate(process.argv.slice(2));
  return serve();
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
  const services = connect(settings);
  lifetime.closes('services', () => Object.values(services).forEach((client) => client.close()));
  const publicUrl = settings.TIMBRE_PUBLIC_URL ?? `http://127.0.0.1:${settings.TIMBRE_HTTP_PORT}`;
  const links = createLinks(settings.TIMBRE_CONTEXT_KEY, publicUrl, Date.now);
  const own = ownRuntime(settings, database, () => relay.nudge(), logger);
  listenTo(own, transport);
  const invitations = createInvitationLinks(settings.TIMBRE_CONTEXT_KEY, publicUrl);
  const access = accessOf(settings, publicUrl, own, systemPool, logger);
  const secrets = { links: invitations, codeOf: access.codeOf };
  lifetime.closes('clearing', startClearing(systemPool, logger).stop);
  const letters = createLetterJob(own, systemPool, services.fiscalCfdi, secrets);
  const jobs = [letters, createExpiryJob(own, systemPool)];
  lifetime.closes('jobs', () => Promise.all(jobs.map((job) => job.stop())));
  const backend: Backend = {
    services,
    own,
    invitations,
    ...keyed(settings),
    link: links.write,
    pages: createPageLinks(settings.TIMBRE_CONTEXT_KEY, publicUrl),
    forgetPrincipals: access.forget,
  };
  startApprovals(backend, systemPool, lifetime);
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

const checksOf = (database: Awaited<ReturnType<typeof open>>) => ({
  database: database.isReachable,
  migrations: () => isMigrated((sql) => database.pool.query(sql), migrations),
});

/** Authentication and rate limits. */
function accessOf(
  settings: Settings,
  publicUrl: string,
  runtime: Runtime,
  systemPool: ReturnType<typeof createSystemPool>,
  logger: Logger,
) {
  const { TIMBRE_ENVIRONMENT: environment, TIMBRE_CONTEXT_KEY: contextKey } = settings;
  const limit = createRateLimiter(systemPool, settings.TIMBRE_RATE_LIMITS);
  const codeOf = createCodeOf(contextKey);
  const principals = createPrincipals(systemPool);
  const keys = createAuthenticator({
    environment,
    load: loadCredential(systemPool),
    now: Date.now,
  });
  const parts = { publicUrl, contextKey, runtime, systemPool, principals, codeOf, limit, logger };
  const oauth = oauthOf(settings, parts);
  const { authenticate } = oauth ? withAccessTokens(keys, oauth.accessTokens) : keys;
  const forget = (organizationId: string): void => {
    keys.forget(organizationId);
    principals.forget(organizationId);
  };
  const { tokenIssuer, server } = oauth ?? {};
  return { codeOf, forget, parts: { limit, authenticate, tokenIssuer, oauth: server } };
}

/** A sandbox has API keys alone. */
function oauthOf(settings: Settings, parts: Parameters<typeof createOAuth>[1]): OAuth | undefined {
  if (settings.TIMBRE_ENVIRONMENT === 'sandbox') return undefined;
  return createOAuth(
    {
      issuer: settings.TIMBRE_OAUTH_ISSUER,
      audiences: settings.TIMBRE_OAUTH_AUDIENCE,
      tokenType: settings.TIMBRE_OAUTH_TOKEN_TYPE,
      organizationClaim: settings.TIMBRE_OAUTH_ORGANIZATION_CLAIM,
      scope: settings.TIMBRE_OAUTH_SCOPE,
      fetchesClients: settings.TIMBRE_OAUTH_CLIENT_METADATA === 'on',
      upstream: upstreamOf(settings),
    },
    parts,
  );
}

/** @throws StartError for a provider without an identity of ours */
function upstreamOf({
  TIMBRE_LOGIN_ISSUER: issuer,
  TIMBRE_LOGIN_CLIENT_ID: clientId,
  TIMBRE_LOGIN_CLIENT_SECRET: clientSecret,
}: Settings) {
  if (issuer === undefined) return undefined;
  if (clientId !== undefined && clientSecret !== undefined)
    return { issuer, clientId, clientSecret };
  throw new StartError(
    'TIMBRE_LOGIN_ISSUER needs TIMBRE_LOGIN_CLIENT_ID and TIMBRE_LOGIN_CLIENT_SECRET.',
  );
}

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

/** Ends approvals that were not decided in time, and continues those whose outcome is not known. */
function startApprovals(
  backend: Backend,
  systemPool: ReturnType<typeof createSystemPool>,
  lifetime: Lifetime,
): void {
  for (const job of [createEndJob, createResumeJob]) {
    const running = job({ operations, backend }, systemPool);
    lifetime.closes('approvals', () => running.stop());
  }
}

/** Publishes what changed in organizations, members and credentials. */
function startedRelay(transport: ReturnType<typeof transportOf>): OutboxRelay {
  const relay = createRelay('gateway', transport);
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

function connect(settings: Settings) {
  const addresses = {
    accounts: settings.TIMBRE_ACCOUNTS_ADDRESS,
    commerce: settings.TIMBRE_COMMERCE_ADDRESS,
    fiscalCfdi: settings.TIMBRE_FISCAL_CFDI_ADDRESS,
    payroll: settings.TIMBRE_PAYROLL_ADDRESS,
    reports: settings.TIMBRE_REPORTS_ADDRESS,
    satSync: settings.TIMBRE_SAT_SYNC_ADDRESS,
    webhooks: settings.TIMBRE_WEBHOOKS_ADDRESS,
  };
  return connectServices(addresses, {
    contextKey: settings.TIMBRE_CONTEXT_KEY,
    isUnary: settings.TIMBRE_UNARY_CALLS,
    notesReplays: true,
  });
}

/** Stops listening at once; requests in flight are still answered. */
function close(server: Server): Promise<unknown> {
  return new Promise((done) => {
    server.close(done);
    server.closeIdleConnections();
  });
}

const keyed = ({ TIMBRE_CONTEXT_KEY: key }: Settings) => ({
  seals: createSeals(key),
  keySecret: (context: CallContext) => keySecret(key, context),
});

function keySecret(contextKey: Buffer, context: CallContext): Buffer {
  const { organizationId, idempotency } = context;
  return createHmac('sha256', contextKey)
    .update(`api-key\n${organizationId}\n${idempotency?.key}\n${idempotency?.fingerprint}`)
    .digest();
}

void runMain('gateway', main);
