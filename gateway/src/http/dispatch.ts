import { isUtf8 } from 'node:buffer';
import type { Request, Response } from 'express';
import { trace } from '@opentelemetry/api';
import {
  inRequest,
  Refusal,
  refusals,
  translateDatabaseError,
  unavailable,
  type CallContext,
  type Logger,
} from '@timbre/kit';
import type { ActivityRecorder } from '../activity/recorder';
import { requirePermissions, type Credential } from '../auth/authenticate';
import type { RateLimiter } from '../limits/rate-limiter';
import type { Backend, FileAnswer, Method, OperationRow } from '../operations/operation';
import { readBody, type ReadBody } from './body';
import { fingerprint } from './fingerprint';
import { refuse, send, unknownPath } from './refuse';
import { newRequestId } from './request-id';
import { createRoutes, type Route } from './routes';
import { validate } from './validate';

/** Deadline of a request; services get two seconds less. */
const requestMs = 30_000;

export interface Gateway {
  environment: CallContext['environment'];
  publicUrl: string;
  operations: OperationRow[];
  backend: Backend;
  authenticate: (header: string | undefined) => Promise<Credential>;
  limit: RateLimiter;
  record: ActivityRecorder;
  logger: Logger;
}

interface Exchange {
  requestId: string;
  startedMs: number;
  row?: OperationRow;
  credential?: Credential;
}

/** Answers every request under /v1 with its row in the table of operations. */
export function createDispatcher(gateway: Gateway) {
  const findRoute = createRoutes(gateway.operations);
  const dispatch = async (
    exchange: Exchange,
    request: Request,
    response: Response,
  ): Promise<void> => {
    response.setHeader('Request-Id', exchange.requestId);
    let code: string | undefined;
    try {
      const { path, search } = targetOf(request.url);
      const route = findRoute(path);
      if (!route) throw unknownPath();
      exchange.row = rowOf(route, request.method, response);
      nameSpan(exchange.row);
      await answer(gateway, exchange, request, response, { path, search, params: route.params });
    } catch (error) {
      const refusal = toRefusal(gateway, exchange, error);
      code = refusal.code;
      if (response.headersSent) response.destroy();
      else refuse(response, refusal, gateway.publicUrl, exchange.row?.permissions);
      request.resume();
    }
    const durationMs = performance.now() - exchange.startedMs;
    const status = response.statusCode;
    gateway.record({ ...exchange, status, code, durationMs });
    const ms = Math.round(durationMs * 10) / 10;
    gateway.logger.info({ operation: exchange.row?.id, status, code, ms }, 'answered');
  };
  return (request: Request, response: Response): Promise<void> => {
    const exchange = { requestId: newRequestId(), startedMs: performance.now() };
    return inRequest(exchange.requestId, () => dispatch(exchange, request, response));
  };
}

/** The request's span carries the operation's path, not the identifiers in it. */
function nameSpan({ id, method, path }: OperationRow): void {
  const span = trace.getActiveSpan();
  if (!span) return;
  span.updateName(`${method} ${path}`);
  span.setAttributes({ 'http.route': path, 'timbre.operation': id });
}

/** The first question mark ends the path; further ones belong to the query. */
function targetOf(url: string): { path: string; search: string } {
  const end = url.indexOf('?');
  return end < 0
    ? { path: url, search: '' }
    : { path: url.slice(0, end), search: url.slice(end + 1) };
}

/** @throws Refusal method_not_allowed, with the methods that the path has */
function rowOf(route: Route, method: string, response: Response): OperationRow {
  const row = route.rows[method as Method];
  if (row) return row;
  const allow = Object.keys(route.rows);
  response.setHeader('Allow', allow.join(', '));
  throw new Refusal(
    'method_not_allowed',
    `${method} is not allowed here; use ${allow.join(' or ')}.`,
  );
}

