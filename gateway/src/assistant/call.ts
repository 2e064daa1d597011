import { randomUUID } from 'node:crypto';
import { isUuid } from '@timbre/fiscal';
import { command, notFound, Refusal, refusals, replyValue } from '@timbre/kit';
import {
  conclude,
  perform,
  toRefusal,
  type Asking,
  type Exchange,
  type Gateway,
} from '../http/perform';
import { acts, type Act } from '../acts/acts';
import type { Shown } from '../acts/act-facts';
import { summaryOf } from '../acts/summary';
import { entryOf, targetOf } from '../acts/target';
import { Proposed } from '../approvals/propose';
import type { OperationRow } from '../operations/operation';
import { answerOf, proposedAnswer, refusalAnswer, textOf, type ToolAnswer } from './answers';
import { askingOf, type Given } from './arguments';
import { chosenRow } from './choices';
import { digest, documentChanged, type Confirmable, type Confirmations } from './confirmation';
import type { Tool } from './tools';

/** Who calls, in which request. */
export type Caller = Required<Pick<Exchange, 'requestId' | 'credential'>> &
  Pick<Exchange, 'caller' | 'tool'>;

/** A question to a person through their client, with the token that their yes makes valid. */
export interface Question {
  summary: string;
  token: string;
}

export interface Call {
  tool: Tool;
  given: Given;
  caller: Caller;
  /** Whether the client can ask its person. */
  canAsk: boolean;
}

/** The operations behind the tools, and the tokens that confirm calls. */
export interface Assistant {
  gateway: Gateway;
  confirmations: Confirmations;
}

/**
 * Calls a tool: its row performs the call like a request under /v1; an operation that cannot be
 * undone is summarized first and acts once it is confirmed. Refusals are answers.
 */
export async function callTool(assistant: Assistant, call: Call): Promise<ToolAnswer | Question> {
  const { tool, given, caller } = call;
  caller.tool = tool.name;
  let row: OperationRow;
  try {
    row = chosenRow(tool.name, tool.rows, given.arguments);
  } catch (error) {
    return refused(assistant, caller, error);
  }
  const act = acts[row.id];
  if (act && !caller.credential.limits?.requiresApproval)
    return confirmed(assistant, call, row, act);
  const { idempotencyKey: wanted } = given.arguments;
  const key = row.isIdempotent ? keyOf(wanted) : undefined;
  return performed(assistant, call, row, askingOf(tool.name, row, given, key), {
    ...(key && { idempotencyKey: key }),
  });
}

/** A key of any other type is refused like a wrong header. */
const keyOf = (given: unknown): string =>
  given === undefined ? randomUUID() : typeof given === 'string' ? given : '';

async function performed(
  assistant: Assistant,
  { caller }: Call,
  row: OperationRow,
  asking: Asking,
  repeat: Record<string, string>,
): Promise<ToolAnswer> {
  try {
    const answer = await run(assistant.gateway, caller, row, asking);
    return answer instanceof Proposed ? proposedAnswer(answer, repeat) : answerOf(row, answer);
  } catch (error) {
    return refused(assistant, caller, error, repeat);
  }
}

/** Performs the operation and records it as an activity of its own. @throws Refusal */
async function run(
  gateway: Gateway,
  caller: Caller,
  row: OperationRow,
  asking: Asking,
): Promise<Uint8Array | Proposed> {
  const exchange: Exchange = { ...caller, row, channel: 'mcp', startedMs: performance.now() };
  try {
    const result = await perform(gateway, exchange, asking);
    if (!(result instanceof Uint8Array || result instanceof Proposed)) {
      throw new Error(`${row.id} answered a file to a tool`);
    }
    conclude(gateway, exchange, result instanceof Proposed ? 202 : row.success, undefined);
    return result;
  } catch (error) {
    throw concluded(gateway, exchange, error);
  }
}

/** Records the refusal of an operation. */
function concluded(gateway: Gateway, exchange: Exchange, error: unknown): Refusal {
  const refusal = toRefusal(gateway, exchange, error);
  conclude(gateway, exchange, refusals[refusal.code].http, refusal);
  return refusal;
}

function refused(
  { gateway }: Assistant,
  caller: Caller,
  error: unknown,
  repeat?: Record<string, string>,
): ToolAnswer {
  const refusal =
    error instanceof Refusal
      ? error
      : toRefusal(gateway, { ...caller, channel: 'mcp', startedMs: 0 }, error);
  return refusalAnswer(refusal, caller.requestId, repeat);
}

