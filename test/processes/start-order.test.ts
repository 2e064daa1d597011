import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bareEnvironment,
  freePort,
  postgresUrl,
  startFaultProxy,
  type FaultProxy,
} from '@timbre/testkit/client';
import { createDatabase, dropDatabase } from '../../scripts/runtime/databases.mjs';
import { anyCallVariables } from '../../scripts/runtime/environment.mjs';
import { startNats } from '../../scripts/runtime/nats.mjs';
import { natsUrlOf } from '../../scripts/runtime/nats-users.mjs';
import { createProgress } from '../../scripts/runtime/progress.mjs';
import { addressVariable, mainOf, services } from '../../scripts/runtime/services.mjs';
import { prepare } from '../../scripts/setup.mjs';
import { until } from '../api/until';

/** This wait exceeds the interval of the slowest job, so that every job runs during the outage. */
const patienceMs = 4_000;
const encryptionKey = Buffer.alloc(32, 7).toString('base64');

/** The services that serve RPCs. The gateway waits in the same way; authority-simulator has no database. */
const served = services.filter(({ ports }) => ports.grpc !== undefined);

interface Line {
  level: number;
  msg: string;
  err?: { message: string };
}

let dir: string;
/**
 * Proxies in front of PostgreSQL and NATS, so that each server can disappear and return at the same address.
 */
let postgres: FaultProxy;
let nats: FaultProxy;
/** The URL of the operator of NATS, through the proxy. */
let natsUrl: string;
let stopNats: () => Promise<void>;
const databases: Record<string, { ownerUrl: string; appUrl: string; systemUrl: string }> = {};
const started = new Set<ChildProcess>();

beforeAll(async () => {
  await prepare(createProgress({ quiet: true }));
  dir = mkdtempSync(join(tmpdir(), 'timbre-start-order-'));
  const keys = { activeKeyId: 'first', keys: { first: encryptionKey } };
  writeFileSync(join(dir, 'keys.json'), JSON.stringify(keys));
  const url = await postgresUrl();
  for (const { name, database = name } of served)
    databases[name] = await createDatabase(url, database, `${database}_order_${process.pid}`);
  postgres = await startFaultProxy({ port: Number(new URL(url).port) });
  const server = await startNats({ keep: false });
  stopNats = server.stop;
  nats = await startFaultProxy({ port: Number(new URL(server.url).port) });
  natsUrl = Object.assign(new URL(server.url), { port: String(nats.port) }).href;
}, 240_000);
afterEach(() => Promise.all([...started].map(end)));
afterAll(async () => {
  await nats?.stop();
  await postgres?.stop();
  await stopNats?.();
  const url = await postgresUrl();
  for (const { name, database = name } of served)
    await dropDatabase(url, `${database}_order_${process.pid}`);
  rmSync(dir, { recursive: true, force: true });
});

