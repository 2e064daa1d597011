import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PACS, type Knobs, type PacName } from './scenarios/knobs';

/** The services that can have their own port in addition to the common port. */
type PortOwner = PacName | 'sat';

interface Address {
  readonly port: number;
  readonly url: string;
}

/**
 * The ports on which the simulator listens. The port of a single service refuses connections while that
 * service's knob `down` is `refused`.
 */
export interface Listeners {
  /**
   * Opens a port; port 0 means any free port. Each port serves all services, even if the port belongs to a
   * single service.
   */
  listen(port: number, host?: string, owner?: PortOwner): Promise<Address>;
  /** Closes or reopens the ports of single services, depending on the knobs. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

interface Listener {
  readonly server: Server;
  readonly host: string;
  readonly owner: PortOwner | undefined;
  port: number;
}

/**
 * When the simulator stops, requests that hang because of a knob are aborted after this time, in
 * milliseconds.
 */
const GRACE_MS = 1000;

export function listenersOf(serve: RequestListener, knobs: Knobs): Listeners {
  const open: Listener[] = [];
  const refuses = (owner: PortOwner | undefined) =>
    owner !== undefined && downOf(knobs, owner) === 'refused';
  return {
    async listen(port, host = '127.0.0.1', owner) {
      const listener = { server: createServer(serve), host, owner, port };
      open.push(listener);
      await bind(listener);
      if (refuses(owner)) await unbind(listener);
      return { port: listener.port, url: `http://${host}:${listener.port}` };
    },
    async refresh() {
      for (const listener of open) {
        const isRefusing = refuses(listener.owner);
        if (isRefusing && listener.server.listening) await unbind(listener);
        else if (!isRefusing && !listener.server.listening) await bind(listener);
      }
    },
    async close() {
      await Promise.all(open.map(({ server }) => closeGracefully(server)));
    },
  };
}

function downOf(knobs: Knobs, owner: PortOwner): string {
  return PACS.some((pac) => pac === owner) ? knobs.pac(owner as PacName).down : knobs.sat().down;
}

function bind(listener: Listener): Promise<void> {
  const { server, host } = listener;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(listener.port, host, () => {
      server.off('error', reject);
      listener.port = (server.address() as AddressInfo).port;
      resolve();
    });
  });
}

function unbind({ server }: Listener): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function closeGracefully(server: Server): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
  });
}
