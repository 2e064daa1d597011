import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '@timbre/testkit/client';

/** A proxy between the gateway and a service. */
interface UnjudgedProxy {
  /** `host:port` */
  address: string;
  stop(): Promise<void>;
}

/**
 * Starts a proxy that removes the judged versions from the calls to a service. The proxy does not find a digest
 * that is split over two network packets.
 */
export async function startUnjudgedProxy(servicePort: number): Promise<UnjudgedProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(servicePort, '127.0.0.1');
    client.on('data', (chunk) => upstream.write(withoutJudged(chunk)));
    upstream.pipe(client);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy()).on('close', () => other.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/**
 * The member `judged` (4) of `RequestScope` in proto/common/v1/exchange.proto on the wire: its tag, the length
 * 64 and a SHA-256 in hexadecimal.
 */
const judged = /\x22\x40(?=[0-9a-f]{64})/g;
/** The same bytes with the tag of the unknown member 15, which the service ignores. */
const unknown = '\x7a\x40';

const withoutJudged = (chunk: Buffer): Buffer =>
  Buffer.from(chunk.toString('latin1').replace(judged, unknown), 'latin1');
