import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  ProtocolError,
  Server,
  type CallToolResult,
  type ClientCapabilities,
  type InputRequiredResult,
  type ListToolsResult,
} from '@modelcontextprotocol/server';
import { callTool, type Assistant, type Caller, type Question } from './call';
import { textOf, type ToolAnswer } from './answers';
import type { Given } from './arguments';
import { guides, listed, resources } from './guides';
import { instructionsFor } from './instructions';
import { isReadOnly, listedTool, type Tool } from './tools';

/** One request of an assistant: the caller and the selected toolsets. */
export interface AssistantRequest {
  caller: Caller;
  /** The selected areas of operations; undefined if all areas are selected. */
  toolsets: ReadonlySet<string> | undefined;
  isReadOnly: boolean;
  /** Errors in the JSON text, with paths from the message's root. */
  issues: Given['issues'];
}

const serverInfo = { name: 'timbre', title: 'Timbre', version: '1.0.0' };

/** The time for which a client may cache a list; lists depend only on the credential. */
const listCache = { ttlMs: 5 * 60_000, cacheScope: 'private' } as const;

/**
 * Creates the MCP server for a single request. The server has no state: each list is computed from
 * the operation rows and the caller's credential.
 */
export function serverFor(
  assistant: Assistant,
  tools: Map<string, Tool>,
  visit: AssistantRequest,
): Server {
  const { caller } = visit;
  const wanted = wantedTools(tools, visit);
  const server = new Server(serverInfo, {
    capabilities: { tools: {}, prompts: {}, resources: {} },
    instructions: instructionsFor(assistant.gateway.environment),
  });
  server.setRequestHandler('tools/list', listed, () => {
    const allowed = allowedTools(assistant, wanted, caller);
    const isListed = (name: string) => allowed.some((tool) => tool.name === name);
    const isProposing = caller.credential.limits?.requiresApproval;
    const shown = allowed.map((tool) => listedTool(tool, isListed, isProposing));
    // The cast is needed, because the library declares tool schemas with the types of its own
    // validator.
    return { tools: shown as unknown as ListToolsResult['tools'], ...listCache };
  });
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = wanted.find(({ name }) => name === params.name);
    if (!tool) throw new ProtocolError(-32602, `Unknown tool: ${params.name}`);
    const state = mcpReq.requestState();
    if (typeof state === 'string' && !assistant.confirmations.isOurs(state)) {
      throw new ProtocolError(-32602, 'Timbre did not issue this requestState.');
    }
    const reply = inputResponse(mcpReq.inputResponses, 'confirm');
    const isYes = acceptedContent(mcpReq.inputResponses, 'confirm')?.confirm === true;
    if (reply.kind === 'elicit' && !isYes) return declined();
    const given = givenOf(
      params.arguments,
      visit,
      typeof state === 'string' && isYes ? state : undefined,
    );
    const canAsk = asksPeople(mcpReq.envelope);
    const answer = await callTool(assistant, { tool, given, caller, canAsk });
    return 'token' in answer ? ask(answer as Question) : (answer as ToolAnswer);
  });
  guides(server, wanted);
  resources(server, wanted);
  return server;
}

function wantedTools(
  tools: Map<string, Tool>,
  { toolsets, isReadOnly: readsOnly }: AssistantRequest,
): Tool[] {
  return [...tools.values()].filter(
    (tool) =>
      (!toolsets || tool.rows.some(({ area }) => toolsets.has(area))) &&
      (!readsOnly || isReadOnly(tool)),
  );
}

/**
 * Returns the tools with the operation rows that the principal may use in this environment. For an
 * access token, the result includes all operation rows that the member's role allows, because a
 * client can only request a permission for a tool that is listed.
 */
function allowedTools({ gateway }: Assistant, tools: Tool[], { credential }: Caller): Tool[] {
  const holding = credential.rolePermissions ?? credential.permissions;
  return tools
    .map((tool) => ({
      ...tool,
      rows: tool.rows.filter(({ permissions, isOnePermissionEnough, environments }) => {
        const held = permissions.filter((permission) => holding.has(permission));
        const isHeld = isOnePermissionEnough ? held.length > 0 : held.length === permissions.length;
        return isHeld && (environments === 'both' || environments === gateway.environment);
      }),
    }))
    .filter(({ rows }) => rows.length > 0);
}

/**
 * Whether the client can show forms to a person. For clients of the 2025 protocol this is unknown,
 * because these clients do not declare their capabilities with each call.
 */
function asksPeople(envelope: object = {}): boolean {
  const { [CLIENT_CAPABILITIES_META_KEY]: capabilities } = envelope as {
    [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
  };
  const { elicitation } = capabilities ?? {};
  return elicitation !== undefined && (elicitation.form !== undefined || !elicitation.url);
}

/**
 * Returns the arguments with the token that a person confirmed, and the errors in the arguments.
 */
function givenOf(
  given: Record<string, unknown> = {},
  { issues }: AssistantRequest,
  token?: string,
): Given {
  const own = issues.filter(({ path }) => path[0] === 'params' && path[1] === 'arguments');
  return {
    arguments: token ? { ...given, confirmationToken: token } : given,
    issues: own.map((issue) => ({ ...issue, path: issue.path.slice(2) })),
  };
}

const ask = ({ summary, token }: Question): InputRequiredResult =>
  inputRequired({
    inputRequests: {
      confirm: inputRequired.elicit({
        message: summary,
        requestedSchema: {
          type: 'object',
          properties: { confirm: { type: 'boolean', title: 'Do it' } },
          required: ['confirm'],
        },
      }),
    },
    requestState: token,
  });

const declined = (): CallToolResult =>
  textOf({ status: 'not_confirmed', next: 'The user said no; nothing has happened.' });
