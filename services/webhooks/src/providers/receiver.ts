import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { isBeyondInternet, lookupOutside, outsideOnly } from '@timbre/kit';
import ipaddr from 'ipaddr.js';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { certain } from '@timbre/fiscal';
import { retryAfterOf, type Attempt, type Outcome } from '../domain/attempts';
import { hostOf } from '../domain/receiver-url';
import type { Receiver } from '../domain/receiver';

/** The time limit from opening the connection to the end of the response's headers. */
const answerMsMax = 15_000;
/** The maximum number of bytes that are read from a response. */
const answerBytesMax = 64 * 1024;
const answerBytesKept = 4_096;

/**
 * The time after which an idle connection to a receiver is closed. Servers keep idle connections
 * open for at least five seconds, so this client closes the connection earlier.
 */
const idleMs = 4_000;
const agentOptions = { keepAlive: true, maxFreeSockets: 2, timeout: idleMs };

/**
 * Creates the client that sends events to receivers.
 * @param allowedHosts host names and addresses that are not public but that the operator allows
 * @param lookup a function that resolves the names of all other hosts
 */
export function createReceiver(
  allowedHosts: ReadonlySet<string>,
  now: () => Date,
  lookup: LookupFunction = lookupOutside,
): Receiver {
  // The address of every connection is checked after the host name was resolved. Redirects are not
  // followed.
  const guarded = { ...agentOptions, lookup: outsideOnly(lookup) };
  const agents = {
    outside: new RequestFilteringHttpsAgent(guarded),
    outsidePlain: new RequestFilteringHttpAgent(guarded),
    allowed: new https.Agent(agentOptions),
    allowedPlain: new http.Agent(agentOptions),
  };
  const agentOf = (url: URL): http.Agent => {
    const isAllowed = allowedHosts.has(hostOf(url));
    if (url.protocol === 'https:') return isAllowed ? agents.allowed : agents.outside;
    return isAllowed ? agents.allowedPlain : agents.outsidePlain;
  };

  async function send(
    address: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<Attempt> {
    const url = new URL(address);
    const began = performance.now();
    const host = hostOf(url);
    if (!allowedHosts.has(host) && isForbiddenHost(host)) {
      return { outcome: 'address_forbidden', error: notPublic, durationMs: 0 };
    }
    const first = await attempt(url, agentOf(url), headers, body, now);
    // The receiver may close a reused connection at the moment at which the request is sent. In that
    // case, the attempt is repeated once on a new connection.
    const made = first.isStale ? await attempt(url, agentOf(url), headers, body, now) : first;
    const { isStale: _, ...result } = made;
    return { ...result, durationMs: performance.now() - began };
  }
  return { send, close: () => Object.values(agents).forEach((agent) => agent.destroy()) };
}

type Made = Omit<Attempt, 'durationMs'> & { isStale?: boolean };

function attempt(
  url: URL,
  agent: http.Agent,
  headers: Record<string, string>,
  body: string,
  now: () => Date,
): Promise<Made> {
  return new Promise((resolve) => {
    const { request } = url.protocol === 'https:' ? https : http;
    let remote: string | undefined;
    const timer = setTimeout(() => sent.destroy(new TimedOut()), answerMsMax);
    const end = (made: Made): void => {
      clearTimeout(timer);
      resolve({ address: remote, ...made });
    };
    const sent = request(
      url,
      {
        agent,
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Timbre-Webhooks/1.0',
        },
      },
      (response) => {
        clearTimeout(timer);
        const status = certain(response.statusCode, 'statusCode');
        const retryAfterMs = retryAfterOf(response.headers['retry-after'], now());
        const head = { outcome: outcomeOf(status), status, retryAfterMs };
        readAnswer(response, (answer) => end({ ...head, answer }));
      },
    );
    sent.on('socket', (socket) => {
      const note = () => (remote = socket.remoteAddress);
      if (socket.connecting) socket.once('connect', note);
      else note();
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = sent.reusedSocket && error.code === 'ECONNRESET';
      end({ outcome: failureOf(error, remote), error: wordsOf(error), isStale });
    });
    sent.end(body);
  });
}

class TimedOut extends Error {
  override readonly message = 'no answer in time';
}

const outcomeOf = (status: number): Outcome => {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'gone';
  return status >= 300 && status < 400 ? 'redirected' : 'refused';
};

function failureOf(error: NodeJS.ErrnoException, remote: string | undefined): Outcome {
  if (error instanceof TimedOut) return 'timed_out';
  if (error.message.startsWith('DNS lookup')) return 'address_forbidden';
  return remote === undefined ? 'not_connected' : 'interrupted';
}

const notPublic = 'not an address of the public internet';

/**
 * Returns the message about a failed attempt for the log of attempts. The message about a failed
 * attempt contains no forbidden address, because an address would reveal a host of the internal
 * network.
 */
function wordsOf(error: NodeJS.ErrnoException): string {
  if (error.message.startsWith('DNS lookup')) return notPublic;
  return error.code ?? error.message;
}

/**
 * Reads the start of a response body up to the size limit. Only the HTTP status determines the
 * outcome, so errors in the response body are ignored.
 */
function readAnswer(response: http.IncomingMessage, done: (answer: string) => void): void {
  const kept: Buffer[] = [];
  let bytes = 0;
  const end = () => {
    clearTimeout(timer);
    done(printable(Buffer.concat(kept).subarray(0, answerBytesKept)));
  };
  const timer = setTimeout(() => response.destroy(), bodyMsMax);
  response.on('data', (chunk: Buffer) => {
    if (bytes < answerBytesKept) kept.push(chunk);
    bytes += chunk.length;
    if (bytes > answerBytesMax) response.destroy();
  });
  response.on('error', () => undefined);
  response.once('close', end);
}

const bodyMsMax = 5_000;

/**
 * Converts the bytes of a response to text without NUL characters, which PostgreSQL cannot store.
 */
const printable = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\0', '');

/**
 * Whether a host is an IP address that is not public, by the same rule that `createReceiver`
 * applies to connections. Names other than `localhost` are resolved only when an event is sent.
 */
export function isForbiddenHost(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  if (isIP(host) === 0) return false;
  return isBeyondInternet(host) || ipaddr.parse(host).range() !== 'unicast';
}
