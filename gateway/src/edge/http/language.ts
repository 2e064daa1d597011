import { issueIn, type Language } from '@timbre/api';
import type { Issue } from '@timbre/kit';
import type { Request, Response } from 'express';

/** The language that a client asks for; English if it asks for none of ours. */
export const languageOf = (request: Pick<Request, 'acceptsLanguages'> | undefined): Language =>
  request?.acceptsLanguages('en', 'es') === 'es' ? 'es' : 'en';

/** Says in which language the messages of an answer are, and that it depends on the request. */
export function showLanguage(response: Response, language: Language): void {
  response.setHeader('Content-Language', language);
  response.setHeader('Vary', 'Accept-Language');
}

/** How an answer of ours writes a message, and its text in every language; one without it needs no reading. */
const keys = { es: '"message":', en: '"text":{"key":' };

/**
 * An answer with the messages of its issues and warnings in a language, without their texts, which stay inside.
 * Numbers stay as they are written: an amount is never read as a number of the computer.
 * @returns undefined where nothing changes
 */
export function inLanguage(answer: Uint8Array, language: Language): Buffer | undefined {
  const json = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
  if (!json.includes(keys[language])) return undefined;
  let isChanged = false;
  const keepNumbers = (_: string, value: unknown, context: { source?: string }): unknown => {
    if (typeof value === 'number') return exact.rawJSON(context.source!);
    if (!isIssue(value)) return value;
    const { text, ...shown } = value;
    const message = issueIn(language, value);
    isChanged ||= text !== undefined || message !== value.message;
    return { ...shown, message };
  };
  const body = exact.parse(json.toString(), keepNumbers);
  return isChanged ? Buffer.from(JSON.stringify(body)) : undefined;
}

/** Additions of ES2026 to JSON that the compiler's library does not know yet. */
const exact = JSON as unknown as {
  rawJSON(text: string): unknown;
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
};

/** An issue has a path and a code; any other message of ours has its text, which no data of others can have. */
function isIssue(value: unknown): value is Issue {
  if (typeof value !== 'object' || value === null) return false;
  const { path, code, message, text } = value as Partial<Record<string, unknown>>;
  if (typeof code !== 'string' || typeof message !== 'string') return false;
  return Array.isArray(path) || (typeof text === 'object' && text !== null && 'key' in text);
}
