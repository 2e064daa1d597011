import { createHmac } from 'node:crypto';

const prefix = 'whsec_';

/**
 * Returns a secret in the text form for receivers, which is `whsec_` and base64 of 24 to 64 bytes
 * (Standard Webhooks 1.0.0).
 */
export const secretText = (secret: Buffer): string => `${prefix}${secret.toString('base64')}`;

/**
 * Returns the headers with which a receiver verifies an event (Standard Webhooks 1.0.0). During a
 * rotation, the event is signed with two secrets, so a receiver can verify the event with either
 * secret.
 * @param id the identifier of the event, which is the same in all attempts
 * @param atSeconds the time of the attempt in seconds
 */
export function signedHeaders(
  id: string,
  atSeconds: number,
  body: string,
  secrets: readonly Buffer[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', secret).update(`${id}.${atSeconds}.${body}`).digest('base64');
    return `v1,${mac}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(atSeconds),
    'webhook-signature': signatures.join(' '),
  };
}
