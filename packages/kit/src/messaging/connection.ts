import { connect, Events, type ConnectionOptions, type NatsConnection } from 'nats';
import type { Logger } from '../telemetry/logger';
import { createOutage } from '../telemetry/outage';
import { pause } from './pause';

/** A connection to NATS, which may be down at the start or later. */
export interface NatsLink {
  /**
   * Resolves to the connection when it is up. The promise rejects only if the link is closed or
   * `signal` aborts.
   */
  ready(signal?: AbortSignal): Promise<NatsConnection>;
  /**
   * Returns a signal that aborts when the current connection goes down; the signal is already
   * aborted while there is no connection.
   */
  lost(): AbortSignal;
  isConnected(): boolean;
  /**
   * Sends the buffered messages for at most 2 s, closes the connection, and rejects every pending
   * `ready()`.
   */
  close(): Promise<void>;
}

export interface NatsLinkOptions {
  /** One or more server URLs, separated by commas: `nats://user:password@host:4222,…` */
  url: string;
  /** The file with the certificates that signed the server's certificate; with this file, TLS is required. */
  caFile?: string | undefined;
  /**
   * The name of the process. The server shows the name in its list of connections, and answers arrive below
   * `_INBOX.<name>`, which no other process may read.
   */
  name: string;
  logger: Logger;
}

const flushTimeoutMs = 2_000;

/**
 * Connects in the background, and reconnects forever. Returns immediately, because a process must
 * be able to start, serve requests and fill its outbox while NATS is down.
 */
export function connectNats(options: NatsLinkOptions): NatsLink {
  const closing = new AbortController();
  const outage = createOutage(options.logger, 'the connection to NATS');
  let open = Promise.withResolvers<NatsConnection>();
  let lost = new AbortController();
  let connection: NatsConnection | undefined;
  let isUp = false;

  function up(nc: NatsConnection): void {
    isUp = true;
    lost = new AbortController();
    outage.recovered();
    open.resolve(nc);
  }
  function down(error: unknown): void {
    if (isUp) open = Promise.withResolvers();
    isUp = false;
    lost.abort(new Error('the connection to NATS was lost'));
    if (!closing.signal.aborted) outage.failed(error);
  }
  async function keepConnected(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        connection = await connect(connectionOptions(options));
        up(connection);
        void watch(connection, up, down);
        if (closing.signal.aborted) await connection.close();
        down((await connection.closed()) ?? new Error('connection closed'));
      } catch (error) {
        down(error);
      }
      await pause(outage.backoffMs(), closing.signal);
    }
  }

  const running = keepConnected();
  return {
    ready: (signal = closing.signal) => unlessAborted(open.promise, signal, closing.signal),
    lost: () => lost.signal,
    isConnected: () => isUp,
    async close() {
      closing.abort(new Error('the NATS link is closed'));
      if (connection && isUp) await flush(connection);
      await connection?.close();
      await running;
    },
  };
}

/**
 * Returns the result of a promise, but rejects as soon as the connection is down. The NATS client
 * alone would wait until the response times out.
 */
export function whileConnected<T>(link: NatsLink, work: Promise<T>): Promise<T> {
  return unlessAborted(work, link.lost());
}

async function flush(nc: NatsConnection): Promise<void> {
  const done = new AbortController();
  // An error is ignored: without a connection nothing can be flushed, and events that NATS has not
  // stored stay in the outbox and are sent later.
  const flushed = nc.flush().catch(() => undefined);
  await Promise.race([flushed, pause(flushTimeoutMs, done.signal)]);
  done.abort();
}

/** Reads the credentials from the URL, because the NATS client ignores them. */
function connectionOptions({ url, caFile, name }: NatsLinkOptions): ConnectionOptions {
  const servers = url.split(',').map(parseServer);
  const [first] = servers;
  return {
    name,
    servers: servers.map((server) => server.host),
    ...(first?.username && {
      user: decodeURIComponent(first.username),
      pass: decodeURIComponent(first.password),
    }),
    ...(caFile !== undefined && { tls: { caFile } }),
    ...(caFile === undefined && first?.protocol === 'tls:' && { tls: {} }),
    inboxPrefix: `_INBOX.${name}`,
    timeout: 5_000,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    reconnectJitter: 250,
    // Authentication errors do not end the link, because a rotated password must work without a
    // restart as soon as the server accepts it.
    ignoreAuthErrorAbort: true,
    // With this interval, a dead peer is detected within one minute instead of six.
    pingInterval: 20_000,
    noAsyncTraces: true,
  };
}

function parseServer(text: string): URL {
  const server = text.trim();
  return new URL(server.includes('://') ? server : `nats://${server}`);
}

async function watch(
  nc: NatsConnection,
  up: (nc: NatsConnection) => void,
  down: (error: unknown) => void,
): Promise<void> {
  for await (const status of nc.status()) {
    if (status.type === Events.Reconnect) up(nc);
    if (status.type === Events.Disconnect) down(new Error('disconnected'));
  }
}

/**
 * Rejects when a signal aborts. The function removes its listeners, because the signals exist as
 * long as the connection or the process exists.
 */
function unlessAborted<T>(work: Promise<T>, ...signals: AbortSignal[]): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signals.find(({ aborted }) => aborted)?.reason as Error);
    for (const signal of signals) signal.addEventListener('abort', abort, { once: true });
    if (signals.some(({ aborted }) => aborted)) abort();
    void work.then(resolve, reject).finally(() => {
      for (const signal of signals) signal.removeEventListener('abort', abort);
    });
  });
}
