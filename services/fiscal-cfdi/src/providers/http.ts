import {
  currentClockAheadMs,
  currentSandboxOrganization,
  GatheredBytes,
  inSpan,
  markFailed,
} from '@timbre/kit';
import { Agent, buildConnector, request, type Dispatcher } from 'undici';

import type { ClockSkew } from './clock-skew';

/**
 * The maximum size of a response, in bytes. Responses of PACs and the SAT are small, so a larger response
 * is not valid.
 */
const answerBytesMax = 8 << 20;
const connectTimeoutMs = 3_000;
const totalTimeoutMs = 30_000;

/**
 * The outcome of an HTTP call: a response, a request that certainly was not sent, or a request without a
 * usable response.
 */
export type HttpOutcome =
  | { outcome: 'answered'; status: number; text: string }
  | { outcome: 'not_sent'; cause: unknown }
  | { outcome: 'unknown'; cause: unknown };

export interface HttpCall {
  method: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
  /**
   * If true, the call writes data at the provider. A write reuses only a connection that was used a moment
   * ago, because a stale connection could lose the request.
   */
  isWrite: boolean;
  timeoutMs?: number;
}

/**
 * This error means that the DNS lookup, the connection or TLS failed. If DNS, connection or TLS fails, no
 * byte of the request was sent.
 */
class NotConnected extends Error {}

/**
 * A connection can be reused for a write within this time after its last use, in milliseconds. Servers keep
 * idle connections open for longer than this time. If a server closes the connection during a write, the
 * write is not repeated and its outcome is unknown.
 */
const keptForWritesMs = 1_000;

function createAgent(keptMs?: number) {
  const connect = buildConnector({ timeout: connectTimeoutMs });
  return new Agent({
    pipelining: 1,
    connections: null,
    ...(keptMs !== undefined && { keepAliveTimeout: keptMs, keepAliveMaxTimeout: keptMs }),
    connect: (options, callback) =>
      connect(options, (...[cause, socket]) =>
        cause
          ? callback(new NotConnected('not connected', { cause }), null)
          : callback(null, socket),
      ),
  });
}

interface HttpParts {
  /** The clock watch that reads the Date header of each response. */
  clock?: Pick<ClockSkew, 'observe'>;
  /**
   * The base URL of the simulated authorities. Only requests to this host have headers with the
   * organization and its clock offset.
   */
  simulatorUrl?: string | undefined;
}

/** Creates the HTTP client for one provider. `close` closes the client's connections. */
export function createHttp({ clock, simulatorUrl }: HttpParts = {}) {
  const simulator = simulatorUrl === undefined ? undefined : new URL(simulatorUrl).hostname;
  const kept = createAgent();
  const keptShortly = createAgent(keptForWritesMs);
  const send = async (options: HttpCall): Promise<HttpOutcome> => {
    const observe = clock?.observe(options.url);
    const signal = AbortSignal.timeout(options.timeoutMs ?? totalTimeoutMs);
    try {
      const answer = await request(options.url, {
        ...toRequest(options, new URL(options.url).hostname === simulator ? sandboxHeaders() : {}),
        dispatcher: options.isWrite ? keptShortly : kept,
        signal,
      });
      observe?.(answer.headers.date);
      const text = await readText(answer.body);
      return { outcome: 'answered', status: answer.statusCode, text };
    } catch (cause) {
      return { outcome: cause instanceof NotConnected ? 'not_sent' : 'unknown', cause };
    }
  };
  const call = (options: HttpCall): Promise<HttpOutcome> => {
    const { host } = new URL(options.url);
    const name = `HTTP ${options.method}`;
    // The span does not contain the URL path, because the path can contain an RFC. The enclosing span
    // already contains the name of the PAC's operation.
    const attributes = { 'server.address': host };
    return inSpan(name, { attributes, kind: 'client' }, async (span) => {
      const outcome = await send(options);
      if (outcome.outcome === 'answered')
        span.setAttribute('http.response.status_code', outcome.status);
      else markFailed(span);
      return outcome;
    });
  };
  return { call, close: () => Promise.all([kept.close(), keptShortly.close()]) };
}

export type Http = ReturnType<typeof createHttp>;

/** Returns the headers for the simulated authorities: the organization and the offset of its clock. */
export function sandboxHeaders(): Record<string, string> {
  const organizationId = currentSandboxOrganization();
  const aheadMs = currentClockAheadMs();
  return {
    ...(organizationId !== undefined && { 'timbre-organization': organizationId }),
    ...(aheadMs > 0 && { 'timbre-clock-ahead-ms': `${aheadMs}` }),
  };
}

function toRequest({ method, headers, body }: HttpCall, added: Record<string, string>) {
  return {
    method,
    headers: { 'user-agent': 'Timbre', ...headers, ...added },
    ...(body !== undefined && { body }),
    headersTimeout: totalTimeoutMs,
    bodyTimeout: totalTimeoutMs,
  };
}

async function readText(body: Dispatcher.ResponseData['body']): Promise<string> {
  const answer = new GatheredBytes();
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (answer.length + chunk.length > answerBytesMax) throw new Error('the answer is too large');
    answer.add(chunk);
  }
  return answer.bytes.toString('utf8');
}
