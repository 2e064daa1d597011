import type { Response } from 'express';
import { Refusal, refusals, type RefusalDetails } from '@timbre/kit';

/**
 * Writes a refusal as spec part 7 wants it, with the headers that belong to its code.
 * @param scope the permissions that the operation asks for
 */
export function refuse(
  response: Response,
  refusal: Refusal,
  publicUrl: string,
  scope: readonly string[] = [],
): void {
  const { http: status } = refusals[refusal.code];
  const { retryAfterSeconds, reason } = refusal.details;
  if (retryAfterSeconds) response.setHeader('Retry-After', String(retryAfterSeconds));
  if (status === 401 || status === 403) {
    response.setHeader('WWW-Authenticate', challenge(publicUrl, reason, scope));
  }
  send(response, status, bodyOfRefusal(refusal));
}

/** The body of a refusal as JSON. */
export function bodyOfRefusal({ code, message, details }: Refusal): string {
  const { http: status } = refusals[code];
  return JSON.stringify({ error: { code, message, status, details: ordered(details) } });
}

/** 404 for a path that no operation has, also for one that cannot be decoded. */
export const unknownPath = (): Refusal =>
  new Refusal('not_found', 'No operation has this path; see /openapi.json.');

/** One order of keys, so that a refusal kept under an idempotency key is repeated byte for byte. */
function ordered(given: RefusalDetails): RefusalDetails | undefined {
  const { issues, retryable, retryAfterSeconds, document, reason, balanceMinor, topUpUrl } = given;
  const details = {
    issues: issues?.map(({ path, code, message }) => ({ path, code, message })),
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

/** Up to here a body is copied behind its head, and both leave in one piece. */
const onePieceMax = 1 << 13;

/** Answers JSON. Latin 1 is how bytes travel through a string: one for one. */
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

/** RFC 6750 challenge with RFC 9728 metadata. */
function challenge(
  publicUrl: string,
  reason: string | undefined,
  scope: readonly string[],
): string {
  const metadata = `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource"`;
  const error =
    reason && ['invalid_token', 'insufficient_scope'].includes(reason) ? `, error="${reason}"` : '';
  const wanted = reason === 'insufficient_scope' ? `, scope="${scope.join(' ')}"` : '';
  return `Bearer ${metadata}${error}${wanted}`;
}
