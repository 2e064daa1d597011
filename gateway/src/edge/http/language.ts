import { certain } from '@timbre/fiscal';
import {
  issueIn,
  legalBasisIn,
  payrollIssueMessages,
  payrollRuleIn,
  payrollStepIn,
  refusalIn,
  type Language,
} from '@timbre/api';
import type { Issue, Refusal } from '@timbre/kit';
import type { Request, Response } from 'express';

/**
 * Returns the language that a client prefers, or English if the client accepts no available
 * language.
 */
export const languageOf = (request: Pick<Request, 'acceptsLanguages'> | undefined): Language =>
  request?.acceptsLanguages('en', 'es') === 'es' ? 'es' : 'en';

/**
 * Sets the headers that declare the language of the messages and that the response varies with the
 * request's language.
 */
export function showLanguage(response: Response, language: Language): void {
  response.setHeader('Content-Language', language);
  response.setHeader('Vary', 'Accept-Language');
}

/**
 * Byte patterns that occur in every response with messages in several languages. A response without
 * these patterns does not have to be parsed. A bar precedes a letter that is rare in JSON.
 */
const marks = ['"te|xt":{"key":', '"summary|Es":', '"iss|ues":[{"code":'].map(markOf);
const keys = {
  es: [...['"messa|ge":', '"e|xplanation":{', '"legal|Basis":'].map(markOf), ...marks],
  en: marks,
};

type Mark = ReturnType<typeof markOf>;

function markOf(text: string) {
  const [before = '', rest = ''] = text.split('|');
  return { before, rest };
}

/**
 * Whether a response contains a pattern. `indexOf` stops at each byte that equals the first byte of
 * the searched text. A complete pattern begins with a quotation mark, at which the search through a
 * page of receipts would stop 6,000 times.
 */
function occurs(json: Buffer, { before, rest }: Mark): boolean {
  for (let at = json.indexOf(rest); at >= 0; at = json.indexOf(rest, at + 1))
    if (json.toString('latin1', at - before.length, at) === before) return true;
  return false;
}

/**
 * Reduces the messages and summaries of a response to one language. Numbers are not parsed, so that
 * no amount becomes a floating-point number.
 * @returns undefined if nothing changes
 */
export function inLanguage(answer: Uint8Array, language: Language): Buffer | undefined {
  const json = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
  if (!keys[language].some((mark) => occurs(json, mark))) return undefined;
  let isChanged = false;
  const keepNumbers = (name: string, value: unknown, context: { source?: string }): unknown => {
    if (typeof value === 'number') return exact.rawJSON(certain(context.source, 'source'));
    if (typeof value !== 'object' || value === null || name === ownFields) return value;
    const said = saidIn(language, name, value);
    isChanged ||= said !== undefined;
    return said ?? value;
  };
  const body = exact.parse(json.toString(), keepNumbers);
  return isChanged ? Buffer.from(JSON.stringify(body)) : undefined;
}

/**
 * The member of a receipt that contains the organization's custom fields. The content of this
 * member is never treated as a message.
 */
const ownFields = 'fields';

/**
 * The functions that ES2026 adds to the JSON object. TypeScript's library does not declare these
 * functions yet.
 */
const exact = JSON as unknown as {
  rawJSON(text: string): unknown;
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
};

/**
 * Returns an object whose message or summary is in one language.
 * @returns undefined if nothing changes
 */
function saidIn(language: Language, name: string, value: object): object | undefined {
  if (isSummarized(value)) {
    const { summaryEs, ...shown } = value;
    return language === 'es' ? { ...shown, summary: summaryEs } : shown;
  }
  if (isPayrollIssue(value)) {
    const { code, legalBasis, ...more } = value;
    return {
      code,
      message: issueIn(language, { code, message: payrollIssueMessages[code] }),
      ...(legalBasis !== undefined && { legalBasis: legalBasisIn(language, legalBasis) }),
      ...more,
    };
  }
  if (language === 'es' && isLabelled(value)) return labelledIn(language, value);
  const isError = name === 'error' && isRefusal(value);
  if (!isError && !isIssue(value)) return undefined;
  const { text, ...shown } = value;
  const message = isError ? refusedIn(language, value) : issueIn(language, value);
  return text === undefined && message === value.message ? undefined : { ...shown, message };
}

/** Whether the value is a proposal with a summary in each language. */
const isSummarized = (value: object): value is { summary: string; summaryEs: string } =>
  'approvalId' in value && 'summaryEs' in value;

/**
 * The members that a payroll issue has before its message is added. An object with other members or
 * with an unknown code is third-party data.
 */
const membersOfPayrollIssue = new Set(['code', 'field', 'legalBasis', 'missingRules']);

const isPayrollIssue = (
  value: object,
): value is { code: keyof typeof payrollIssueMessages; legalBasis?: string } =>
  'code' in value &&
  typeof value.code === 'string' &&
  Object.hasOwn(payrollIssueMessages, value.code) &&
  Object.keys(value).every((name) => membersOfPayrollIssue.has(name));

/** A legal rule, or the explanation of a payroll receipt. */
type Labelled =
  | { key: string; label: string; legalBasis: string }
  | { rules: object[]; lines: { label: string }[] };

const isLabelled = (value: object): value is Labelled => {
  const { key, label, legalBasis, lines, contributionBaseSalary } = value as Record<
    string,
    unknown
  >;
  if (Array.isArray(lines) && contributionBaseSalary !== undefined) return true;
  return [key, label, legalBasis].every((text) => typeof text === 'string');
};

const labelledIn = (language: Language, value: Labelled): object =>
  'key' in value
    ? {
        ...value,
        label: payrollRuleIn(language, value.key, value.label),
        legalBasis: legalBasisIn(language, value.legalBasis),
      }
    : {
        ...value,
        lines: value.lines.map((line) => ({ ...line, label: payrollStepIn(language, line.label) })),
      };

/** An operation's stored refusal as part of a later response. */
type ShownRefusal = Pick<Refusal, 'code' | 'message'> & Pick<Refusal['details'], 'reason' | 'text'>;

const isRefusal = (value: object): value is ShownRefusal =>
  'code' in value &&
  typeof value.code === 'string' &&
  'message' in value &&
  typeof value.message === 'string';

const refusedIn = (language: Language, { code, message, ...details }: ShownRefusal): string =>
  refusalIn(language, { code, message, details });

/**
 * Whether an object is an issue, which has a path and a code. Other translatable messages are
 * identified by their `text` member, which third-party data cannot contain.
 */
function isIssue(value: object): value is Issue {
  const { path, code, message, text } = value as Partial<Record<string, unknown>>;
  if (typeof code !== 'string' || typeof message !== 'string') return false;
  return Array.isArray(path) || (typeof text === 'object' && text !== null && 'key' in text);
}