async function answer(
  gateway: Gateway,
  exchange: Exchange,
  request: Request,
  response: Response,
  target: { path: string; search: string; params: Record<string, string | undefined> },
): Promise<void> {
  const row = exchange.row!;
  const credential = await gateway.authenticate(request.headers.authorization);
  exchange.credential = credential;
  requirePermissions(credential, row.permissions);
  requireEnvironment(row, gateway.environment);
  await spend(gateway, response, credential, row);
  const search = new URLSearchParams(target.search);
  const key = request.headers['idempotency-key'];
  const { body, bodyIssues } = await bodyOf(request, row.bodyBytesMax);
  const idempotencyKey = headerText(Array.isArray(key) ? key[0] : key);
  const input = validate(row, { params: target.params, search, idempotencyKey, body, bodyIssues });
  const context: CallContext = {
    organizationId: credential.organizationId,
    environment: gateway.environment,
    actor: `credential:${credential.id}`,
    permissions: row.permissions,
    requestId: exchange.requestId,
    deadlineMs: Date.now() + requestMs - 2_000,
    ...(row.isIdempotent && {
      idempotency: {
        key: idempotencyKey!,
        route: `${row.method} ${row.path}`,
        fingerprint: fingerprint(row.method, target.path, search, body),
      },
    }),
  };
  const result = await row.call(gateway.backend, input, context, credential);
  if (result instanceof Uint8Array) send(response, row.success, result);
  else sendFile(response, result);
}

/** The text of a header. Node decodes it as Latin-1, but clients send non-ASCII text as UTF-8. */
function headerText(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}

async function bodyOf(request: Request, bytesMax: number | undefined): Promise<ReadBody> {
  if (request.method === 'GET') return { body: undefined, bodyIssues: [] };
  try {
    return await readBody(request, bytesMax);
  } catch (error) {
    if (error instanceof Refusal)
      return { body: undefined, bodyIssues: error.details.issues ?? [] };
    throw error;
  }
}

function requireEnvironment(row: OperationRow, environment: CallContext['environment']): void {
  if (row.environments === 'both' || row.environments === environment) return;
  throw new Refusal('forbidden', `This operation exists in ${row.environments} only.`, {
    reason: `${row.environments}_only`,
  });
}

/** Counts the request against the credential's quota. If the store is down, only reads pass. */
async function spend(
  gateway: Gateway,
  response: Response,
  credential: Credential,
  row: OperationRow,
) {
  const rateClass = row.rateClass ?? (row.method === 'GET' ? 'read' : 'write');
  const verdict = await gateway.limit(credential.id, rateClass).catch((error: unknown) => {
    if (rateClass === 'read' || row.method === 'GET') return undefined;
    throw unavailable('Limits cannot be checked right now; try again.', error);
  });
  if (!verdict) return;
  response.setHeader('RateLimit-Limit', verdict.limit);
  response.setHeader('RateLimit-Remaining', verdict.remaining);
  response.setHeader('RateLimit-Reset', verdict.resetSeconds);
  if (verdict.isAllowed) return;
  const retryAfterSeconds = verdict.retryAfterSeconds;
  throw new Refusal(
    'rate_limited',
    `Too many ${rateClass} requests; wait ${retryAfterSeconds} s.`,
    {
      retryable: true,
      retryAfterSeconds,
    },
  );
}

function sendFile(response: Response, file: FileAnswer): void {
  response.statusCode = 200;
  response.setHeader('Content-Type', file.contentType);
  response.setHeader('Content-Length', file.content.length);
  response.setHeader('Content-Disposition', `attachment; filename="${file.fileName}"`);
  response.setHeader('Cache-Control', 'private, no-store');
  response.end(file.content);
}

const unexpected = (error: unknown) =>
  new Refusal(
    'internal',
    'Something went wrong on our side; repeat writes only with the same Idempotency-Key.',
    {},
    error,
  );

/**
 * The refusal for an error: refusals stay as they are, an unreachable database is retryable, any
 * other error is `internal` and logged.
 */
function toRefusal(gateway: Gateway, exchange: Exchange, error: unknown): Refusal {
  const refusal =
    error instanceof Refusal ? error : (translateDatabaseError(error) ?? unexpected(error));
  if (refusals[refusal.code].http >= 500) {
    const { row } = exchange;
    gateway.logger.error({ err: refusal.cause ?? refusal, operation: row?.id }, refusal.code);
  }
  return refusal;
}
