import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { invalid, Refusal, refusals } from '@timbre/kit';
import type { Express } from 'express';
import { newRequestId } from './request-id';
import { bodyOfRefusal } from './refuse';

/** Longer than the load balancers' idle timeout, so that they never use a closed connection. */
const defaultLimits = {
  maxHeaderSize: 16_384,
  headersTimeout: 30_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};

/** How long a client may take to read the answer before its socket is destroyed. */
const lingerMs = 1_000;

/**
 * Creates the HTTP server of the app. Express changes the prototype of each request and answer,
 * which costs as much as the rest of its work; objects created with that prototype avoid this.
 */
export function serverOf(app: Express, limits: Partial<typeof defaultLimits> = {}): Server {
  const server = createServer({
    ...defaultLimits,
    ...limits,
    // Node answers a missing Host without a body; the listener below refuses it instead.
    requireHostHeader: false,
    IncomingMessage: bornAs(IncomingMessage, app.request),
    ServerResponse: bornAs(ServerResponse, app.response),
  });
  /** The current or last exchange of each socket. */
  const exchanges = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request, response) => {
    exchanges.set(request.socket, response);
    const host = request.headers.host;
    if (host === undefined && request.httpVersion === '1.1') {
      return answerOnSocket(request.socket, unreadable('host_missing', 'Send a Host header.'));
    }
    request.url = originForm(request.url ?? '/');
    app(request as never, response as never);
  });
  server.on('checkExpectation', (request) => {
    const refusal = unreadable(
      'expectation_unknown',
      'The only supported expectation is 100-continue.',
    );
    answerOnSocket(request.socket, refusal);
  });
  server.on('connect', (_, socket) => answerOnSocket(socket, noTunnel()));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = exchanges.get(socket);
    // The client would read a second answer as part of one that has begun.
    const isAnswering =
      response?.headersSent && !(response.writableFinished && response.req.complete);
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering)
      return void socket.destroy();
    answerOnSocket(socket, refusalOf(error.code));
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

/** The path of a request target, which may be a whole URL (RFC 9112, 3.2.2). */
function originForm(target: string): string {
  if (!/^https?:/i.test(target)) return target;
  const path = target.replace(/^https?:\/\/[^/?]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

const unreadable = (code: string, message: string): Refusal =>
  invalid([{ path: [], code, message }]);

const noTunnel = (): Refusal =>
  new Refusal('method_not_allowed', 'CONNECT is not allowed; this is no proxy.');

function refusalOf(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW')
    return unreadable('header_too_large', 'The headers may have at most 16 kB.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return unreadable('request_timeout', 'The request did not arrive completely within 30 s.');
  return unreadable('request_unreadable', 'This is not a valid HTTP request.');
}

/**
 * Answers a request that never reaches Express, and destroys the socket even if the client keeps
 * it.
 */
function answerOnSocket(socket: Duplex, refusal: Refusal): void {
  const { http: status } = refusals[refusal.code];
  const body = bodyOfRefusal(refusal);
  const allow = status === 405 ? 'Allow: GET, POST, PUT, PATCH, DELETE\r\n' : '';
  socket.end(
    `HTTP/1.1 ${status} ${status === 405 ? 'Method Not Allowed' : 'Bad Request'}\r\n` +
      `Request-Id: ${newRequestId()}\r\n${allow}` +
      'Content-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  socket.on('error', () => socket.destroy()).resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
