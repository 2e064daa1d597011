// The login, and the API client with the person's permissions. Keys and tokens are kept only in the
// memory of this module.
import { createTimbre, onlyIn, TimbreError, type Issue, type Timbre } from '@timbre/client';
import { language } from './words.ts';
import { setPlace } from './zone.ts';

/** The name of an operation of the API. */
export type Operation = Exclude<keyof Timbre, 'each' | 'files'>;

export interface Session {
  timbre: Timbre;
  organization: string;
  isSandbox: boolean;
  /** The permissions of this person. */
  granted: readonly string[];
  /** Whether the API would perform the operation for this person. */
  may(operation: Operation): boolean;
  /** Calls an operation whose name comes from a declaration, such as a list. */
  ask<Data>(operation: Operation, input: object): Promise<Answer<Data>>;
}

export interface Answer<Data> {
  data: Data;
  warnings?: Issue[];
  pagination?: { nextCursor: string | null };
}

/** The base address of the deployment; the console is in its folder `console`. */
const base = new URL('..', location.href.split(/[?#]/)[0]).href.replace(/\/$/, '');
const redirectUri = `${base}/console/`;
const clientId = 'timbre-console';
/** How many seconds before its expiry an access token is renewed. */
const marginSeconds = 60;

interface Metadata {
  resource: string;
  authorization_servers?: string[];
  scopes_supported: string[];
}

interface Tokens {
  access_token: string;
  refresh_token?: string;
  expires_in: number;
  scope: string;
}

async function metadata(): Promise<Metadata> {
  const answer = await fetch(`${base}/.well-known/oauth-protected-resource`);
  return (await answer.json()) as Metadata;
}

/**
 * Whether people log in at the deployment's own authorization server; otherwise, they enter an API
 * key.
 */
export async function logsInByOAuth(): Promise<boolean> {
  const { resource, authorization_servers: issuers = [] } = await metadata();
  return issuers.includes(resource);
}

/**
 * Opens a session with an API key.
 * @throws TimbreError if the API refuses the key
 */
export async function openWithKey(apiKey: string): Promise<Session> {
  const timbre = createTimbre({
    baseUrl: base,
    apiKey,
    get language() {
      return language();
    },
  });
  const { data } = await timbre.getCurrentCredential();
  return sessionOf(timbre, data.permissions, apiKey.startsWith('timbre_test_'));
}

async function sessionOf(
  timbre: Timbre,
  granted: readonly string[],
  isSandbox: boolean,
): Promise<Session> {
  const has = new Set(granted);
  const { data: permissions } = await timbre.listPermissions();
  const refused = new Set(
    permissions.filter(({ permission }) => !has.has(permission)).flatMap((one) => one.operations),
  );
  for (const operation of onlyIn[isSandbox ? 'production' : 'sandbox']) refused.add(operation);
  const may = (operation: Operation): boolean => !refused.has(operation);
  const organization = may('getOrganization') ? (await timbre.getOrganization()).data : undefined;
  setPlace({
    timeZone: may('getFiscalProfile') ? await zoneOf(timbre) : undefined,
    aheadSeconds: organization?.clockAheadSeconds ?? 0,
  });
  // The cast is safe, because the declarations were checked against the types of their operations.
  const ask = <Data>(operation: Operation, input: object) =>
    (timbre[operation] as unknown as (input: object) => Promise<Answer<Data>>)(input);
  return { timbre, organization: organization?.name ?? '', isSandbox, granted, may, ask };
}

/** Reads the time zone of the place of issue; undefined before there is a fiscal profile. */
const zoneOf = (timbre: Timbre): Promise<string | undefined> =>
  timbre.getFiscalProfile().then(
    ({ data }) => data.timeZone,
    (fault: unknown) => {
      if (fault instanceof TimbreError && fault.code === 'not_found') return undefined;
      throw fault;
    },
  );

/** Sends the person to the authorization server (OAuth 2.1 with PKCE, RFC 7636). */
export async function logIn(): Promise<void> {
  const { resource, scopes_supported: scopes } = await metadata();
  const [verifier, state] = [random(), random()];
  // The browser leaves the page here, so the verifier is stored in the session. It is useless to
  // others once the code has been redeemed.
  sessionStorage.setItem('login', JSON.stringify({ verifier, state, hash: location.hash }));
  const challenge = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    resource,
    state,
    code_challenge: base64url(new Uint8Array(challenge)),
    code_challenge_method: 'S256',
    ui_locales: language(),
  });
  location.assign(`${base}/oauth/authorize?${query}`);
}

/**
 * Opens a session with the code that the authorization server added to the address.
 * @returns undefined if the address has no code
 */
export async function openWithCode(): Promise<Session | undefined> {
  const search = new URLSearchParams(location.search);
  const waiting = sessionStorage.getItem('login');
  if (!search.has('state') || waiting === null) return undefined;
  sessionStorage.removeItem('login');
  const { verifier, state, hash } = JSON.parse(waiting) as Record<string, string>;
  history.replaceState(null, '', `${redirectUri}${hash}`);
  const code = search.get('code');
  if (search.get('state') !== state || code === null) return undefined;
  let tokens = await tokensFor({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    // `logIn` has stored this verifier before the browser left the page.
    code_verifier: verifier!,
  });
  let endsAt = endOf(tokens);
  let renewal: Promise<void> | undefined;
  const renew = async (token: string): Promise<void> => {
    tokens = await tokensFor({ grant_type: 'refresh_token', refresh_token: token });
    endsAt = endOf(tokens);
  };
  const timbre = createTimbre({
    baseUrl: base,
    apiKey: tokens.access_token,
    get language() {
      return language();
    },
    fetch: async (url, init) => {
      if (Date.now() > endsAt && tokens.refresh_token) {
        renewal ??= renew(tokens.refresh_token).finally(() => (renewal = undefined));
        await renewal;
      }
      const headers = new Headers(init?.headers);
      headers.set('authorization', `Bearer ${tokens.access_token}`);
      return fetch(url, { ...init, headers });
    },
  });
  return sessionOf(timbre, tokens.scope.split(' '), false);
}

async function tokensFor(grant: Record<string, string>): Promise<Tokens> {
  const body = new URLSearchParams({ client_id: clientId, ...grant });
  const answer = await fetch(`${base}/oauth/token`, { method: 'POST', body });
  if (!answer.ok) throw new Error(`login: ${answer.status}`);
  return (await answer.json()) as Tokens;
}

const endOf = ({ expires_in: seconds }: Tokens): number =>
  Date.now() + (seconds - marginSeconds) * 1000;

const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
