import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bareEnvironment, freePort, startProcess } from '@timbre/testkit/client';
import { withPorts } from '../../scripts/runtime/deployment.mjs';
import { anyCallVariables } from '../../scripts/runtime/environment.mjs';
import { freePort as portOfScripts } from '../../scripts/runtime/ports.mjs';
import { startProcess as startService } from '../../scripts/runtime/process.mjs';
import { createProgress } from '../../scripts/runtime/progress.mjs';
import { mainOf, services } from '../../scripts/runtime/services.mjs';
import { prepare } from '../../scripts/setup.mjs';

const secretsDir = mkdtempSync(join(tmpdir(), 'timbre-start-secrets-'));
afterAll(() => rmSync(secretsDir, { recursive: true }));

const good = {
  TIMBRE_ENVIRONMENT: 'sandbox',
  TIMBRE_DATABASE_URL: 'postgres://127.0.0.1:1/x',
  TIMBRE_SYSTEM_DATABASE_URL: 'postgres://127.0.0.1:1/x',
  TIMBRE_NATS_URL: 'nats://127.0.0.1:1',
  ...anyCallVariables(secretsDir),
  TIMBRE_ACCOUNTS_ADDRESS: '127.0.0.1:1',
  TIMBRE_COMMERCE_ADDRESS: '127.0.0.1:1',
  TIMBRE_FISCAL_CFDI_ADDRESS: '127.0.0.1:1',
  TIMBRE_PAYROLL_ADDRESS: '127.0.0.1:1',
  TIMBRE_REPORTS_ADDRESS: '127.0.0.1:1',
  TIMBRE_SAT_SYNC_ADDRESS: '127.0.0.1:1',
  TIMBRE_WEBHOOKS_ADDRESS: '127.0.0.1:1',
  TIMBRE_SAT_DOWNLOAD_URL: 'http://127.0.0.1:1/sat',
  TIMBRE_SAT_PACKAGES_URL: 'http://127.0.0.1:1/sat',
  TIMBRE_SAT_WITHHOLDINGS_DOWNLOAD_URL: 'http://127.0.0.1:1/sat',
  TIMBRE_SAT_WITHHOLDINGS_PACKAGES_URL: 'http://127.0.0.1:1/sat',
  TIMBRE_PUBLIC_URL: 'http://127.0.0.1:1',
  TIMBRE_LOG_LEVEL: 'error',
};

beforeAll(() => prepare(createProgress({ quiet: true })));

/** Runs a built process that must exit without a signal. */
function start(folder: string, env: Record<string, string>) {
  const { status, stderr } = spawnSync(process.execPath, [mainOf(folder)], {
    env: { ...bareEnvironment(), ...env },
    encoding: 'utf8',
    timeout: 150_000,
  });
  return { status, stderr };
}

const withDatabase = services.filter(({ database }) => database !== undefined);

test.each(withDatabase)(
  '$name without its configuration names every variable and ends, without a stack trace',
  ({ folder, ports }) => {
    const { status, stderr } = start(folder, { TIMBRE_ENVIRONMENT: 'staging' });
    const key = ports.grpc ? 'GATEWAY_PUBLIC_KEYS' : 'CALL_KEY';
    expect(status).toBe(1);
    expect(stderr).toContain('does not start. Configuration is not usable (see .env.example):');
    for (const name of ['ENVIRONMENT', 'HEALTH_PORT', 'DATABASE_URL', key]) {
      expect(stderr).toContain(`  TIMBRE_${name}: `);
    }
    expect(stderr).not.toMatch(/^\s+at /m);
  },
);

describe('a port that another program uses', () => {
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
  ])(
    'a port that another program uses ends %s with an error that names its variable: %s',
    async (folder, variable) => {
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
    },
  );
});

test('a process is not ready while another program responds on its port', async () => {
  const answersReady = createServer((_, response) =>
    response.end(JSON.stringify({ status: 'ready', instance: 'of another clone' })),
  );
  const dir = mkdtempSync(join(tmpdir(), 'timbre-start-'));
  await new Promise<void>((resolve) => answersReady.listen(0, '127.0.0.1', resolve));
  const health = (answersReady.address() as AddressInfo).port;
  const ports = { grpc: await portOfScripts(), health };
  const env = { TIMBRE_GRPC_PORT: `${ports.grpc}`, TIMBRE_HEALTH_PORT: `${health}` };
  const service = { name: 'commerce', folder: 'services/commerce', ports };
  const onDeath = jest.fn();
  const started = startService(
    service,
    { ...bareEnvironment(), ...good, ...env },
    { dir, onWarning: () => undefined, onDeath },
  );
  try {
    await expect(started.ready()).rejects.toThrow(
      new RegExp(
        `^commerce ended before it was ready \\(1\\);.*TIMBRE_HEALTH_PORT: port ${health}`,
        's',
      ),
    );
    expect(onDeath).not.toHaveBeenCalled();
  } finally {
    await started.stop();
    answersReady.closeAllConnections();
    answersReady.close();
    rmSync(dir, { recursive: true });
  }
});

test.each([
  ['services/commerce', 'GRPC', 'HEALTH'],
  ['gateway', 'HTTP', 'HEALTH'],
  ['services/authority-simulator', 'HTTP', 'HTTP'],
])('%s listens on the loopback interface only', async (folder, first, second) => {
  const port = await freePort();
  const ports = { [first]: port, [second]: first === second ? port : await freePort() };
  const env = Object.entries(ports).map(([kind, at]) => [`TIMBRE_${kind}_PORT`, String(at)]);
  const dir = mkdtempSync(join(tmpdir(), 'timbre-start-'));
  const started = await startProcess(
    folder,
    { ...good, ...Object.fromEntries(env), TIMBRE_DATA_DIR: dir },
    `http://127.0.0.1:${ports[second]}/healthz`,
  );
  try {
    for (const at of Object.values(ports)) {
      expect(await answers('127.0.0.1', at)).toBe(true);
      // Linux routes all of 127.0.0.0/8 to this machine, so only a listener on all interfaces responds
      // at this address.
      expect(await answers('127.0.0.2', at)).toBe(false);
    }
  } finally {
    await started.kill();
    rmSync(dir, { recursive: true });
  }
});

/** Whether a process accepts connections at an address. */
function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2_000 });
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

test('the gateway gets the chosen port, even if that port is the default of another process', async () => {
  const chosen = await portOfScripts();
  const simulator = { name: 'simulator', folder: '', ports: { http: chosen } };
  const gateway = { name: 'gateway', folder: '', ports: { http: 1, health: chosen } };
  const [beside, first] = await withPorts([simulator, gateway], chosen);
  expect(first!.ports).toEqual({ http: chosen, health: expect.any(Number) as number });
  expect([beside!.ports.http, first!.ports.health]).not.toContain(chosen);
});

test('only the telemetry entry of the kit starts OpenTelemetry', () => {
  const kit = join(__dirname, '..', '..', 'packages', 'kit', 'dist');
  const started = (entry: string) => {
    const script = `
      require(${JSON.stringify(join(kit, entry))});
      const { metrics } = require(require.resolve('@opentelemetry/api', { paths: [${JSON.stringify(kit)}] }));
      console.log(metrics.getMeterProvider().constructor.name);`;
    return spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stdout.trim();
  };
  expect(started('index.js')).toBe('NoopMeterProvider');
  expect(started('telemetry/telemetry.js')).toBe('MeterProvider');
});
