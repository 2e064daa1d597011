import { createHmac } from 'node:crypto';

/** The SAT's tokens are valid for ten minutes, although the SOAP envelope states five. */
const LIFE_SECONDS = 600;

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const seal = (secret: Buffer, text: string) =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** Creates a token for the mass download: a JWT whose `actort` is the certificate number in hexadecimal. */
export function writeToken(secret: Buffer, rfc: string, number: string, now: Date): string {
  const actort = Buffer.from(number).toString('hex');
  const seconds = Math.floor(now.getTime() / 1000);
  const times = { nbf: seconds, exp: seconds + LIFE_SECONDS, iat: seconds };
  const claims = { ...times, iss: 'LoadSolicitudDecargaMasivaTerceros', actort, rfc };
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${seal(secret, text)}%26wrap_subject%3d${actort}`;
}

/**
 * Returns the RFC in a valid token, which a request sends in the header `Authorization: WRAP
 * access_token="…"`.
 */
export function readToken(secret: Buffer, header: string, now: Date): string | undefined {
  const token = /^WRAP access_token="([\w.-]+)%26wrap_subject%3d\w+"$/.exec(header)?.[1] ?? '';
  const [head = '', body = '', mark = ''] = token.split('.');
  if (!mark || mark !== seal(secret, `${head}.${body}`)) return undefined;
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
  return Number(claims['exp']) * 1000 > now.getTime() ? String(claims['rfc']) : undefined;
}
