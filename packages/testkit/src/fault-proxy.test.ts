import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { startFaultProxy, type FaultProxy } from './fault-proxy';

let server: Server;
let proxy: FaultProxy;
let client: Socket;

beforeEach(async () => {
  server = createServer((socket) => socket.on('error', () => {}).pipe(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy = await startFaultProxy({ port: (server.address() as AddressInfo).port });
  client = connect(proxy.port, '127.0.0.1');
  await once(client, 'connect');
});

afterEach(async () => {
  client.destroy();
  await proxy.stop();
  server.close();
});

const echo = async (text: string): Promise<string> => {
  client.write(text);
  const [chunk] = (await once(client, 'data')) as [Buffer];
  return chunk.toString();
};

/**
 * Waits until the proxy has dropped this many bytes. A fault applies to bytes that arrive at the
 * proxy, not to bytes that the sender has written.
 */
async function vanished(count: number): Promise<void> {
  while (proxy.vanished() < count) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('startFaultProxy', () => {
  it('the proxy passes bytes in both directions while there is no fault', async () => {
    expect(await echo('hello')).toBe('hello');
    expect(proxy.connections()).toBe(1);
  });

  it('the proxy delays every chunk by the latency in each direction', async () => {
    proxy.set({ kind: 'latency', ms: 40 });
    const started = performance.now();
    expect(await echo('hello')).toBe('hello');
    expect(performance.now() - started).toBeGreaterThan(75);
  });

  it('the proxy resets open and new connections', async () => {
    await echo('hello');
    const [closed] = [once(client, 'error')];
    proxy.set({ kind: 'reset' });
    expect(await closed).toEqual([expect.objectContaining({ code: 'ECONNRESET' })]);
    const late = connect(proxy.port, '127.0.0.1');
    expect(await once(late, 'error')).toEqual([expect.objectContaining({ code: 'ECONNRESET' })]);
  });

  it('the proxy drops bytes in a black hole and keeps the connection open', async () => {
    await echo('hello');
    proxy.set({ kind: 'blackhole' });
    const answered = jest.fn();
    client.on('data', answered);
    client.write('lost');
    await vanished('lost'.length);
    expect(answered).not.toHaveBeenCalled();
    expect(client.destroyed).toBe(false);
    proxy.set({ kind: 'none' });
    expect(await echo('found')).toBe('found');
  });

  it('the proxy cuts a response after the given number of bytes', async () => {
    proxy.set({ kind: 'cut', afterBytes: 3 });
    const received: Buffer[] = [];
    client.on('data', (chunk) => received.push(chunk)).on('error', () => {});
    client.write('hello');
    await once(client, 'close');
    expect(Buffer.concat(received).toString()).toBe('hel');
  });

  it('the proxy with the fault mute forwards requests and drops responses', async () => {
    const heard: string[] = [];
    server.on('connection', (socket) => socket.on('data', (chunk) => heard.push(String(chunk))));
    const other = connect(proxy.port, '127.0.0.1');
    await once(other, 'connect');
    proxy.set({ kind: 'mute' });
    const answered = jest.fn();
    other.on('data', answered);
    other.write('told');
    await vanished('told'.length);
    proxy.set({ kind: 'none' });
    other.write('asked');
    expect(String(await once(other, 'data'))).toBe('asked');
    expect([heard, answered.mock.calls.length]).toEqual([['told', 'asked'], 1]);
    other.destroy();
  });

  it('the proxy refuses connections until it accepts them again at the same port', async () => {
    const closed = once(client, 'error');
    await proxy.refuse();
    expect(await closed).toEqual([expect.objectContaining({ code: 'ECONNRESET' })]);
    const early = connect(proxy.port, '127.0.0.1');
    expect(await once(early, 'error')).toEqual([expect.objectContaining({ code: 'ECONNREFUSED' })]);
    await proxy.accept();
    client = connect(proxy.port, '127.0.0.1');
    expect(await echo('back')).toBe('back');
  });
});
