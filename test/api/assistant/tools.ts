import type { Api } from '@timbre/testkit/client';

/** A JSON-RPC response of /mcp with its HTTP status. */
export interface Rpc {
  status: number;
  headers: Headers;
  result?: any; // eslint-disable-line @typescript-eslint/no-explicit-any
  error?: { code: number; message: string };
}

/**
 * Sends one message like a client of the MCP protocol of 2025. The server responds with one event.
 */
export async function rpc(
  api: Api,
  method: string,
  params: object = {},
  headers: Record<string, string | undefined> = {},
  path = '/mcp',
): Promise<Rpc> {
  const answer = await api.request('POST', path, {
    body: { jsonrpc: '2.0', id: 1, method, params },
    headers: {
      accept: 'application/json, text/event-stream',
      'idempotency-key': undefined,
      ...headers,
    },
  });
  const text = answer.bytes.toString();
  const message = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  const { result, error } = JSON.parse(message) as Pick<Rpc, 'result' | 'error'>;
  return { status: answer.status, headers: answer.headers, result, error } as Rpc;
}

export interface Called {
  isError: boolean;
  json: any; // eslint-disable-line @typescript-eslint/no-explicit-any
  text: string;
}

/** Calls a tool. */
export async function call(
  api: Api,
  name: string,
  given: object = {},
  headers: Record<string, string> = {},
): Promise<Called> {
  const { result, error } = await rpc(api, 'tools/call', { name, arguments: given }, headers);
  if (error) throw new Error(`${name}: ${error.code} ${error.message}`);
  const { text } = (result as { content: { text: string }[] }).content[0]!;
  return { isError: result.isError === true, json: JSON.parse(text), text };
}

/** Calls a tool that asks for a confirmation, and then confirms the call. */
export async function confirmed(api: Api, name: string, given: object): Promise<Called> {
  const { json } = await call(api, name, given);
  if (json.status !== 'confirmation_required') throw new Error(`${name}: ${JSON.stringify(json)}`);
  return call(api, name, { ...given, confirmationToken: json.confirmationToken });
}
