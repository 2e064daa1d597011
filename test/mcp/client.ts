import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Api } from '@timbre/testkit/client';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Answer = Record<string, any>;

/** The methods that clients of both protocol generations have in common. */
export interface Assistant {
  names: () => Promise<string[]>;
  /** Calls a tool, and returns the parsed text of the result and whether the result is an error. */
  call: (name: string, given?: object) => Promise<Answer>;
  close: () => Promise<void>;
}

const info = { name: 'test', version: '1.0.0' };

const requestInit = (api: Api) => ({ headers: { authorization: `Bearer ${api.apiKey}` } });

interface Connected {
  listTools: () => Promise<{ tools: { name: string }[] }>;
  callTool: (params: { name: string; arguments: Record<string, unknown> }) => Promise<object>;
  close: () => Promise<void>;
}

const assistantOf = (client: Connected): Assistant => ({
  names: async () => (await client.listTools()).tools.map(({ name }) => name),
  call: async (name, given = {}) => {
    const result = await client.callTool({ name, arguments: { ...given } });
    const { content, isError } = result as { content: { text: string }[]; isError?: boolean };
    return { ...(JSON.parse(content[0]!.text) as Answer), ...(isError && { isError }) };
  },
  close: () => client.close(),
});

/**
 * Connects a client of the current MCP protocol.
 * @param answers the person's answers to confirmation questions. If they are absent, the client
 * declares that it cannot ask a person
 */
export async function newAssistant(
  api: Api,
  answers?: (message: string) => 'yes' | 'no',
): Promise<Assistant> {
  const client = new Client(info, {
    versionNegotiation: { mode: 'auto' },
    ...(answers && { capabilities: { elicitation: { form: {} } } }),
  });
  if (answers) {
    client.setRequestHandler('elicitation/create', ({ params }) =>
      answers(params.message) === 'yes'
        ? { action: 'accept' as const, content: { confirm: true } }
        : { action: 'decline' as const },
    );
  }
  const url = new URL(`${api.baseUrl}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: requestInit(api) }));
  return assistantOf(client as unknown as Connected);
}

/** Connects a client of the MCP protocol of 2025. */
export async function oldAssistant(api: Api): Promise<Assistant> {
  const client = new OldClient(info, { capabilities: { elicitation: {} } });
  const transport = new OldTransport(new URL(`${api.baseUrl}/mcp`), {
    requestInit: requestInit(api),
  });
  await client.connect(transport as never);
  return assistantOf(client as unknown as Connected);
}
