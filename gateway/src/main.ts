import '@timbre/kit/telemetry';
import { createHmac } from 'node:crypto';
import type { Server } from 'node:http';
import { parseArgs } from 'node:util';
import {
  createLifetime,
  createLogger,
  createSystemPool,
  isMigrated,
  listen,
  newId,
  openDatabase,
  processSettings,
  readSettings,
  renderMetrics,
  runMain,
  runMigrations,
  runtimeOf,
  serveHealth,
  startRetention,
  stopTelemetry,
  type CallContext,
  type Logger,
} from '@timbre/kit';
import { createActivityRecorder } from './activity/recorder';
import { createAuthenticator } from './auth/authenticate';
import { createLinks } from './auth/signed-link';
import { bootstrap } from './bootstrap';
import { createApp } from './http/app';
import { serverOf } from './http/server';
import { createRateLimiter } from './limits/rate-limiter';
import { operations } from './operations';
import { connectServices } from './services';
import { gatewaySettings } from './settings';
import { CredentialEntity, loadCredential } from './store/credentials';
import { migrations } from './store/migrations';
import { Organization } from './store/organizations';

type Settings = ReturnType<typeof readSettings<typeof gatewaySettings>>;

const entities = [Organization, CredentialEntity];

async function main(): Promise<void> {
  const [, , word, ...rest] = process.argv;
  if (word === 'migrate') return runMigrations('gateway', entities, migrations);
  if (word === 'bootstrap') return runBootstrap(rest);
  return serve();
}

async function runBootstrap(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { name: { type: 'string' } } });
  const { TIMBRE_DATABASE_URL, TIMBRE_ENVIRONMENT } = readSettings({
    TIMBRE_DATABASE_URL: gatewaySettings.TIMBRE_DATABASE_URL,
    TIMBRE_ENVIRONMENT: processSettings.TIMBRE_ENVIRONMENT,
  });
  const made = await bootstrap(
    TIMBRE_DATABASE_URL,
    TIMBRE_ENVIRONMENT,
    values.name ?? 'Organization',
  );
  process.stdout.write(`${JSON.stringify(made)}\n`);
}

async function serve(): Promise<void> {
  const settings = readSettings(gatewaySettings);
  const environment = settings.TIMBRE_ENVIRONMENT;
  const logger = createLogger('gateway', settings.TIMBRE_LOG_LEVEL);
  const lifetime = createLifetime(logger);
  lifetime.listen();
  lifetime.closes('telemetry', stopTelemetry);
  const database = await open(settings, logger);
  lifetime.closes('database', database.close);
  const systemPool = openSystemPool(settings, logger);
  lifetime.closes('system pool', () => systemPool.end());
  lifetime.closes('retention', startRetention(systemPool, logger, ['activity']));
  const activity = createActivityRecorder(systemPool, newId, logger);
  lifetime.closes('activity', activity.stop);
  const services = connect(settings);
  lifetime.closes('services', () => Object.values(services).forEach((client) => client.close()));
  const checks = {
    database: database.isReachable,
    migrations: () => isMigrated((sql) => database.pool.query(sql), migrations),
  };
  const publicUrl = settings.TIMBRE_PUBLIC_URL ?? `http://127.0.0.1:${settings.TIMBRE_HTTP_PORT}`;
  const links = createLinks(settings.TIMBRE_CONTEXT_KEY, publicUrl, Date.now);
  const load = loadCredential(systemPool);
  const keys = createAuthenticator({ environment, load, now: Date.now });
  const app = createApp({
    environment,
    publicUrl,
    links,
    operations,
    backend: {
      services,
      link: links.write,
      own: runtimeOf({
        environment,
        database,
        providers: {},
        constraints: {},
        eventsLeft: () => undefined,
        logger,
      }),
      forgetCredential: keys.forget,
      keySecret: (context) => keySecret(settings.TIMBRE_CONTEXT_KEY, context),
    },
    authenticate: keys.authenticate,
    limit: createRateLimiter(systemPool, settings.TIMBRE_RATE_LIMITS),
    record: activity.record,
    logger,
    checks,
    metrics: renderMetrics,
  });
  const server = serverOf(app);
  lifetime.closes('http', () => close(server));
  const { TIMBRE_HTTP_PORT, TIMBRE_BIND_HOST } = settings;
  const port = await listen(server, 'TIMBRE_HTTP_PORT', TIMBRE_HTTP_PORT, TIMBRE_BIND_HOST);
  // Last: clients that find it ready send requests.
  const health = await serveHealth(settings, checks, renderMetrics);
  lifetime.closes('health', () => health.close());
  logger.info({ port }, 'serving');
}

const open = (settings: Settings, logger: Logger) =>
  openDatabase({
    url: settings.TIMBRE_DATABASE_URL,
    isPrepared: settings.TIMBRE_DATABASE_PREPARED_STATEMENTS,
    entities,
    poolSize: settings.TIMBRE_DATABASE_POOL,
    name: 'gateway',
    logger,
  });

function openSystemPool(settings: Settings, logger: Logger) {
  const isPrepared = settings.TIMBRE_DATABASE_PREPARED_STATEMENTS;
  const url = settings.TIMBRE_SYSTEM_DATABASE_URL;
  return createSystemPool({ url, isPrepared }, 'gateway', logger);
}

function connect(settings: Settings) {
  const addresses = {
    commerce: settings.TIMBRE_COMMERCE_ADDRESS,
    fiscalCfdi: settings.TIMBRE_FISCAL_CFDI_ADDRESS,
    payroll: settings.TIMBRE_PAYROLL_ADDRESS,
  };
  return connectServices(addresses, {
    contextKey: settings.TIMBRE_CONTEXT_KEY,
    isUnary: settings.TIMBRE_UNARY_CALLS,
  });
}

/** Stops listening at once; requests in flight are still answered. */
function close(server: Server): Promise<unknown> {
  return new Promise((done) => {
    server.close(done);
    server.closeIdleConnections();
  });
}

function keySecret(contextKey: Buffer, context: CallContext): Buffer {
  const { organizationId, idempotency } = context;
  return createHmac('sha256', contextKey)
    .update(`api-key\n${organizationId}\n${idempotency?.key}\n${idempotency?.fingerprint}`)
    .digest();
}

void runMain('gateway', main);
