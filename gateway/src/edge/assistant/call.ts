import { randomUUID } from 'node:crypto';
import type { Language } from '@timbre/api';
import { Refusal, refusals } from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import {
  conclude,
  contextOf,
  perform,
  toRefusal,
  type Asking,
  type Exchange,
  type Gateway,
} from '../perform/perform';
import { summaryOf } from '../irreversible/summary';
import { isReadable, judgedTarget } from '../irreversible/target';
import { Proposed } from '../../identity';
import type { Irreversible } from '../operations/irreversible';
import type { OperationRow } from '../operations/operation';
import { answerOf, proposedAnswer, refusalAnswer, textOf, type ToolAnswer } from './answers';
import { askingOf, type Given } from './arguments';
import { chosenRow } from './choices';
import type { Confirmable, Confirmation, Confirmations } from './confirmation';
import type { Tool } from './tools';

/** The caller of a tool and the caller's request. */
export type Caller = Required<Pick<Exchange, 'requestId' | 'credential'>> &
  Pick<Exchange, 'caller' | 'tool'> & { language: Language };

/**
 * A question that the client shows to a person, with a token that becomes valid when the person
 * confirms.
 */
export interface Question {
  summary: string;
  token: string;
}

export interface Call {
  tool: Tool;
  given: Given;
  caller: Caller;
  /** Whether the client can show questions to a person. */
  canAsk: boolean;
}

/** The operations behind the tools, and the tokens that confirm calls. */
export interface Assistant {
  gateway: Gateway;
  confirmations: Confirmations;
}

/**
 * Calls a tool. The tool's operation is performed like a request under /v1. An irreversible
 * operation is first summarized for a person, and runs only after the person's confirmation. If the
 * operation rejects the call, the refusal is returned as a tool result.
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
  const action = row.irreversible;
  if (action && !caller.credential.limits?.requiresApproval)
    return confirmed(assistant, call, row, action);
  const { idempotencyKey: wanted } = given.arguments;
  const key = row.isIdempotent ? keyOf(wanted) : undefined;
  return performed(assistant, call, row, {
    asking: askingOf(tool.name, row, given, key),
    repeat: { ...(key && { idempotencyKey: key }) },
  });
}

/**
 * Returns the idempotency key as text. An idempotency key that is not text becomes an empty string,
 * which is rejected like an invalid header.
 */
const keyOf = (given: unknown): string =>
  given === undefined ? randomUUID() : typeof given === 'string' ? given : '';

interface Performance {
  asking: Asking;
  /** The arguments with which the model can repeat this call. */
  repeat: Record<string, string>;
  /** The digests of the content that a person has confirmed. */
  confirmed?: readonly string[];
}

async function performed(
  assistant: Assistant,
  { caller }: Call,
  row: OperationRow,
  { asking, repeat, confirmed = [] }: Performance,
): Promise<ToolAnswer> {
  try {
    const answer = await run(assistant.gateway, { ...caller, confirmed }, row, asking);
    return answer instanceof Proposed
      ? proposedAnswer(answer, caller.language, repeat)
      : answerOf(row, answer, caller.language);
  } catch (error) {
    return refused(assistant, caller, error, repeat);
  }
}

/**
 * Performs the operation and records an activity for it, separate from the activity of the request
 * to /mcp.
 * @throws Refusal
 */
async function run(
  gateway: Gateway,
  caller: Caller & Pick<Exchange, 'confirmed'>,
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

/** Records the refusal of an operation in the activity. */
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
  return refusalAnswer(refusal, caller.requestId, caller.language, repeat);
}

async function confirmed(
  assistant: Assistant,
  call: Call,
  row: OperationRow,
  action: Irreversible,
): Promise<ToolAnswer | Question> {
  const { gateway, confirmations } = assistant;
  const { tool, given, caller } = call;
  const { confirmationToken: token, idempotencyKey: _, ...rest } = given.arguments;
  const { id: credentialId, organizationId } = caller.credential;
  const of: Confirmable = { tool: tool.name, arguments: rest, credentialId, organizationId };
  const request = { ...given, arguments: rest };
  const exchange: Exchange = { ...caller, row, channel: 'mcp', startedMs: performance.now() };
  let asking: Asking;
  let judged: string[];
  try {
    if (token === undefined) {
      return await prepared(assistant, { ...call, given: request }, { exchange, action, of });
    }
    const confirmation = confirmations.read(token, of);
    const context = contextOf(gateway, exchange);
    const asked = { given: rest, context };
    const target = await judgedTarget(gateway, action, asked, caller.credential);
    await use(gateway, exchange, confirmation, target.version);
    // The version is taken from the token. When the call is repeated, the action may already have
    // changed the document.
    judged = target.judged.map(() => confirmation.version);
    asking = askingOf(tool.name, row, request, confirmation.nonce);
  } catch (error) {
    return refused(assistant, caller, concluded(gateway, exchange, error));
  }
  const repeat = { confirmationToken: String(token) };
  return performed(assistant, call, row, { asking, repeat, confirmed: judged });
}

interface Preparation {
  exchange: Exchange;
  action: Irreversible;
  of: Confirmable;
}

/**
 * Runs all checks of the operation without performing it, so that nobody is asked to confirm a call
 * that would be rejected.
 * @throws Refusal as the operation
 */
async function prepared(
  { gateway, confirmations }: Assistant,
  { given, caller: { credential, language }, tool, canAsk }: Call,
  { exchange, action, of }: Preparation,
): Promise<ToolAnswer | Question> {
  const row = certain(exchange.row, 'row');
  const asking = askingOf(tool.name, row, given, randomUUID());
  await perform(gateway, Object.assign(exchange, { isRehearsal: true }), asking);
  const context = contextOf(gateway, exchange);
  const asked = { given: of.arguments, context };
  const judged = await judgedTarget(gateway, action, asked, credential);
  if (judged.refused) throw judged.refused;
  const isShown = isReadable(gateway, action, of.arguments, credential);
  const summary = summaryOf(action, of.arguments, isShown ? judged : undefined)[language];
  const { token, expiresAt } = confirmations.write(of, judged.version, randomUUID());
  conclude(gateway, exchange, 202, undefined);
  if (canAsk) return { summary, token };
  return textOf({
    status: 'confirmation_required',
    summary,
    confirmationToken: token,
    expiresAt,
    next: 'Nothing has happened yet. Show the summary to the user; after their yes, repeat the call with confirmationToken added.',
  });
}

async function use(
  gateway: Gateway,
  exchange: Exchange,
  { nonce, call, version, isExpired }: Confirmation,
  present: string,
): Promise<void> {
  const context = {
    ...contextOf(gateway, exchange),
    idempotency: {
      key: nonce,
      route: `confirm ${certain(exchange.row, 'row').id}`,
      fingerprint: call,
    },
  };
  const { identity } = gateway.backend.services;
  await identity.useConfirmation({ isExpired, isUnchanged: version === present }, context);
}
