import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import { invalid, Refusal } from '@timbre/kit';
import type { Express } from 'express';
import { watchBodies } from './body-pieces';
import { Pipeline } from './pipeline';

/**
 * The server's default limits. The keep-alive time is longer than the idle timeout of load
 * balancers, so that a load balancer never sends a request on a connection that the server is
 * closing.
 */
const defaultLimits = {
  maxHeaderSize: 16_384,
  headersTimeout: 30_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};

/**
 * The time, in milliseconds, after which an idle client connection is closed. The time is longer
 * than the longest operation.
 */
const idleMs = 40_000;

/**
 * The maximum number of connections. If the limit is reached and another client connects, idle
 * connections are closed.
 */
const connectionsMax = 4_096;

type Limits = Partial<typeof defaultLimits & { idleMs: number }>;

/**
 * Creates the HTTP server for an Express app. Express changes the prototype of each request and
 * response, which costs as much as all its other work. The server avoids this cost by creating both
 * objects with the final prototypes.
 */
export function serverOf(app: Express, limits: Limits = {}): Server {
  const server = createServer({
    ...defaultLimits,
    ...limits,
    // The option is off, because Node would respond to a request without a Host header with an
    // empty body. The listener below rejects such a request instead.
    requireHostHeader: false,
    IncomingMessage: bornAs(IncomingMessage, app.request),
    ServerResponse: bornAs(ServerResponse, app.response),
  });
  server.maxConnections = connectionsMax;
  server.on('drop', () => server.closeIdleConnections());
  server.timeout = limits.idleMs ?? idleMs;
  const pipeline = new Pipeline();
  watchBodies(app, ({ socket }, refusal) => pipeline.refuse(socket, refusal));
  server.on('request', (request, response) => {
    const { socket } = request;
    if (pipeline.isRefused(socket)) return;
    const hosts = hostsOf(request);
    if (hosts > 1) {
      return pipeline.refuse(socket, unreadable('host_repeated', 'Send one Host header.'));
    }
    if (hosts === 0 && request.httpVersion === '1.1') {
      return pipeline.refuse(socket, unreadable('host_missing', 'Send a Host header.'));
    }
    if (!pipeline.add(socket, response)) return pipeline.refuse(socket, tooManyOpen());
    request.url = originForm(request.url ?? '/');
    // The casts are safe, because both objects were created with Express's prototypes.
    app(request as never, response as never);
  });
  server.on('checkExpectation', ({ socket }) => {
    const message = 'The only supported expectation is 100-continue.';
    pipeline.refuse(socket, unreadable('expectation_unknown', message));
  });
  server.on('connect', (_, socket) => pipeline.refuse(socket, noTunnel()));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    pipeline.refuse(socket, refusalOf(error.code));
  });
  return server;
}

function bornAs<T>(base: T, prototype: object): T {
  function born(...given: unknown[]): object {
    return Reflect.construct(base as () => object, given, born) as object;
  }
  born.prototype = prototype;
  return born as T;
}

/**
 * Returns the number of Host headers. Node keeps only the first Host header, but a proxy may have
 * used another one for routing.
 */
const hostsOf = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;

/** Returns the path of a request target, which may be an absolute URL (RFC 9112, 3.2.2). */
function originForm(target: string): string {
  if (!/^https?:/i.test(target)) return target;
  const path = target.replace(/^https?:\/\/[^/?]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

const unreadable = (code: string, message: string): Refusal =>
  invalid([{ path: [], code, message }]);

/**
 * - pipeline_too_long: too many requests were sent before their answers were read; read the answers first
 */
const tooManyOpen = (): Refusal =>
  unreadable('pipeline_too_long', 'Read the answers before you send more requests.');

const noTunnel = (): Refusal =>
  new Refusal('method_not_allowed', 'CONNECT is not allowed; this is not a proxy.');

function refusalOf(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW')
    return unreadable('header_too_large', 'The headers may have at most 16 kB.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return unreadable('request_timeout', 'The request did not arrive completely within 30 s.');
  return unreadable('request_unreadable', 'This is not a valid HTTP request.');
}
