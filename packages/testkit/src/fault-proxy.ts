import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port';

/** A network fault between two processes. */
type Fault =
  | { kind: 'none' }
  /** The proxy delays every chunk of bytes and preserves the order. */
  | { kind: 'latency'; ms: number }
  /** Open connections are reset, and new connections are reset immediately. */
  | { kind: 'reset' }
  /**
   * The proxy drops the bytes in both directions and leaves connections open, as if a host had died
   * behind a working switch.
   */
  | { kind: 'blackhole' }
  /** The proxy forwards requests, drops responses, and leaves connections open. */
  | { kind: 'mute' }
  /**
   * The proxy cuts each connection after this number of bytes to the client, counted from the time
   * at which the fault is set.
   */
  | { kind: 'cut'; afterBytes: number };

export interface FaultProxy {
  host: string;
  port: number;
  /** Sets the network fault of the proxy for open and new connections. */
  set(fault: Fault): void;
  /** Refuses new connections and resets open connections until `accept` is called. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  /** The number of connections that the proxy has accepted since its start. */
  connections(): number;
  /** The number of bytes that the proxy has dropped since its start. */
  vanished(): number;
  stop(): Promise<void>;
}

/** Starts a TCP proxy in front of `target` that injects faults between a client and a server. */
export async function startFaultProxy(target: {
  host?: string;
  port: number;
}): Promise<FaultProxy> {
  let fault: Fault = { kind: 'none' };
  let accepted = 0;
  let vanished = 0;
  const lose = (chunk: Buffer) => void (vanished += chunk.length);
  const pairs = new Set<Pair>();
  const server = createServer((client) => {
    accepted += 1;
    if (fault.kind === 'reset') return void reset(client);
    const pair = join(client, connect(target.port, target.host ?? '127.0.0.1'), () => fault, lose);
    pairs.add(pair);
    client.once('close', () => pairs.delete(pair));
  });
  const listen = (at: number) =>
    new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const pair of pairs) pair.reset();
    });
  // The proxy reserves the port while it refuses connections, so that no other process takes the
  // port.
  const port = await freePort();
  await listen(port);
  return {
    host: '127.0.0.1',
    port,
    set(next) {
      fault = next;
      for (const pair of pairs) {
        pair.sent = 0;
        if (next.kind === 'reset') pair.reset();
      }
    },
    refuse: close,
    accept: () => listen(port),
    connections: () => accepted,
    vanished: () => vanished,
    stop: close,
  };
}

interface Pair {
  /** The number of bytes sent to the client since the fault was set. */
  sent: number;
  reset(): void;
}

type Lose = (chunk: Buffer) => void;

function join(client: Socket, upstream: Socket, fault: () => Fault, lose: Lose): Pair {
  const pair: Pair = {
    sent: 0,
    reset() {
      reset(client);
      upstream.destroy();
    },
  };
  client.on('data', (chunk) => pass(chunk, upstream, fault(), lose));
  upstream.on('data', (chunk) => {
    const current = fault();
    if (current.kind === 'mute') return lose(chunk);
    if (current.kind !== 'cut') return pass(chunk, client, current, lose);
    client.write(chunk.subarray(0, Math.max(0, current.afterBytes - pair.sent)));
    pair.sent += chunk.length;
    if (pair.sent >= current.afterBytes) client.end(() => pair.reset());
  });
  client.on('close', () => upstream.destroy()).on('error', () => upstream.destroy());
  upstream.on('close', () => client.end()).on('error', () => reset(client));
  return pair;
}

/** Resets a connection. If a socket were reset after its end, Node 24 would not exit. */
function reset(socket: Socket): void {
  if (socket.writableEnded || socket.destroyed) socket.destroy();
  else socket.resetAndDestroy();
}

function pass(chunk: Buffer, to: Socket, fault: Fault, lose: Lose): void {
  if (fault.kind === 'blackhole') return lose(chunk);
  if (fault.kind === 'latency') {
    setTimeout(() => to.writable && to.write(chunk), fault.ms);
    return;
  }
  to.write(chunk);
}
