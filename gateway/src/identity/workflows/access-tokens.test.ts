import type { Refusal } from '@timbre/kit';
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { createAccessTokens, isJwt, type TokenIssuer } from './access-tokens';
import type { Principal } from '../domain/principal';
import type { Principals } from './principals';

const issuer = 'https://id.example/';
const audience = 'https://api.example';
const user = '0198a7c4-1111-7222-8333-444455556666';
const [school, bakery] = [
  '0198a7c4-1111-7222-8333-444455556601',
  '0198a7c4-1111-7222-8333-444455556602',
];
const nowMs = Date.UTC(2026, 10, 24);
const seconds = nowMs / 1_000;

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;
let own: KeyPair;
let foreign: KeyPair;
let keyOf: TokenIssuer['keyOf'];
let lookUps: number;
beforeAll(async () => {
  own = await generateKeyPair('ES256');
  foreign = await generateKeyPair('ES256');
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(own.publicKey)), kid: 'one' }] });
  keyOf = (header, token) => {
    lookUps += 1;
    return keys(header, token);
  };
});

const principal = {
  id: user,
  actor: `user:${user}`,
  permissions: new Set(['contacts:read', 'products:read']),
} as Partial<Principal>;

const principals = {
  principalOf: (userId: string, organizationId: string) =>
    Promise.resolve(
      userId === user && organizationId === school ? { ...principal, organizationId } : undefined,
    ),
  onlyOrganizationOf: () => Promise.resolve(undefined),
} as unknown as Principals;

function tokens(more: Partial<TokenIssuer> = {}, only?: string, now = () => nowMs) {
  lookUps = 0;
  return createAccessTokens(
    {
      issuer,
      audiences: [audience, `${audience}/mcp`],
      tokenType: 'at+jwt',
      scope: 'token',
      organizationClaim: 'organization_id',
      keyOf,
      userOf: ({ sub }) => Promise.resolve(sub),
      ...more,
    },
    { ...principals, onlyOrganizationOf: () => Promise.resolve(only) },
    now,
  );
}

const claims: JWTPayload = {
  iss: issuer,
  aud: audience,
  sub: user,
  iat: seconds,
  exp: seconds + 900,
  scope: 'contacts:read employees:read',
  organization_id: school,
};

const signed = (payload: JWTPayload = {}, header: object = {}, key = own.privateKey) =>
  new SignJWT({ ...claims, ...payload })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'one', ...header })
    .sign(key);

const outcome = async (token: string, verifier = tokens()) =>
  verifier.principalOf(token).then(
    ({ permissions }) => [...permissions].join(' '),
    ({ code, details }: Refusal) => [code, details.reason].filter(Boolean).join(' '),
  );

const invalid = 'unauthenticated invalid_token';

it('a token has the permissions that both its scope and the role contain', async () => {
  const found = await tokens().principalOf(await signed());
  expect([...found.permissions]).toEqual(['contacts:read']);
  expect([...found.rolePermissions!]).toEqual(['contacts:read', 'products:read']);
  expect(found.actor).toBe(`user:${user}`);
  expect(found.clientId).toBeUndefined();
  expect(await outcome(await signed(), tokens({ scope: 'role' }))).toBe(
    'contacts:read products:read',
  );
});

it('a token identifies the client through which its member acts', async () => {
  const { clientId } = await tokens().principalOf(
    await signed({ client_id: 'https://c.example/1' }),
  );
  expect(clientId).toBe('https://c.example/1');
  const any = tokens({ scope: 'role' });
  expect((await any.principalOf(await signed({ azp: 'c2' }))).clientId).toBe('c2');
});

it("a token must have one of the gateway's resources among its audiences", async () => {
  expect(await outcome(await signed({ aud: `${audience}/mcp` }))).toBe('contacts:read');
  expect(await outcome(await signed({ aud: ['https://x.example', audience] }))).toBe(
    'contacts:read',
  );
});

it.each<[string, JWTPayload, object]>([
  ['of another audience', { aud: 'https://other.example' }, {}],
  ['without an audience', { aud: undefined as never }, {}],
  ['of another issuer', { iss: 'https://id.example' }, {}],
  ['that has expired', { exp: seconds - 61 }, {}],
  ['without an end', { exp: undefined as never }, {}],
  ['without a subject', { sub: undefined as never }, {}],
  ['of another type', {}, { typ: 'JWT' }],
  ['of an unknown key', {}, { kid: 'two' }],
  ['of an organization without this member', { organization_id: bakery }, {}],
])('a token %s is refused', async (_, payload, header) => {
  expect(await outcome(await signed(payload, header))).toBe(invalid);
});

it('a token with a foreign signature or without a signature is rejected', async () => {
  expect(await outcome(await signed({}, {}, foreign.privateKey))).toBe(invalid);
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const unsigned = `${encoded({ alg: 'none', typ: 'at+jwt' })}.${encoded(claims)}.`;
  expect(isJwt(unsigned)).toBe(false);
  expect(await outcome(unsigned)).toBe(invalid);
});

it("a token without a token type and an organization is accepted if the issuer's settings allow it", async () => {
  const untyped = await signed({ organization_id: undefined }, { typ: 'JWT' });
  expect(await outcome(untyped, tokens({ tokenType: 'any' }, school))).toBe('contacts:read');
  expect(await outcome(untyped, tokens({ tokenType: 'any' }))).toBe(
    'forbidden organization_required',
  );
  const named = await signed({ org: school, organization_id: undefined });
  expect(await outcome(named, tokens({ organizationClaim: 'org' }))).toBe('contacts:read');
});

it('the signature is verified once a minute, but the expiry, the grant and the role are checked for each request', async () => {
  let now = nowMs;
  let isEnded = false;
  const verifier = tokens({ isEnded: () => Promise.resolve(isEnded) }, undefined, () => now);
  const token = await signed();
  expect(await outcome(token, verifier)).toBe('contacts:read');
  expect(await outcome(token, verifier)).toBe('contacts:read');
  expect(lookUps).toBe(1);
  isEnded = true;
  expect(await outcome(token, verifier)).toBe(invalid);
  isEnded = false;
  now += 961_000;
  expect(await outcome(token, verifier)).toBe(invalid);
});

it('if the issuer’s key set cannot be fetched, the token is not reported as invalid', async () => {
  const down = () => Promise.reject(new TypeError('fetch failed'));
  expect(await outcome(await signed(), tokens({ keyOf: down }))).toBe('provider_unavailable');
});

it('a cached token costs at most a tenth of the CPU time of its first use', async () => {
  const verifier = tokens();
  const all = await Promise.all(Array.from({ length: 200 }, () => signed()));
  const cpuOf = async () => {
    const before = process.cpuUsage();
    for (const token of all) await verifier.principalOf(token);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const first = await cpuOf();
  const again = Math.min(await cpuOf(), await cpuOf(), await cpuOf());
  expect(again).toBeLessThan(first / 10);
});
