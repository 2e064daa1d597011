import type { Express, Request, Response } from 'express';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { permissions } from '@timbre/api';
import { inRequest, invalid, Refusal } from '@timbre/kit';
import { z } from 'zod';
import { certain } from '@timbre/fiscal';
import { type Principal, requirePermissions } from '../../identity';
import { callerOf } from '../http/caller';
import { bodyBytesMax, readBody, type ReadBody } from '../http/body';
import { toRefusal, type Gateway } from '../perform/perform';
import { queryOf } from '../operations/validate';
import { languageOf } from '../http/language';
import { refuse, send } from '../http/refuse';
import type { OperationRow } from '../operations/operation';
import { chosenRow } from './choices';
import type { Confirmations } from './confirmation';
import { serverFor, type AssistantRequest } from './server';
import { toolsOf, type Tool } from './tools';

export interface AssistantParts extends Gateway {
  confirmations: Confirmations;
}

/** The path of the endpoint for assistants, which is a protected resource of OAuth. */
const resource = '/mcp';

/** The permissions that a client requests before it knows which tools it needs. */
const readPermissions = permissions.filter((name) => name.endsWith(':read'));

/**
 * Serves assistants with the Model Context Protocol under /mcp, in both protocol versions and
 * without sessions.
 */
export function serveAssistants(app: Express, parts: AssistantParts): void {
  const tools = toolsOf(parts.operations);
  const areas = new Set(parts.operations.filter((row) => row.tool).map(({ area }) => area));
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const { visit } = certain(authInfo, 'authInfo').extra as { visit: AssistantRequest };
      return serverFor({ gateway: parts, confirmations: parts.confirmations }, tools, visit);
    },
    { onerror: (error) => parts.logger.debug({ err: error }, 'mcp') },
  );
  const node = toNodeHandler(handler);
  const answer = async (
    request: Request,
    response: Response,
    challenge: { scope: readonly string[] },
  ): Promise<void> => {
    requireOwnAddress(request, parts.publicUrl);
    const from = () => callerOf(request);
    const credential = await parts.authenticate(request.headers.authorization, from);
    const requestId = response.getHeader('Request-Id') as string;
    const wanted = wantedOf(request, areas);
    const { organizationId } = credential;
    const read = await parts.arrivals.receive(organizationId, request, bodyBytesMax, () =>
      bodyOf(request, response),
    );
    if (!read) return;
    await consumeQuota(parts, credential, read.body);
    requireScope(tools, credential, read.body, challenge);
    const language = languageOf(request);
    const caller = { requestId, credential, caller: from, language };
    const visit: AssistantRequest = { caller, ...wanted, issues: read.bodyIssues };
    const auth = { token: '', clientId: credential.id, scopes: [], extra: { visit } };
    await inRequest(requestId, () => node(Object.assign(request, { auth }), response, read.body));
  };
  app.all('/mcp', async (request, response) => {
    const challenge: { scope: readonly string[] } = { scope: readPermissions };
    try {
      await answer(request, response, challenge);
    } catch (error) {
      const exchange = {
        requestId: response.getHeader('Request-Id') as string,
        startedMs: 0,
        channel: 'mcp' as const,
      };
      const refusal = toRefusal(parts, exchange, error);
      if (response.headersSent) return void response.destroy();
      refuse(response, refusal, parts.publicUrl, { ...challenge, resource });
      request.resume();
    }
  });
}

/**
 * Counts a message as a read request. The operation that a message calls is counted separately. If
 * the rate limit store is down, the message is allowed, like any read.
 */
async function consumeQuota(
  { limit }: AssistantParts,
  { id, organizationId }: Principal,
  message: unknown,
): Promise<void> {
  if (toolCall.safeParse(message).success) return;
  // The failure is not logged here, because the limiter itself logs the outage.
  const verdict = await limit(id, 'read', organizationId).catch(() => undefined);
  if (!verdict || verdict.isAllowed) return;
  const { retryAfterSeconds } = verdict;
  const text = `Too many requests; wait ${retryAfterSeconds} s.`;
  throw new Refusal('rate_limited', text, { retryable: true, retryAfterSeconds });
}

