import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveHealth, type Check, type HealthServer } from './health';

const address = {
  TIMBRE_BIND_HOST: '127.0.0.1',
  TIMBRE_HEALTH_PORT: 0,
  TIMBRE_INSTANCE_ID: 'this one',
};
let health: HealthServer | undefined;
afterEach(() => health?.close());

async function ask(path: string, checks: Record<string, Check> = {}, metrics = async () => 'm 1') {
  health = await serveHealth(address, checks, metrics);
  const response = await fetch(`http://127.0.0.1:${health.port}${path}`);
  return { status: response.status, body: await response.text() };
}

const holds = async () => true;

test('/healthz responds 200 regardless of the readiness checks', async () => {
  const fails = { database: async () => false };
  expect(await ask('/healthz', fails)).toEqual({ status: 200, body: '{"status":"alive"}' });
});

test('the process is ready when every check passes', async () => {
  const answer = await ask('/readyz?x', { database: holds, migrations: holds });
  expect(answer).toEqual({ status: 200, body: '{"status":"ready","instance":"this one"}' });
});

test('/readyz lists every check that fails or throws', async () => {
  const { status, body } = await ask('/readyz', {
    database: () => Promise.reject(new Error('no connection')),
    holding: holds,
    migrations: async () => false,
  });
  expect(status).toBe(503);
  expect(JSON.parse(body)).toEqual({
    status: 'not_ready',
    failing: ['database', 'migrations'],
    instance: 'this one',
  });
});

test('readiness checks run at most once a second, however often readiness is requested', async () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(5_000);
  let runs = 0;
  const counted = async (): Promise<boolean> => (runs += 1) > 0;
  await ask('/readyz', { counted });
  const url = `http://127.0.0.1:${health!.port}/readyz`;
  await Promise.all(Array.from({ length: 50 }, async () => (await fetch(url)).text()));
  expect(runs).toBe(1);
  clock.mockReturnValue(6_000);
  await (await fetch(url)).text();
  clock.mockRestore();
  expect(runs).toBe(2);
});

test('/metrics is plain text, and a failure does not show its cause', async () => {
  expect(await ask('/metrics')).toEqual({ status: 200, body: 'm 1' });
  await health?.close();
  const failing = await ask('/metrics', {}, () => Promise.reject(new Error('secret')));
  expect(failing).toEqual({ status: 500, body: 'metrics are not available' });
});

test('other paths respond 404', async () => {
  expect((await ask('/')).status).toBe(404);
});

test('the error of a port in use is one sentence', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  await expect(
    serveHealth({ ...address, TIMBRE_HEALTH_PORT: port }, {}, async () => ''),
  ).rejects.toThrow(
    `TIMBRE_HEALTH_PORT: port ${port} is taken by another program; choose another.`,
  );
  await new Promise((resolve) => other.close(resolve));
});
