import type { Response } from 'express';
import { Refusal, refusals } from '@timbre/kit';

/** Writes a refusal as spec part 7 wants it, with the headers that belong to its code. */
export function refuse(response: Response, refusal: Refusal, publicUrl: string): void {
  const { http: status } = refusals[refusal.code];
  const details = Object.keys(refusal.details).length > 0 ? { details: refusal.details } : {};
  const { retryAfterSeconds, reason } = refusal.details;
  if (retryAfterSeconds) response.setHeader('Retry-After', String(retryAfterSeconds));
  if (status === 401 || status === 403) {
    response.setHeader('WWW-Authenticate', challenge(publicUrl, reason));
  }
  const error = { code: refusal.code, message: refusal.message, status, ...details };
  send(response, status, JSON.stringify({ error }));
}

export function send(response: Response, status: number, body: string | Uint8Array): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Length', Buffer.byteLength(body as string));
  response.end(body);
}

/** RFC 6750 challenge with RFC 9728 metadata. */
function challenge(publicUrl: string, reason: string | undefined): string {
  const metadata = `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource"`;
  const error =
    reason && ['invalid_token', 'insufficient_scope'].includes(reason) ? `, error="${reason}"` : '';
  return `Bearer ${metadata}${error}`;
}
