import { isUtf8 } from 'node:buffer';
import type { Request, Response } from 'express';
import { trace } from '@opentelemetry/api';
import { inRequest, Refusal } from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import { Proposed } from '../../identity';
import { callerOf } from '../http/caller';
import type { FileAnswer, StreamedFile } from '../messages/answer';
import type { Method, OperationRow } from '../operations/operation';
import { bodyBytesMax, readBody, type ReadBody } from '../http/body';
import { conclude, perform, toRefusal, type Exchange, type Gateway } from '../perform/perform';
import { inLanguage, languageOf, showLanguage } from '../http/language';
import { refuse, send, unknownPath } from '../http/refuse';
import { newRequestId } from '../http/request-id';
import { createRoutes, type Route } from './routes';
import { streamFile } from '../http/stream-file';

/**
 * Creates the handler that answers every request under /v1 through its operation row in the table
 * of operations.
 */
export function createDispatcher(gateway: Gateway) {
  const findRoute = createRoutes(gateway.operations);
  const dispatch = async (
    exchange: Exchange,
    request: Request,
    response: Response,
  ): Promise<void> => {
    response.setHeader('Request-Id', exchange.requestId);
    let refusal: Refusal | undefined;
    try {
      const { path, search } = targetOf(request.url);
      const route = findRoute(path);
      if (!route) throw unknownPath();
      exchange.row = rowOf(route, request.method, response);
      nameSpan(exchange.row);
      await answer(gateway, exchange, request, response, { path, search, params: route.params });
    } catch (error) {
      refusal = toRefusal(gateway, exchange, error);
      if (response.headersSent) response.destroy();
      else refuse(response, refusal, gateway.publicUrl, { scope: exchange.row?.permissions ?? [] });
      request.resume();
    }
    conclude(gateway, exchange, response.statusCode, refusal);
  };
  return (request: Request, response: Response): Promise<void> => {
    const exchange: Exchange = {
      requestId: newRequestId(),
      startedMs: performance.now(),
      channel: 'rest',
    };
    return inRequest(exchange.requestId, () => dispatch(exchange, request, response));
  };
}

/** Names the request's trace span by the path of the operation, without identifiers. */
function nameSpan({ id, method, path }: OperationRow): void {
  const span = trace.getActiveSpan();
  if (!span) return;
  span.updateName(`${method} ${path}`);
  span.setAttributes({ 'http.route': path, 'timbre.operation': id });
}

/**
 * Splits the request target at the first question mark. A second question mark belongs to the
 * query.
 */
function targetOf(url: string): { path: string; search: string } {
  const end = url.indexOf('?');
  return end < 0
    ? { path: url, search: '' }
    : { path: url.slice(0, end), search: url.slice(end + 1) };
}

/** @throws Refusal method_not_allowed, with the methods that the path allows */
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
  const row = certain(exchange.row, 'row');
  const { authorization } = request.headers;
  exchange.caller = () => callerOf(request);
  exchange.credential = await gateway.authenticate(authorization, exchange.caller);
  const key = request.headers['idempotency-key'];
  const result = await perform(gateway, exchange, {
    path: target.path,
    params: target.params,
    search: new URLSearchParams(target.search),
    idempotencyKey: headerText(Array.isArray(key) ? key[0] : key),
    read: () => {
      const { bodyBytesMax: most = bodyBytesMax } = row;
      const { organizationId } = certain(exchange.credential, 'credential');
      return gateway.arrivals.receive(organizationId, request, most, () => bodyOf(request, most));
    },
    showQuota: ({ limit, remaining, resetSeconds }) => {
      response.setHeader('RateLimit-Limit', limit);
      response.setHeader('RateLimit-Remaining', remaining);
      response.setHeader('RateLimit-Reset', resetSeconds);
    },
  });
  if (result instanceof Proposed) sendInLanguage(request, response, 202, result.body);
  else if (result instanceof Uint8Array) sendInLanguage(request, response, row.success, result);
  else await sendFile(response, result);
}

function sendInLanguage(request: Request, response: Response, status: number, body: Uint8Array) {
  const language = languageOf(request);
  const said = inLanguage(body, language);
  if (said) showLanguage(response, language);
  send(response, status, said ?? body);
}

/**
 * Returns the text of a header. The text is decoded again, because Node decodes headers as Latin-1
 * although clients send UTF-8.
 */
function headerText(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}

async function bodyOf(request: Request, bytesMax: number): Promise<ReadBody> {
  if (request.method === 'GET') return { body: undefined, bodyIssues: [] };
  try {
    return await readBody(request, bytesMax);
  } catch (error) {
    if (error instanceof Refusal)
      return { body: undefined, bodyIssues: error.details.issues ?? [] };
    throw error;
  }
}

async function sendFile(response: Response, file: FileAnswer | StreamedFile): Promise<void> {
  response.statusCode = 200;
  response.setHeader('Content-Type', file.contentType);
  response.setHeader('Content-Disposition', `attachment; filename="${file.fileName}"`);
  response.setHeader('Cache-Control', 'private, no-store');
  if ('parts' in file) return streamFile(file.parts, response);
  response.setHeader('Content-Length', file.content.length);
  response.end(file.content);
}
