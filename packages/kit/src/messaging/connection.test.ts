import { createServer, type AddressInfo, type Server } from 'node:net';
import { freePort, natsUrl, startFaultProxy } from '@timbre/testkit';
import { until } from '../../test/messaging-bench';
import { createLogger } from '../telemetry/logger';
import { connectNats, whileConnected, type NatsLink } from './connection';

const lines: string[] = [];
const logger = createLogger('test', 'info', {
  write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg),
});
const links: NatsLink[] = [];

function open(url: string): NatsLink {
  const link = connectNats({ url, name: 'test', logger });
  links.push(link);
  return link;
}

/** Starts a proxy in front of NATS. @returns the proxy and the URL of NATS behind it */
async function behindProxy() {
  const url = new URL(await natsUrl());
  const proxy = await startFaultProxy({ port: Number(url.port) });
  const { href } = Object.assign(url, { hostname: proxy.host, port: String(proxy.port) });
  return { proxy, url: href };
}

beforeEach(() => lines.splice(0));
afterEach(() => Promise.all(links.splice(0).map((link) => link.close())));

test('a process starts while NATS is down, and connects when NATS is up', async () => {
  const { proxy, url } = await behindProxy();
  proxy.set({ kind: 'reset' });
  const link = open(url);
  await until(() => proxy.connections() > 2);
  expect(link.isConnected()).toBe(false);
  proxy.set({ kind: 'none' });
  await (await link.ready()).flush();
  expect(link.isConnected()).toBe(true);
  expect(lines).toEqual([
    'the connection to NATS is failing; retrying',
    'the connection to NATS has recovered',
  ]);
  await link.close();
  await proxy.stop();
});

test('a lost connection is detected and restored, and `ready` waits for the restored connection', async () => {
  const { proxy, url } = await behindProxy();
  const link = open(url);
  const first = await link.ready();
  const lost = link.lost();
  expect(lost.aborted).toBe(false);
  proxy.set({ kind: 'reset' });
  await expect(whileConnected(link, new Promise(() => undefined))).rejects.toThrow('was lost');
  expect(lost.aborted).toBe(true);
  expect(link.isConnected()).toBe(false);
  const again = link.ready();
  proxy.set({ kind: 'none' });
  expect(await again).toBe(first);
  await first.flush();
  await link.close();
  await proxy.stop();
});

test('`ready` stops waiting if the caller aborts or the link is closed', async () => {
  const link = open(`nats://127.0.0.1:${await freePort()}`);
  await expect(link.ready(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  const waiting = link.ready();
  const failed = expect(waiting).rejects.toThrow('the NATS link is closed');
  await link.close();
  await failed;
});

test('user and password of the URL are decoded before they are sent to the server', async () => {
  const { server, connects } = await startFakeServer();
  const { port } = server.address() as AddressInfo;
  await open(`nats://commerce:p%40ss%2Fword@127.0.0.1:${port}`).ready();
  expect(connects[0]).toMatchObject({ user: 'commerce', pass: 'p@ss/word', name: 'test' });
  await Promise.all(links.splice(0).map((link) => link.close()));
  server.close();
});

test('the servers of a list are tried one after the other, with the user of the first', async () => {
  const { host, username, password } = new URL(await natsUrl());
  await open(`nats://${username}:${password}@127.0.0.1:${await freePort()}, ${host}`).ready();
});

/**
 * Starts a server that implements just enough of the NATS protocol to record what a client sends on
 * connecting.
 */
async function startFakeServer(): Promise<{ server: Server; connects: unknown[] }> {
  const connects: unknown[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('INFO {"version":"2.9.10","proto":1,"auth_required":true,"max_payload":1}\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n')) {
        if (line.startsWith('CONNECT ')) connects.push(JSON.parse(line.slice(8)));
        if (line === 'PING') socket.write('PONG\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, connects };
}