async function confirmed(
  assistant: Assistant,
  call: Call,
  row: OperationRow,
  act: Act,
): Promise<ToolAnswer | Question> {
  const { tool, given, caller } = call;
  const { confirmationToken: token, idempotencyKey: _, ...rest } = given.arguments;
  const { id: credentialId, organizationId } = caller.credential;
  const of: Confirmable = { tool: tool.name, arguments: rest, credentialId, organizationId };
  const request = { ...given, arguments: rest };
  try {
    const known = token === undefined ? undefined : assistant.confirmations.read(token, of);
    const document = await read(assistant, call, row, act);
    if (!known) return await prepared(assistant, call, { row, act, of, document });
    await use(assistant, caller, row, known, digest(document ?? null) === known.version);
    const asking = askingOf(tool.name, row, request, known.nonce);
    return await performed(assistant, call, row, asking, { confirmationToken: String(token) });
  } catch (error) {
    return refused(assistant, caller, error);
  }
}

interface Preparation {
  row: OperationRow;
  act: Act;
  of: Confirmable;
  document: Record<string, unknown> | undefined;
}

async function prepared(
  { gateway, confirmations }: Assistant,
  { given, caller, tool, canAsk }: Call,
  { row, act, of, document }: Preparation,
): Promise<ToolAnswer | Question> {
  await check(gateway, caller, row, askingOf(tool.name, row, given, randomUUID()));
  const summary = summaryOf(act, of.arguments, document);
  const { token, expiresAt } = confirmations.write(of, digest(document ?? null), randomUUID());
  if (canAsk) return { summary, token };
  return textOf({
    status: 'confirmation_required',
    summary,
    confirmationToken: token,
    expiresAt,
    next: 'Nothing has happened yet. Show the summary to the user; after their yes, repeat the call with confirmationToken added.',
  });
}

/** The same pipeline up to the call, so that nobody is asked to confirm what would be refused. */
async function check(gateway: Gateway, caller: Caller, row: OperationRow, asking: Asking) {
  const startedMs = performance.now();
  const exchange: Exchange = { ...caller, row, channel: 'mcp', startedMs, isRehearsal: true };
  try {
    await perform(gateway, exchange, asking);
  } catch (error) {
    throw concluded(gateway, exchange, error);
  }
}

/**
 * What the operation acts on, as its own operation shows it; undefined if the credential may not read it.
 * @throws Refusal not_found
 */
async function read(
  { gateway }: Assistant,
  { caller, given }: Call,
  row: OperationRow,
  act: Act,
): Promise<Record<string, unknown> | undefined> {
  const target = targetOf(act, given.arguments);
  const reader = gateway.operations.find(({ id }) => id === target?.operation);
  if (!target || !reader) return undefined;
  const { argument, value } = target;
  const asked = { [reader.isList ? 'query' : argument]: value };
  const asking = askingOf(row.tool!, reader, { arguments: asked, issues: [] }, undefined);
  try {
    if (reader.isList && !isUuid(value)) throw notFound('document');
    const body = await run(gateway, caller, reader, asking);
    const { data } = JSON.parse(Buffer.from(body as Uint8Array).toString()) as {
      data: Shown | Shown[];
    };
    return Array.isArray(data) ? entryOf(data, target) : data;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'forbidden') return undefined;
    throw error;
  }
}

/** The first use of a token needs the document unchanged; a repeat is the same use. */
const useOnce = command((_, { isUnchanged }: { isUnchanged: boolean }) => {
  if (!isUnchanged) throw documentChanged();
  return Promise.resolve(replyValue({}));
});

async function use(
  { gateway }: Assistant,
  { credential, requestId }: Caller,
  row: OperationRow,
  { nonce, call }: { nonce: string; call: string },
  isUnchanged: boolean,
): Promise<void> {
  const context = {
    organizationId: credential.organizationId,
    environment: gateway.environment,
    actor: credential.actor,
    permissions: row.permissions,
    requestId,
    deadlineMs: Date.now() + 5_000,
    idempotency: { key: nonce, route: `confirm ${row.id}`, fingerprint: call },
  };
  await useOnce.run(gateway.backend.own, context, { isUnchanged });
}
