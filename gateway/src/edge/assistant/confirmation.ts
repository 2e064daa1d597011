import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import canonicalize from 'canonicalize';
import { conflict, invalid } from '@timbre/kit';
import { z } from 'zod';

/**
 * The validity of a token in milliseconds, which is long enough for a person to read and answer.
 */
const validMs = 10 * 60_000;

const payload = z.strictObject({
  nonce: z.uuid(),
  expiresMs: z.int(),
  call: z.string(),
  version: z.string(),
});

/** A call that a person can confirm, made with one credential. */
export interface Confirmable {
  tool: string;
  arguments: Record<string, unknown>;
  credentialId: string;
  organizationId: string;
}

export interface Confirmation {
  /** The idempotency key with which the operation is called. */
  nonce: string;
  /** The digest of the confirmed call. */
  call: string;
  /** The digest of the data in the summary. */
  version: string;
  /**
   * Whether the token has expired. With an expired token, only a call that was already started can
   * be repeated.
   */
  isExpired: boolean;
}

export interface Confirmations {
  /** Whether this deployment issued the token, for any call. */
  isOurs(token: string): boolean;
  write(of: Confirmable, version: string, nonce: string): { token: string; expiresAt: string };
  /**
   * @throws Refusal validation_error for a token that this deployment did not issue, conflict for a
   * token that confirms another call
   */
  read(token: unknown, of: Confirmable): Confirmation;
}

/**
 * Creates signed tokens, each of which confirms one call. A token contains digests of the call and
 * of the document, and a nonce. Nothing is stored until the token is used.
 * @param contextKey is the deployment's secret, from which the key of the tokens is derived
 */
export function createConfirmations(contextKey: Buffer, nowMs: () => number): Confirmations {
  const key = createHmac('sha256', contextKey).update('confirmations').digest();
  const sign = (text: string) => createHmac('sha256', key).update(text).digest();
  const isSigned = ([text = '', signature = '', ...more]: string[]): boolean => {
    const given = Buffer.from(signature, 'base64url');
    const wanted = sign(text);
    return more.length === 0 && given.length === wanted.length && timingSafeEqual(given, wanted);
  };
  return {
    isOurs: (token) => isSigned(token.split('.')),
    write(of, version, nonce) {
      const expiresMs = nowMs() + validMs;
      const content = { nonce, expiresMs, call: digest(of), version };
      const text = Buffer.from(JSON.stringify(content)).toString('base64url');
      const token = `${text}.${sign(text).toString('base64url')}`;
      return { token, expiresAt: new Date(expiresMs).toISOString() };
    },
    read(token, of) {
      const parts = typeof token === 'string' ? token.split('.') : [];
      const [text = ''] = parts;
      if (!isSigned(parts)) throw unknownToken();
      const read = payload.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
      if (read.call !== digest(of)) throw otherCall();
      return { ...read, isExpired: nowMs() >= read.expiresMs };
    },
  };
}

/** Returns the SHA-256 of a value as canonical JSON (RFC 8785). */
export const digest = (value: unknown): string =>
  createHash('sha256')
    .update(canonicalize(value) ?? '')
    .digest('hex');

const path = ['confirmationToken'];

const unknownToken = () =>
  invalid([
    {
      path,
      code: 'confirmation_unknown',
      message: 'Timbre did not issue this token; call without it first.',
    },
  ]);

const otherCall = () =>
  conflict(
    'The token confirms another call; call without it to get a new summary.',
    'confirmation_of_another_call',
  );
