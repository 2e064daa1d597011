import '@timbre/kit/telemetry';
import { renderMetrics, stopTelemetry } from '@timbre/kit/telemetry';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import {
  createLifetime,
  createLogger,
  createSystemPool,
  isMigrated,
  migrate,
  migrationSettings,
  newId,
  openDatabase,
  processSettings,
  readSettings,
  runtimeOf,
  serveHealth,
  startRetention,
  type CallContext,
} from '@timbre/kit';
import { createActivityRecorder } from './activity/recorder';
import { createAuthenticator } from './auth/authenticate';
import { bootstrap } from './bootstrap';
import { answerUnparsable, createApp } from './http/app';
import { createRateLimiter } from './limits/rate-limiter';
import { operations } from './operations';
import { connectServices } from './services';
import { gatewaySettings } from './settings';
import { CredentialEntity, loadCredential } from './store/credentials';
import { migrations } from './store/migrations';
import { Organization } from './store/organizations';

const entities = [Organization, CredentialEntity];

async function main(): Promise<void> {
  const [, , word, ...rest] = process.argv;
  if (word === 'migrate') return runMigrations();
  if (word === 'bootstrap') return runBootstrap(rest);
  return serve();
}

async function runMigrations(): Promise<void> {
  const { TIMBRE_DATABASE_OWNER_URL } = readSettings(migrationSettings);
  const done = await migrate(TIMBRE_DATABASE_OWNER_URL, entities, migrations);
  process.stdout.write(`gateway: ${done.length ? `migrated ${done.join(', ')}` : 'up to date'}\n`);
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
  const database = await openDatabase({
    url: settings.TIMBRE_DATABASE_URL, entities, poolSize: settings.TIMBRE_DATABASE_POOL, name: 'gateway', logger,
  }); // prettier-ignore
  lifetime.closes('database', database.close);
  const systemPool = createSystemPool(settings.TIMBRE_SYSTEM_DATABASE_URL, 'gateway', logger);
  lifetime.closes('system pool', () => systemPool.end());
  lifetime.closes('retention', startRetention(systemPool, logger));
  const activity = createActivityRecorder(systemPool, newId, logger);
  lifetime.closes('activity', activity.stop);
  const services = connectServices(
    {
      commerce: settings.TIMBRE_COMMERCE_ADDRESS,
      fiscalCfdi: settings.TIMBRE_FISCAL_CFDI_ADDRESS,
      payroll: settings.TIMBRE_PAYROLL_ADDRESS,
    },
    settings.TIMBRE_CONTEXT_KEY,
  );
  lifetime.closes('services', () => Object.values(services).forEach((client) => client.close()));
  const checks = {
    database: database.isReachable,
    migrations: () => isMigrated((sql) => database.pool.query(sql), migrations),
  };
  const app = createApp({
    environment,
    publicUrl: settings.TIMBRE_PUBLIC_URL ?? `http://127.0.0.1:${settings.TIMBRE_HTTP_PORT}`,
    operations,
    backend: {
      services,
      own: runtimeOf({
        database,
        providers: {},
        constraints: {},
        eventsLeft: () => undefined,
        logger,
      }),
      keySecret: (context) => keySecret(settings.TIMBRE_CONTEXT_KEY, context),
    },
    authenticate: createAuthenticator({
      environment,
      load: loadCredential(systemPool),
      now: Date.now,
    }),
    limit: createRateLimiter(systemPool, settings.TIMBRE_RATE_LIMITS),
    record: activity.record,
    logger,
    checks,
    metrics: renderMetrics,
  });
  const server = createServer({ maxHeaderSize: 16_384, requestTimeout: 30_000 }, app);
  answerUnparsable(server);
  lifetime.closes(
    'http',
    () =>
      new Promise((done) => {
        server.close(done);
        server.closeIdleConnections();
      }),
  );
  const health = await serveHealth(settings.TIMBRE_HEALTH_PORT, checks, renderMetrics);
  lifetime.closes('health', () => health.close());
  server.listen(settings.TIMBRE_HTTP_PORT, () =>
    logger.info({ port: settings.TIMBRE_HTTP_PORT }, 'serving'),
  );
}

function keySecret(contextKey: Buffer, context: CallContext): Buffer {
  const { organizationId, idempotency } = context;
  return createHmac('sha256', contextKey)
    .update(`api-key\n${organizationId}\n${idempotency?.key}\n${idempotency?.fingerprint}`)
    .digest();
}

void main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
