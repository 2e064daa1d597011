import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@timbre/testkit';
import { withPorts } from '../../scripts/runtime/deployment.mjs';
import { createProgress } from '../../scripts/runtime/progress.mjs';
import { mainOf } from '../../scripts/runtime/services.mjs';
import { prepare } from '../../scripts/setup.mjs';

const good = {
  TIMBRE_ENVIRONMENT: 'sandbox',
  TIMBRE_DATABASE_URL: 'postgres://127.0.0.1:1/x',
  TIMBRE_SYSTEM_DATABASE_URL: 'postgres://127.0.0.1:1/x',
  TIMBRE_NATS_URL: 'nats://127.0.0.1:1',
  TIMBRE_CONTEXT_KEY: Buffer.alloc(32, 7).toString('base64'),
  TIMBRE_COMMERCE_ADDRESS: '127.0.0.1:1',
  TIMBRE_FISCAL_CFDI_ADDRESS: '127.0.0.1:1',
  TIMBRE_PAYROLL_ADDRESS: '127.0.0.1:1',
  TIMBRE_LOG_LEVEL: 'error',
};

beforeAll(() => prepare(createProgress({ quiet: true })));

/** Runs a built process that is expected to end by itself. */
function start(folder: string, env: Record<string, string>) {
  const { status, stderr } = spawnSync(process.execPath, [mainOf(folder)], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
    timeout: 50_000,
  });
  return { status, stderr };
}

test.each(['gateway', 'services/commerce', 'services/fiscal-cfdi', 'services/payroll'])(
  '%s without its configuration names every variable and ends, without a stack',
  (folder) => {
    const { status, stderr } = start(folder, { TIMBRE_ENVIRONMENT: 'staging' });
    expect(status).toBe(1);
    expect(stderr).toContain('does not start. Configuration is not usable (see .env.example):');
    for (const name of ['ENVIRONMENT', 'HEALTH_PORT', 'DATABASE_URL', 'CONTEXT_KEY']) {
      expect(stderr).toContain(`  TIMBRE_${name}: `);
    }
    expect(stderr).not.toMatch(/^\s+at /m);
  },
);

describe('a port that another program has', () => {
  const other = createServer();
  let port: number;
  beforeAll(async () => {
    await new Promise<void>((resolve) => other.listen(0, '0.0.0.0', resolve));
    port = (other.address() as AddressInfo).port;
  });
  afterAll(() => other.close());

  test.each([
    ['gateway', 'TIMBRE_HTTP_PORT'],
    ['gateway', 'TIMBRE_HEALTH_PORT'],
    ['services/commerce', 'TIMBRE_GRPC_PORT'],
    ['services/commerce', 'TIMBRE_HEALTH_PORT'],
  ])('ends %s with the name of its variable: %s', async (folder, variable) => {
    const ports = {
      TIMBRE_HTTP_PORT: await freePort(),
      TIMBRE_HEALTH_PORT: await freePort(),
      TIMBRE_GRPC_PORT: await freePort(),
      [variable]: port,
    };
    const env = Object.entries(ports).map(([name, value]) => [name, String(value)]);
    const { status, stderr } = start(folder, { ...good, ...Object.fromEntries(env) });
    expect(stderr).toContain(`${variable}: port ${port} is taken by another program`);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(status).toBe(1);
  });
});

test('the gateway has the port that was chosen, also where another of ours would have it', async () => {
  const chosen = await freePort();
  const simulator = { name: 'simulator', folder: '', ports: { http: chosen } };
  const gateway = { name: 'gateway', folder: '', ports: { http: 1, health: chosen } };
  const [beside, first] = await withPorts([simulator, gateway], chosen);
  expect(first!.ports).toEqual({ http: chosen, health: expect.any(Number) as number });
  expect([beside!.ports.http, first!.ports.health]).not.toContain(chosen);
});

test('the kit alone starts no OpenTelemetry; only its telemetry entry does', () => {
  const kit = join(__dirname, '..', '..', 'packages', 'kit', 'dist');
  const started = (entry: string) => {
    const script = `
      require(${JSON.stringify(join(kit, entry))});
      const { metrics } = require(require.resolve('@opentelemetry/api', { paths: [${JSON.stringify(kit)}] }));
      console.log(metrics.getMeterProvider().constructor.name);`;
    return spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stdout.trim();
  };
  expect(started('index.js')).toBe('NoopMeterProvider');
  expect(started('process/telemetry.js')).toBe('MeterProvider');
});