function end(child: ChildProcess): Promise<number | null> {
  started.delete(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  child.kill('SIGTERM');
  return ended;
}

const through = (text: string) =>
  Object.assign(new URL(text), { port: String(postgres.port) }).href;

/** Runs a built service, or a command of that service, on its database. */
async function run(name: string, ...words: string[]) {
  const { ownerUrl, appUrl, systemUrl } = databases[name]!;
  const [grpc, health] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [mainOf(`services/${name}`), ...words], {
    env: {
      ...bareEnvironment(),
      TIMBRE_ENVIRONMENT: 'sandbox',
      TIMBRE_PUBLIC_URL: 'http://127.0.0.1:1',
      TIMBRE_HEALTH_PORT: String(health),
      TIMBRE_GRPC_PORT: String(grpc),
      TIMBRE_DATABASE_OWNER_URL: ownerUrl,
      TIMBRE_DATABASE_URL: through(appUrl),
      TIMBRE_SYSTEM_DATABASE_URL: through(systemUrl),
      TIMBRE_NATS_URL: natsUrlOf(natsUrl, name),
      ...anyCallVariables(dir),
      ...Object.fromEntries(served.map(({ name }) => [addressVariable(name), '127.0.0.1:1'])),
      TIMBRE_ENCRYPTION_KEY_FILE: join(dir, 'keys.json'),
      TIMBRE_PACS:
        '[{"name":"sw","kind":"sw","baseUrl":"http://127.0.0.1:1","user":"a","password":"b"}]',
      TIMBRE_SAT_STATUS_URL: 'http://127.0.0.1:1',
      TIMBRE_SAT_WITHHOLDINGS_URL: 'http://127.0.0.1:1',
      TIMBRE_SAT_DOWNLOAD_URL: 'http://127.0.0.1:1',
      TIMBRE_SAT_PACKAGES_URL: 'http://127.0.0.1:1',
      TIMBRE_SAT_WITHHOLDINGS_DOWNLOAD_URL: 'http://127.0.0.1:1',
      TIMBRE_SAT_WITHHOLDINGS_PACKAGES_URL: 'http://127.0.0.1:1',
      TIMBRE_SAT_PORTALS_URL: 'http://127.0.0.1:1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output += String(chunk)));
  const lines = () => output.trim().split('\n').filter(Boolean);
  return {
    child,
    output: () => output,
    logged: () => lines().map((line) => JSON.parse(line) as Line),
    /** Returns the HTTP status of a path on the health port; 0 while no process listens. */
    ask: (path: string) =>
      fetch(`http://127.0.0.1:${health}${path}`).then(
        ({ status }) => status,
        () => 0,
      ),
  };
}
type Running = Awaited<ReturnType<typeof run>>;

async function migrate(name: string): Promise<void> {
  const { child } = await run(name, 'migrate');
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
}

const reaches = (service: Running, path: string, status: number) =>
  until(
    40_000,
    () => service.ask(path),
    (found) => found === status,
  );
const says = (service: Running, words: string) =>
  until(
    30_000,
    () => Promise.resolve(service.output()),
    (text) => text.includes(words),
  );
const patience = () => new Promise((resolve) => setTimeout(resolve, patienceMs));

/** Returns the log lines that are errors or repetitions. */
function complaints(service: Running) {
  const lines = service.logged();
  // On a busy machine, connecting to PostgreSQL or NATS may take too long, and no SAT is available here.
  // Services log failures of both kinds and retry.
  const isSlow = ({ err }: Line) =>
    /exceeded when trying to connect|due to connection timeout|TIMEOUT/.test(err?.message ?? '');
  const warnings = lines
    .filter(
      (line) =>
        line.level === 40 && !isSlow(line) && line.msg !== 'lists of the SAT were not loaded',
    )
    .map(({ msg }) => msg);
  return {
    errors: lines.filter(({ level }) => level >= 50).map(({ msg }) => msg),
    repeated: warnings.filter((msg, index) => warnings.indexOf(msg) !== index),
    warnings,
  };
}

describe.each(served)('$name', ({ name }) => {
  it('a service waits for PostgreSQL, then for its migrations, and logs each wait once', async () => {
    postgres.set({ kind: 'reset' });
    const service = await run(name);
    await reaches(service, '/healthz', 200);
    await patience();
    expect(await service.ask('/readyz')).toBe(503);
    expect(service.child.exitCode).toBeNull();
    expect(complaints(service)).toMatchObject({ errors: [], repeated: [] });
    postgres.set({ kind: 'none' });
    expect(await service.ask('/readyz')).toBe(503);
    await migrate(name);
    expect(await reaches(service, '/readyz', 200)).toBe(200);
    expect(await end(service.child)).toBe(0);
  });

  it('a service responds without NATS, logs the outage once, and publishes the pending events later', async () => {
    nats.set({ kind: 'reset' });
    const service = await run(name);
    expect(await reaches(service, '/readyz', 200)).toBe(200);
    await says(service, 'the connection to NATS is failing; retrying');
    await patience();
    expect(complaints(service)).toEqual({
      errors: [],
      repeated: [],
      warnings: ['the connection to NATS is failing; retrying'],
    });
    nats.set({ kind: 'none' });
    await says(service, 'the connection to NATS has recovered');
    await patience();
    expect(complaints(service).warnings).toHaveLength(1);
    expect(await end(service.child)).toBe(0);
  });
});

test('consumers that start before the owners of their streams wait and log no warning', async () => {
  const services = await Promise.all(served.map(({ name }) => run(name)));
  for (const service of services) await reaches(service, '/readyz', 200);
  await patience();
  for (const service of services)
    expect(complaints(service)).toEqual({ errors: [], repeated: [], warnings: [] });
});
