// Verifies the signature of an event, as Standard Webhooks defines it.
import type { WebhookEvent } from './generated/operations.ts';

/** An event as the endpoint received it. */
export interface WebhookMessage {
  /** The secret of the endpoint, `whsec_…`. */
  secret: string;
  headers: Headers | Record<string, string | string[] | undefined>;
  /** The body exactly as received, before any parsing. */
  body: string | Uint8Array;
  /** The present time in milliseconds, for tests. */
  nowMs?: number;
}

/** The error for a message that Timbre did not send, or that is too old. */
export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError';
}

/** The age above which a message is refused, because it may be a recorded copy. */
const toleranceMs = 300_000;

/**
 * Returns the event if Timbre sent the message.
 * @throws WebhookSignatureError if not; answer the request with 401
 */
export async function readWebhook(message: WebhookMessage): Promise<WebhookEvent> {
  const { secret, body, nowMs = Date.now() } = message;
  const [id, sentAt, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headerOf(message.headers, name),
  );
  if (!id || !sentAt || !signatures) throw new WebhookSignatureError('no signature');
  if (!/^\d{1,12}$/.test(sentAt))
    throw new WebhookSignatureError('the time of the message is no number of seconds');
  const isRecent = Math.abs(nowMs - Number(sentAt) * 1000) <= toleranceMs;
  if (!isRecent) throw new WebhookSignatureError('the message is too old, or of the future');
  const text =
    typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  const signed = new TextEncoder().encode(`${id}.${sentAt}.${text}`);
  const key = await keyOf(secret);
  for (const signature of signatures.split(' ')) {
    const [version, value = ''] = signature.split(',');
    if (version !== 'v1') continue;
    // The comparison takes constant time.
    if (await crypto.subtle.verify('HMAC', key, bytesOf(value), signed)) return JSON.parse(text);
  }
  throw new WebhookSignatureError('the signature is not of this secret and message');
}

/**
 * The value of a header, regardless of the case of its name. If a header is repeated, Timbre did not send
 * it.
 */
function headerOf(headers: WebhookMessage['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : undefined;
}

function keyOf(secret: string) {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  // Anybody could sign an event with an empty secret.
  if (bytes.length === 0) throw new WebhookSignatureError('the secret is empty');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    // Invalid base64 cannot be a signature.
    return new Uint8Array();
  }
}
