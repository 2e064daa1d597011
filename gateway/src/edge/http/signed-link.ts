import { createHmac, timingSafeEqual } from 'node:crypto';
import { documentFormat, documentLanguage } from '@timbre/api';
import { z } from 'zod';

const fields = { organizationId: z.uuid(), expiresMs: z.int() };

/** The access that a link grants. For a document, the `id` is the document's reference. */
const linkGrant = z.discriminatedUnion('kind', [
  z.strictObject({ ...fields, kind: z.enum(['download', 'file', 'mail', 'upload']), id: z.uuid() }),
  z.strictObject({ ...fields, kind: z.literal('mail_file'), id: z.uuid(), mailId: z.uuid() }),
  z.strictObject({
    ...fields,
    kind: z.literal('document'),
    id: z.string(),
    format: documentFormat,
    language: documentLanguage.optional(),
  }),
]);

export type LinkGrant = z.output<typeof linkGrant>;

type Unsigned<Grant> = Grant extends unknown ? Omit<Grant, 'expiresMs'> : never;

type NewGrant = Unsigned<LinkGrant>;

interface SignedLink {
  url: string;
  /** The time at which the link expires, as an RFC 3339 timestamp. */
  expiresAt: string;
}

export interface Links {
  /** @param sinceMs is the start of the validity; the default is the current time */
  write(grant: NewGrant, sinceMs?: number): SignedLink;
  /**
   * @returns undefined for a token that this deployment did not sign; expired grants are also
   * returned
   */
  read(token: string): LinkGrant | undefined;
  isExpired(grant: LinkGrant): boolean;
}

/**
 * The validity of a link in milliseconds. The time is long enough to follow the link, and short
 * enough that a link in an old log is useless.
 */
const validMs = 15 * 60_000;

/**
 * Creates signed links. A link contains its target and its expiry, and grants access to the target
 * without an API key. The link must therefore be kept secret.
 * @param contextKey is the deployment's secret, from which the key that signs the links is derived
 */
export function createLinks(contextKey: Buffer, publicUrl: string, nowMs: () => number): Links {
  const key = createHmac('sha256', contextKey).update('signed links').digest();
  const sign = (payload: string) => createHmac('sha256', key).update(payload).digest();
  return {
    write(grant, sinceMs = nowMs()) {
      const expiresMs = sinceMs + validMs;
      const payload = Buffer.from(JSON.stringify({ ...grant, expiresMs })).toString('base64url');
      const url = `${publicUrl}/links/${payload}.${sign(payload).toString('base64url')}`;
      return { url, expiresAt: new Date(expiresMs).toISOString() };
    },
    read(token) {
      const [payload = '', signature = '', ...more] = token.split('.');
      const given = Buffer.from(signature, 'base64url');
      const wanted = sign(payload);
      const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted);
      if (more.length > 0 || !isOurs) return undefined;
      return linkGrant.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
    },
    isExpired: ({ expiresMs }) => nowMs() >= expiresMs,
  };
}
