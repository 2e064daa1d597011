import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordAccess, recordCall } from './recorded-call';
import { ask } from './servers';

/** An API client of one organization. */
export interface Api {
  baseUrl: string;
  organizationId: string;
  apiKey: string;
  /**
   * Sends a request, for example `request('POST', '/v1/contacts', { body, headers })`; each write gets a
   * new Idempotency-Key by default.
   */
  request(method: string, path: string, options?: RequestOptions): Promise<ApiResponse>;
  /** Returns a client of the same organization that uses another API key. */
  withApiKey(apiKey: string): Api;
}

interface RequestOptions {
  /** The body, which is sent as JSON. A string or buffer is sent unchanged. */
  body?: unknown;
  /** The headers that override the default headers. The value `undefined` removes a header. */
  headers?: Record<string, string | undefined>;
  /** Whether the first response is returned even if the API asks the client to try again. */
  isOnce?: boolean;
}

export interface ApiResponse {
  status: number;
  headers: Headers;
  /** The parsed body of the response; undefined if the body is not JSON. */
  json: any; // eslint-disable-line @typescript-eslint/no-explicit-any
  bytes: Buffer;
}

/**
 * Creates an organization in the running system, which is started once per Jest run, and returns its API
 * client. A test that kills or suspends processes must start a separate system instead (`startProcess`).
 */
export async function startApi(name = 'Test organization'): Promise<Api> {
  const { baseUrl } = await ask<{ baseUrl: string }>('deployment');
  const access = await ask<{ organizationId: string; apiKey: string }>('organization', { name });
  return accessTo(baseUrl, access.organizationId, access.apiKey);
}

/** Creates an API client that uses the given API key. */
export function accessTo(baseUrl: string, organizationId: string, apiKey: string): Api {
  recordAccess(baseUrl, apiKey);
  return accessWith(baseUrl, organizationId, apiKey);
}

function accessWith(baseUrl: string, organizationId: string, apiKey: string): Api {
  return {
    baseUrl,
    organizationId,
    apiKey,
    async request(method, target, options) {
      const answer = await send(`${baseUrl}${target}`, apiKey, method, options);
      const { status, json } = answer;
      const body = options?.body;
      // A body that is sent unchanged is not recorded as an example, because it is mostly not JSON.
      const isExample = typeof body !== 'string' && !Buffer.isBuffer(body);
      if (isExample) recordCall({ method, target, request: body, status, answer: json });
      return answer;
    },
    withApiKey: (key) => accessWith(baseUrl, organizationId, key),
  };
}

/** Returns the folder with the log files of the running API, one file per process. */
export async function apiLogDir(): Promise<string> {
  return (await ask<{ logDir: string }>('deployment')).logDir;
}

/**
 * The API's messages when it gets no database connection within 2 s, which can happen on a busy machine.
 */
const busy = /^(The service is busy or starting|Limits cannot be checked)/;
/** The time during which a request is repeated with the same idempotency key while the API is busy. */
const busyMs = 30_000;

async function send(
  url: string,
  apiKey: string,
  method: string,
  { body, headers = {}, isOnce = false }: RequestOptions = {},
): Promise<ApiResponse> {
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  const merged: Record<string, string | undefined> = {
    authorization: `Bearer ${apiKey}`,
    ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID() }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
  const sent = Object.entries(merged).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const init = {
    method,
    headers: sent,
    ...(body === undefined
      ? {}
      : { body: isRaw ? new Uint8Array(Buffer.from(body)) : JSON.stringify(body) }),
  };
  const untilMs = isOnce ? 0 : Date.now() + busyMs;
  for (;;) {
    const response = await fetch(url, init);
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const json = isJson ? JSON.parse(bytes.toString()) : undefined;
    const { status, headers: received } = response;
    const isBusy = status === 503 && busy.test(json?.error?.message);
    if (!isBusy || Date.now() > untilMs) return { status, headers: received, json, bytes };
    await sleep(500);
  }
}
