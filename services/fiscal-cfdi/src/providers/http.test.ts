import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRequest } from '@timbre/kit';
import { createHttp, type Http } from './http';

let http: Http;
const servers: { close(): unknown }[] = [];
beforeEach(() => void (http = createHttp()));
afterEach(async () => {
  await http.close();
  for (const server of servers.splice(0)) server.close();
});

async function listen<S extends Server | ReturnType<typeof createTcpServer>>(server: S) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
const serving = (listener: RequestListener) => listen(createServer(listener));
const raw = (onSocket: (socket: Socket) => void) =>
  listen(createTcpServer((socket) => onSocket(socket.on('error', () => undefined))));
const write = (url: string, timeoutMs?: number) =>
  http.call({ method: 'POST', url, body: 'x', isWrite: true, ...(timeoutMs && { timeoutMs }) });

describe('a call', () => {
  test('a call returns the status and text of any answer', async () => {
    const url = await serving((_, response) => response.writeHead(418).end('té'));
    expect(await write(url)).toEqual({ outcome: 'answered', status: 418, text: 'té' });
  });

  test("a call sends the client's name in its user agent", async () => {
    const url = await serving((request, response) => response.end(request.headers['user-agent']));
    expect(await write(url)).toMatchObject({ text: 'Timbre' });
  });

  test('a call sends the organization and its clock only to the simulated authorities', async () => {
    const url = await serving(({ headers }, response) =>
      response.end(`${headers['timbre-organization']} ${headers['timbre-clock-ahead-ms']}`),
    );
    const simulated = createHttp({ simulatorUrl: url });
    const organization = { organizationId: 'o1', environment: 'sandbox', clockAheadMs: 5 } as const;
    const texts = await inRequest(
      'req',
      () =>
        Promise.all(
          [simulated, http].map(async (one) => {
            const outcome = await one.call({ method: 'GET', url, isWrite: false });
            return outcome.outcome === 'answered' && outcome.text;
          }),
        ),
      organization,
    );
    await simulated.close();
    expect(texts).toEqual(['o1 5', 'undefined undefined']);
  });

  test('a call has the outcome not_sent if the connection is refused', async () => {
    const server = createTcpServer();
    const url = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    expect((await write(url)).outcome).toBe('not_sent');
  });

  test('a call has the outcome not_sent if the host name is unknown or TLS fails', async () => {
    expect((await write('http://nobody.invalid/')).outcome).toBe('not_sent');
    const plain = await raw((socket) => socket.end('no TLS here'));
    expect((await write(plain.replace('http', 'https'))).outcome).toBe('not_sent');
  });

  test('a call has an unknown outcome if the connection is reset after the request', async () => {
    const url = await raw((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect((await write(url)).outcome).toBe('unknown');
  });

  test('a call has an unknown outcome if the answer is truncated or never arrives', async () => {
    const cut = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf';
    const cutting = await raw((socket) => socket.once('data', () => socket.end(cut)));
    expect((await write(cutting)).outcome).toBe('unknown');
    const silent = await raw(() => undefined);
    expect((await write(silent, 1_000)).outcome).toBe('unknown');
  });

  test('a call has an unknown outcome if the answer exceeds the size limit', async () => {
    const url = await serving((_, response) => response.end(Buffer.alloc((8 << 20) + 1)));
    expect((await write(url)).outcome).toBe('unknown');
  });

  test('a call that writes reuses a recently used connection, but not a connection that was idle for long', async () => {
    const ports: (number | undefined)[] = [];
    const url = await serving((request, response) => {
      ports.push(request.socket.remotePort);
      response.end();
    });
    await http.call({ method: 'GET', url, isWrite: false });
    // On a busy machine, the second write can begin after the connection was closed; the test then repeats
    // both writes.
    do {
      await write(url);
      await sleep(20);
      await write(url);
    } while (ports.at(-1) !== ports.at(-2) && ports.length < 20);
    await sleep(1_500);
    await write(url);
    const [read, [first, second, third]] = [ports[0], ports.slice(-3)];
    expect(second).toBe(first);
    expect(new Set([read, first, third]).size).toBe(3);
  });

  test('a call that writes is not retried if its connection is closed', async () => {
    const sent: string[] = [];
    const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
    const url = await raw((socket) =>
      socket.on('data', (chunk) => {
        sent.push(String(chunk).slice(0, 4));
        if (sent.length === 2) socket.destroy();
        else socket.write(answer);
      }),
    );
    const outcomes = [];
    for (let n = 0; n < 3; n += 1) {
      outcomes.push(await write(url));
      await sleep(20);
    }
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['answered', 'unknown', 'answered']);
    expect(sent).toEqual(['POST', 'POST', 'POST']);
  });
});
