import { issueIn, refusalIn, type Language } from '@timbre/api';
import type { Response } from 'express';
import { Refusal, refusals, translateDatabaseError, type RefusalDetails } from '@timbre/kit';
import { languageOf, showLanguage } from './language';

/**
 * The content of a WWW-Authenticate challenge: the required permissions, and the protected resource
 * if it is not the whole API.
 */
export interface Protected {
  scope?: readonly string[];
  /**
   * The path of the protected resource. Clients of this resource find the required scope already in
   * the first challenge.
   */
  resource?: string;
}

/**
 * Converts an error to a refusal. If the database is unreachable, the refusal asks the client to
 * retry; any other error is a bug and becomes `internal`.
 */
export const refusalFor = (error: unknown): Refusal =>
  error instanceof Refusal
    ? error
    : (translateDatabaseError(error) ??
      new Refusal('internal', 'Something went wrong on our side.', {}, error));

/** Sends a refusal with the headers for its code, in the language of the request. */
export function refuse(
  response: Response,
  refusal: Refusal,
  publicUrl: string,
  wanted: Protected = {},
): void {
  const { http: status } = refusals[refusal.code];
  const { retryAfterSeconds, reason } = refusal.details;
  if (retryAfterSeconds) response.setHeader('Retry-After', String(retryAfterSeconds));
  if (status === 401 || status === 403) {
    response.setHeader('WWW-Authenticate', challenge(publicUrl, reason, wanted));
  }
  const language = languageOf(response.req as Response['req'] | undefined);
  showLanguage(response, language);
  send(response, status, bodyOfRefusal(refusal, language));
}

/** Returns a refusal's body as JSON. */
export function bodyOfRefusal(refusal: Refusal, language: Language = 'en'): string {
  const { code, details } = refusal;
  const { http: status } = refusals[code];
  const message = refusalIn(language, refusal);
  return JSON.stringify({ error: { code, message, status, details: ordered(details, language) } });
}

/** Returns the refusal (404) for an unknown path or a path that cannot be decoded. */
export const unknownPath = (): Refusal =>
  new Refusal('not_found', 'No operation has this path; see /openapi.json.');

/**
 * Returns a refusal's details with their keys in a fixed order, so that a stored refusal is
 * repeated byte for byte.
 */
function ordered(given: RefusalDetails, language: Language): RefusalDetails | undefined {
  const { issues, retryable, retryAfterSeconds, document, reason, balanceMinor, topUpUrl } = given;
  const details = {
    issues: issues?.map((issue) => {
      const { path, code, satCode } = issue;
      return { path, code, message: issueIn(language, issue), satCode };
    }),
    retryable,
    retryAfterSeconds,
    document: document && { documentRef: document.documentRef, editable: document.editable },
    reason,
    balanceMinor,
    topUpUrl,
  };
  const isEmpty = Object.values(details).every((value) => value === undefined);
  return isEmpty ? undefined : (details as RefusalDetails);
}

/**
 * The maximum size of a body that is appended to the headers, so that both are sent in one write.
 */
const onePieceMax = 1 << 13;

/**
 * Sends a JSON response. A small body is written as a Latin-1 string, which has one byte per
 * character, together with the headers.
 */
export function send(response: Response, status: number, body: string | Uint8Array): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : bytesOf(body);
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Length', bytes.length);
  if (bytes.length > onePieceMax) response.end(bytes);
  else response.end(bytes.toString('latin1'), 'latin1');
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/**
 * Returns the value of the WWW-Authenticate header (RFC 6750), with the URL of the resource
 * metadata (RFC 9728).
 */
function challenge(
  publicUrl: string,
  reason: string | undefined,
  { scope = [], resource = '' }: Protected,
): string {
  const metadata = `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource${resource}"`;
  const error =
    reason && ['invalid_token', 'insufficient_scope'].includes(reason) ? `, error="${reason}"` : '';
  const isNamed = reason === 'insufficient_scope' || (resource && scope.length > 0);
  const wanted = isNamed ? `, scope="${scope.join(' ')}"` : '';
  return `Bearer ${metadata}${error}${wanted}`;
}
