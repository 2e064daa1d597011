import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
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
  test('answers status and text of whatever was answered', async () => {
    const url = await serving((_, response) => response.writeHead(418).end('té'));
    expect(await write(url)).toEqual({ outcome: 'answered', status: 418, text: 'té' });
  });

  test('is certainly not sent when nobody listens', async () => {
    const server = createTcpServer();
    const url = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    expect((await write(url)).outcome).toBe('not_sent');
  });

  test('is certainly not sent when the name is unknown or TLS fails', async () => {
    expect((await write('http://nobody.invalid/')).outcome).toBe('not_sent');
    const plain = await raw((socket) => socket.end('no TLS here'));
    expect((await write(plain.replace('http', 'https'))).outcome).toBe('not_sent');
  });

  test('is unknown when the connection is reset after the request', async () => {
    const url = await raw((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect((await write(url)).outcome).toBe('unknown');
  });

  test('is unknown when the answer is cut or never comes', async () => {
    const cut = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf';
    const cutting = await raw((socket) => socket.once('data', () => socket.end(cut)));
    expect((await write(cutting)).outcome).toBe('unknown');
    const silent = await raw(() => undefined);
    expect((await write(silent, 50)).outcome).toBe('unknown');
  });

  test('is unknown when the answer is larger than any of theirs', async () => {
    const url = await serving((_, response) => response.end(Buffer.alloc((8 << 20) + 1)));
    expect((await write(url)).outcome).toBe('unknown');
  });

  test('that writes never takes a kept connection', async () => {
    const ports: (number | undefined)[] = [];
    const url = await serving((request, response) => {
      ports.push(request.socket.remotePort);
      response.end();
    });
    const read = { method: 'GET', url, isWrite: false } as const;
    await http.call(read);
    await http.call(read);
    await write(url);
    await write(url);
    const [first, second, ...written] = ports;
    expect(new Set(written).size).toBe(2);
    expect(written).not.toContain(first);
    expect(written).not.toContain(second);
  });
});
