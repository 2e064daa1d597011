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
 * Returns the language that a client prefers; English if it accepts none of the available
 * languages.
 */
export const languageOf = (request: Pick<Request, 'acceptsLanguages'> | undefined): Language =>
  request?.acceptsLanguages('en', 'es') === 'es' ? 'es' : 'en';

/**
 * Sets the headers that declare the language of the messages, and that the response depends on the
 * language of the request.
 */
export function showLanguage(response: Response, language: Language): void {
  response.setHeader('Content-Language', language);
  response.setHeader('Vary', 'Accept-Language');
}

/**
 * Texts that occur in each response with messages in several languages. A response without these
 * texts need not be parsed. A bar stands before a letter that is rare in JSON.
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
 * Whether a response contains a mark. `indexOf` stops at each byte that is the first one of its text. A whole
 * mark begins with a quotation mark, at which the search of a page of receipts would stop 6,000 times.
 */
function occurs(json: Buffer, { before, rest }: Mark): boolean {
  for (let at = json.indexOf(rest); at >= 0; at = json.indexOf(rest, at + 1))
    if (json.toString('latin1', at - before.length, at) === before) return true;
  return false;
}

/**
 * Returns a response with its messages and summaries in one language, without the texts of the
 * other languages. Numbers are not parsed, so that no amount is converted to a floating-point
 * number.
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
 * The member of a receipt with the organization's own fields. Their content is never treated as a
 * message.
 */
const ownFields = 'fields';

/** The functions that ES2026 adds to JSON. The compiler's library does not declare them yet. */
const exact = JSON as unknown as {
  rawJSON(text: string): unknown;
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
};

/**
 * Returns an object with a message or a summary in one language.
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

/** Returns a proposal with its summary in each language. */
const isSummarized = (value: object): value is { summary: string; summaryEs: string } =>
  'approvalId' in value && 'summaryEs' in value;

/**
 * The members that a payroll issue has before its message is added. An object with other members,
 * or with an unknown code, is data of a third party.
 */
const membersOfPayrollIssue = new Set(['code', 'field', 'legalBasis', 'missingRules']);

const isPayrollIssue = (
  value: object,
): value is { code: keyof typeof payrollIssueMessages; legalBasis?: string } =>
  'code' in value &&
  typeof value.code === 'string' &&
  Object.hasOwn(payrollIssueMessages, value.code) &&
  Object.keys(value).every((name) => membersOfPayrollIssue.has(name));

/** A rule of law, or the explanation of a payroll receipt. */
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

/** A stored refusal of an operation that a later response contains. */
type ShownRefusal = Pick<Refusal, 'code' | 'message'> & Pick<Refusal['details'], 'reason' | 'text'>;

const isRefusal = (value: object): value is ShownRefusal =>
  'code' in value &&
  typeof value.code === 'string' &&
  'message' in value &&
  typeof value.message === 'string';

const refusedIn = (language: Language, { code, message, ...details }: ShownRefusal): string =>
  refusalIn(language, { code, message, details });

/**
 * Whether an object is an issue: it has a path and a code. Other translatable messages are
 * recognized by their `text`, which data of third parties cannot contain.
 */
function isIssue(value: object): value is Issue {
  const { path, code, message, text } = value as Partial<Record<string, unknown>>;
  if (typeof code !== 'string' || typeof message !== 'string') return false;
  return Array.isArray(path) || (typeof text === 'object' && text !== null && 'key' in text);
}
