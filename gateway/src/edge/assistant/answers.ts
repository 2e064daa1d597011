import type { Language } from '@timbre/api';
import { refusals, type Refusal } from '@timbre/kit';
import { inLanguage } from '../http/language';
import { bodyOfRefusal } from '../http/refuse';
import type { Proposed } from '../../identity';
import type { OperationRow } from '../operations/operation';

/** The result of `tools/call`: a single text for the model. */
export interface ToolAnswer {
  [key: string]: unknown;
  content: { type: 'text'; text: string }[];
  isError?: true;
}

interface Page {
  data: unknown[];
  pagination?: { nextCursor: string | null; hasMore: boolean };
}

/**
 * Builds the result of a tool call: compact JSON with the data, the warnings and the possible next
 * steps.
 */
export function answerOf(row: OperationRow, body: Uint8Array, language: Language): ToolAnswer {
  const said = Buffer.from(inLanguage(body, language) ?? body).toString();
  const answer = JSON.parse(said) as { data: unknown; warnings?: unknown[] };
  if (row.isList) return textOf(listed(answer as Page));
  const { data, warnings } = answer;
  return textOf({ ...(warnings && { warnings }), ...shown(data, row.next) });
}

/**
 * The maximum length of a tool result in characters, about ten thousand tokens. A longer result
 * would displace the task from the model's context.
 */
const charactersMax = 40_000;
const entriesMax = 40;

/**
 * Returns the data together with the possible next steps. If the data is too long, each long list
 * is shortened to its first items.
 */
function shown(data: unknown, next: string | undefined): object {
  if (JSON.stringify(data).length <= charactersMax) return { data, ...(next && { next }) };
  const leftOut: Record<string, string> = {};
  const short = shortened(data, [], leftOut);
  const advice = 'Long lists are cut; leftOut names them. Ask for less, or give the user the file.';
  return { data: short, leftOut, next: next ? `${advice} ${next}` : advice };
}

function shortened(value: unknown, path: string[], leftOut: Record<string, string>): unknown {
  if (Array.isArray(value)) {
    if (value.length > entriesMax) {
      leftOut[path.join('.')] = `This answer shows the first ${entriesMax} of ${value.length}.`;
    }
    return value.slice(0, entriesMax).map((one, at) => shortened(one, [...path, `${at}`], leftOut));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, shortened(one, [...path, name], leftOut)]),
  );
}

function listed({ data, pagination }: Page): object {
  const cursor = pagination?.nextCursor;
  const found = data.length === 0 ? 'Nothing matches.' : `${data.length} shown`;
  const more = cursor ? '; there are more: repeat with this cursor.' : ', no more.';
  const summary = data.length === 0 ? found : `${found}${more}`;
  return { summary, data, ...(cursor && { nextCursor: cursor }) };
}

/**
 * Returns the result of a call whose action was only proposed and waits for approval.
 * @param repeat contains the arguments with which the model can repeat the call to see the outcome
 */
export function proposedAnswer(
  { body }: Proposed,
  language: Language,
  repeat: Record<string, string>,
): ToolAnswer {
  const said = Buffer.from(inLanguage(body, language) ?? body).toString();
  const { data } = JSON.parse(said) as { data: Record<string, unknown> };
  const { approvalId, summary, expiresAt } = data;
  const next =
    'Nothing has happened yet: a person has to approve it in Timbre. Tell the user. To see the outcome later, repeat the call with this idempotencyKey.';
  return textOf({
    status: 'waiting_for_approval',
    approvalId,
    summary,
    expiresAt,
    ...repeat,
    next,
  });
}

/** Advice for a model in addition to the message of a refusal. Advice for models is in English. */
const advice: Partial<Record<Refusal['code'], string>> = {
  validation_error: 'Correct the arguments that the issues name by path, then call again.',
  unauthenticated: 'Ask the user for a valid API key.',
  payment_required: 'Tell the user to top up the wallet.',
  forbidden: 'This credential may not do it; tell the user, and do not try another way.',
  not_found: 'Search for it; identifiers come from other tools and are never guessed.',
  conflict: 'Read the present state, tell the user, and start again from there.',
  idempotency_conflict: 'Repeat with the first arguments, or leave out idempotencyKey.',
  operation_in_progress: 'Wait a moment, then repeat the same call.',
  recovery_required: 'Do not repeat it; read the document again later.',
  migration_required: 'A person has to finish this in Timbre.',
  rate_limited: 'Wait the given seconds, then repeat the same call.',
  provider_unavailable: 'Repeat the same call in a moment.',
  internal: 'Repeat the same call once; then give the user the request id.',
};

/**
 * Converts a refusal into a tool result, with advice for the model.
 * @param language is the language of the messages for people
 * @param repeat contains the argument with which the model can safely repeat the call
 */
export function refusalAnswer(
  refusal: Refusal,
  requestId: string,
  language: Language,
  repeat: Record<string, string> = {},
): ToolAnswer {
  const { error } = JSON.parse(bodyOfRefusal(refusal, language)) as { error: object };
  const isOpen = refusals[refusal.code].http >= 500 || refusal.code === 'operation_in_progress';
  const next = advice[refusal.code];
  return {
    ...textOf({ error, ...(next && { next }), ...(isOpen && repeat), requestId }),
    isError: true,
  };
}

/**
 * Matches invisible characters. Third-party data could hide instructions for the model in invisible
 * characters, so they are replaced by escape sequences.
 */
const unseen = /[\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu;

const escaped = (found: string): string =>
  Array.from(
    { length: found.length },
    (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

export const textOf = (value: object): ToolAnswer => ({
  content: [{ type: 'text', text: JSON.stringify(value).replaceAll(unseen, escaped) }],
});