/**
 * Rejects a call that exceeds the scope of the access token with an HTTP status, so that the client
 * requests a wider scope. A tool error would only reach the model, which cannot request a scope.
 * @param challenge receives the permissions of the call
 * @throws Refusal forbidden (insufficient_scope)
 */
function requireScope(
  tools: Map<string, Tool>,
  principal: Principal,
  message: unknown,
  challenge: { scope: readonly string[] },
): void {
  if (!principal.rolePermissions) return;
  const called = toolCall.safeParse(message);
  const tool = called.success ? tools.get(called.data.params.name) : undefined;
  const row = tool && rowOf(tool, certain(called.data, 'data').params.arguments);
  if (!row) return;
  challenge.scope = row.permissions;
  try {
    requirePermissions(principal, row.permissions, row.isOnePermissionEnough);
  } catch (error) {
    if (error instanceof Refusal && error.details.reason === 'insufficient_scope') throw error;
  }
}

const toolCall = z.looseObject({
  method: z.literal('tools/call'),
  params: z.looseObject({
    name: z.string(),
    arguments: z.record(z.string(), z.unknown()).optional(),
  }),
});

/** Returns the operation row of a call; undefined if the arguments select no row. */
function rowOf(
  { name, rows }: Tool,
  given: Record<string, unknown> = {},
): OperationRow | undefined {
  try {
    return chosenRow(name, rows, given);
  } catch {
    // The call itself rejects arguments that select no operation.
    return undefined;
  }
}

/** Host names under which a browser on the same machine reaches the gateway. */
const loopback = ['127.0.0.1', '[::1]', 'localhost'];

/**
 * Rejects requests from pages of other origins, which must not use a browser's access to the
 * gateway. Also rejects requests to other host names, because a malicious page can make its own
 * host name resolve to the gateway.
 * @throws Refusal forbidden for a foreign Host or Origin
 */
function requireOwnAddress({ headers }: Request, publicUrl: string): void {
  const own = [new URL(publicUrl).hostname, ...loopback];
  const isOwn = (url: string) => URL.canParse(url) && own.includes(new URL(url).hostname);
  if (!isOwn(`http://${headers.host ?? ''}`)) throw foreign('Host', 'foreign_host');
  if (headers.origin !== undefined && !isOwn(headers.origin))
    throw foreign('Origin', 'foreign_origin');
}

const foreign = (header: string, reason: string) =>
  new Refusal('forbidden', `The ${header} of this request is not ours.`, { reason });

/**
 * Returns the toolsets that the client selects in a header or in the query.
 * @throws Refusal validation_error
 */
function wantedOf(
  request: Request,
  areas: Set<string>,
): Pick<AssistantRequest, 'toolsets' | 'isReadOnly'> {
  const { values } = queryOf(new URLSearchParams(/\?(.*)$/.exec(request.url)?.[1] ?? ''));
  const named = request.get('X-MCP-Toolsets') ?? values.toolsets;
  const isReadOnly = (request.get('X-MCP-Readonly') ?? values.readonly) === 'true';
  const toolsets = named?.split(',').map((name) => name.trim());
  const unknown = toolsets?.filter((name) => !areas.has(name)) ?? [];
  if (unknown.length > 0) {
    const message = `Unknown toolsets; there are: ${[...areas].join(', ')}.`;
    throw invalid([{ path: ['toolsets'], code: 'invalid_value', message }]);
  }
  return { toolsets: toolsets && new Set(toolsets), isReadOnly };
}

/** Reads the message; returns undefined if a response with a JSON-RPC error was already sent. */
async function bodyOf(request: Request, response: Response): Promise<ReadBody | undefined> {
  if (request.method !== 'POST') return { body: undefined, bodyIssues: [] };
  const refuseMessage = (code: number, message: string): undefined => {
    send(response, 400, JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }));
    request.resume();
  };
  try {
    const read = await readBody(request);
    // A batch is rejected, because a batch costs as much as all its messages, and the protocol has
    // not supported batches since version 2025-06-18.
    return Array.isArray(read.body)
      ? refuseMessage(-32600, 'Send one message a request; there are no batches.')
      : read;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refuseMessage(-32700, error.message);
  }
}
