import { createHmac, timingSafeEqual } from 'node:crypto';

/** SW's tokens are valid for two hours. */
const LIFETIME_SECONDS = 7200;

/**
 * Issues and verifies signed tokens in the format of a JWT. Tokens are not stored, and they stay valid
 * after a restart.
 */
export interface Tokens {
  issue(account: string): { readonly token: string; readonly expiresAt: number };
  /** Returns the account in a valid token, or the reason why the token is invalid. */
  open(token: string): { readonly account: string } | { readonly problem: string };
}

/** @param now returns the real time, so that advancing the simulated clock does not expire tokens */
export function tokensOf(secret: Buffer, now: () => Date): Tokens {
  const sign = (content: string) =>
    createHmac('sha256', secret).update(content).digest('base64url');
  const seconds = () => Math.floor(now().getTime() / 1000);
  return {
    issue(account) {
      const expiresAt = seconds() + LIFETIME_SECONDS;
      const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ account, exp: expiresAt })}`;
      return { token: `${content}.${sign(content)}`, expiresAt };
    },
    open(token) {
      const [header, payload, signature] = token.split('.');
      if (!header || !payload || !signature || token.split('.').length !== 3)
        return { problem: 'El token debe contener 3 partes' };
      const expected = Buffer.from(sign(`${header}.${payload}`));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        return { problem: 'Firma del token inválida' };
      const { account, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as {
        account: string;
        exp: number;
      };
      return exp > seconds() ? { account } : { problem: 'El token ha expirado' };
    },
  };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
