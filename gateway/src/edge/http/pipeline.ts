import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { refusals, type Refusal } from '@timbre/kit';
import { valueAt } from '@timbre/fiscal';
import { bodyOfRefusal } from './refuse';
import { newRequestId } from './request-id';

/**
 * The maximum time, in milliseconds, for which a refusal waits for the responses to earlier
 * requests on the connection. Every operation takes less time.
 */
const earlierMs = 35_000;

/**
 * The time, in milliseconds, that a client has to read the response before its socket is destroyed.
 */
const lingerMs = 1_000;

/**
 * The maximum number of requests on a connection whose responses are pending. Common clients send
 * only one request at a time.
 */
const openMax = 16;

interface Exchanges {
  last: ServerResponse;
  earlier: ServerResponse | undefined;
  /** The number of responses that are not yet sent. */
  open: number;
}

/**
 * Tracks the requests and responses of each socket. A client can send further requests before it
 * has read the responses to earlier ones (pipelining). The server sends responses in the order of
 * the requests.
 */
export class Pipeline {
  readonly #exchanges = new WeakMap<Duplex, Exchanges>();
  readonly #refused = new WeakSet<Duplex>();

  /**
   * Whether a request on the socket was rejected. No further requests on this socket are accepted,
   * because the socket is destroyed before their responses could be read.
   */
  isRefused(socket: Duplex): boolean {
    return this.#refused.has(socket);
  }

  /** @returns false for a request that exceeds the limit, which is then not tracked */
  add(socket: Duplex, response: ServerResponse): boolean {
    const exchanges = this.#exchanges.get(socket);
    if (!exchanges) this.#exchanges.set(socket, { last: response, earlier: undefined, open: 1 });
    else if (exchanges.open === openMax) return false;
    else {
      exchanges.open += 1;
      [exchanges.earlier, exchanges.last] = [exchanges.last, response];
    }
    response.once('close', () => (valueAt(this.#exchanges, socket).open -= 1));
    return true;
  }

  /**
   * Rejects a request that does not reach Express, such as malformed HTTP. The refusal is sent
   * after the responses to earlier requests. The socket is then destroyed, even if the client keeps
   * it open. If the response to the request has already begun, no second response is sent. Nothing
   * more is read from this client.
   */
  refuse(socket: Duplex, refusal: Refusal): void {
    if (this.#refused.has(socket)) return;
    this.#refused.add(socket);
    socket.pause();
    destroyAfter(socket, earlierMs);
    const { last, earlier } = this.#exchanges.get(socket) ?? {};
    const isBroken = last !== undefined && !last.req.complete;
    afterFinish(isBroken ? earlier : last, () => {
      if (isBroken && last.headersSent) afterFinish(last, () => socket.destroy());
      else answerOnSocket(socket, refusal);
    });
  }
}

function afterFinish(response: ServerResponse | undefined, act: () => void): void {
  if (!response || response.writableFinished) act();
  else response.once('finish', act);
}

function answerOnSocket(socket: Duplex, refusal: Refusal): void {
  const { http: status } = refusals[refusal.code];
  const body = bodyOfRefusal(refusal);
  const allow = status === 405 ? 'Allow: GET, POST, PUT, PATCH, DELETE\r\n' : '';
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${status === 405 ? 'Method Not Allowed' : 'Bad Request'}\r\n` +
      `Request-Id: ${newRequestId()}\r\n${allow}` +
      'Content-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  destroyAfter(socket, lingerMs);
}

function destroyAfter(socket: Duplex, ms: number): void {
  const timer = setTimeout(() => socket.destroy(), ms).unref();
  socket.once('close', () => clearTimeout(timer));
}
