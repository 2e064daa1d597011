import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';

const timeoutMs = 5_000;

/**
 * Returns the key set of another issuer, which is located through the issuer's metadata (OpenID
 * Connect Discovery, RFC 8414). When a token names an unknown key, the key set is fetched again, at
 * most every thirty seconds.
 */
export function keysOf(issuer: string): JWTVerifyGetKey {
  let found: Promise<JWTVerifyGetKey> | undefined;
  return async (header, token) => {
    found ??= discovered(issuer);
    found.catch(() => (found = undefined));
    return (await found)(header, token);
  };
}

async function discovered(issuer: string): Promise<JWTVerifyGetKey> {
  const base = issuer.replace(/\/$/, '');
  const { origin, pathname } = new URL(base);
  const addresses = [
    `${base}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${pathname === '/' ? '' : pathname}`,
  ];
  for (const address of addresses) {
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    if (!answer.ok) continue;
    const metadata = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown };
    if (metadata.issuer !== issuer || typeof metadata.jwks_uri !== 'string') continue;
    return createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: timeoutMs });
  }
  // The error is a TypeError like the errors of `fetch`, because the caller handles both errors in
  // the same way.
  throw new TypeError(`no metadata of ${issuer} names its keys`);
}
