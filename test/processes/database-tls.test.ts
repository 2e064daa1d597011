import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bareEnvironment, freePort, startProcess } from '@timbre/testkit/client';
import { anyCallVariables } from '../../scripts/runtime/environment.mjs';
import { createProgress } from '../../scripts/runtime/progress.mjs';
import { mainOf } from '../../scripts/runtime/services.mjs';
import { prepare } from '../../scripts/setup.mjs';
import { startTlsPostgres, type TlsPostgres } from './tls-postgres';

const folder = 'services/commerce';
// The test is skipped if the user gave the URL of a PostgreSQL server, because the test must not
// reconfigure that server.
const ifOwn = process.env.TIMBRE_POSTGRES_URL ? describe.skip : describe;

ifOwn('a PostgreSQL that takes encrypted connections only', () => {
  const dir = mkdtempSync(join(tmpdir(), 'timbre-tls-secrets-'));
  let postgres: TlsPostgres;
  beforeAll(async () => {
    await prepare(createProgress({ quiet: true }));
    postgres = await startTlsPostgres();
  });
  afterAll(async () => {
    await postgres?.stop();
    rmSync(dir, { recursive: true });
  });

  const settings = (parameters: string) => {
    const { ownerUrl, appUrl, systemUrl } = postgres.urls;
    const of = (url: string) => `${url}${parameters}`;
    return {
      TIMBRE_ENVIRONMENT: 'sandbox',
      TIMBRE_DATABASE_OWNER_URL: of(ownerUrl),
      TIMBRE_DATABASE_URL: of(appUrl),
      TIMBRE_SYSTEM_DATABASE_URL: of(systemUrl),
      TIMBRE_NATS_URL: 'nats://127.0.0.1:1',
      TIMBRE_FISCAL_CFDI_ADDRESS: '127.0.0.1:1',
      TIMBRE_PUBLIC_URL: 'http://127.0.0.1:1',
      ...anyCallVariables(dir),
      TIMBRE_LOG_LEVEL: 'error',
    };
  };
  const migrate = (env: Record<string, string>) =>
    spawnSync(process.execPath, [mainOf(folder), 'migrate'], {
      env: { ...bareEnvironment(), ...env },
      encoding: 'utf8',
      timeout: 150_000,
    });
  const trusting = (file: string) => `?sslmode=require&sslrootcert=${file}`;

  test.each([
    ['does not ask for TLS', () => '', /no encryption/],
    ['trusts another authority', () => trusting(postgres.strangerFile), /certificate/],
  ])('a process that %s does not migrate the database', (_, parameters, why) => {
    const { status, stderr } = migrate(settings(parameters()));
    expect([status, stderr]).toEqual([1, expect.stringMatching(why)]);
  });

  test('a process does not migrate the database while the server presents the certificate of another host', async () => {
    await postgres.present('other.example');
    const { status, stderr } = migrate(settings(trusting(postgres.authorityFile)));
    await postgres.present('localhost');
    expect([status, stderr]).toEqual([1, expect.stringMatching(/altnames/)]);
  });

  test.each(['by its URL', 'by the environment'])(
    'a database is migrated and served only over TLS if TLS is requested %s',
    async (how) => {
      const isUrl = how === 'by its URL';
      const environment = { PGSSLMODE: 'verify-full', NODE_EXTRA_CA_CERTS: postgres.authorityFile };
      const env: Record<string, string> = isUrl
        ? settings(trusting(postgres.authorityFile))
        : { ...settings(''), ...environment };
      const { status, stderr } = migrate(env);
      expect([status, stderr]).toEqual([0, '']);
      const ports = { TIMBRE_GRPC_PORT: await freePort(), TIMBRE_HEALTH_PORT: await freePort() };
      const numbers = Object.entries(ports).map(([name, port]) => [name, String(port)]);
      const ready = `http://127.0.0.1:${ports.TIMBRE_HEALTH_PORT}/readyz`;
      const process = await startProcess(folder, { ...env, ...Object.fromEntries(numbers) }, ready);
      // The outbox gauge makes a query as the system role.
      await fetch(ready.replace('readyz', 'metrics'));
      const found = await postgres.connections();
      await process.stop();
      expect(found).toEqual([
        { name: 'commerce', ssl: true },
        { name: 'commerce-system', ssl: true },
      ]);
    },
  );
});
