import * as oauth4webapi from 'oauth4webapi';
import * as openid from 'openid-client';
import {
  created,
  customerInput,
  dataOf,
  startApi,
  type Api,
  type Shown,
} from '@timbre/testkit/client';
import { refusalOf } from '../api/refused';
import { newTill, saleInput } from '../api/sales-receipts/till';
import { until } from '../api/until';
import { desk, openWindow, startBrowser } from '../browser/browser';
import { startOAuthDeployment, type OAuthDeployment } from './deployment';
import { pageOf, plainBrowser, targetOf, type PlainBrowser } from './plain-browser';

const redirectUri = 'http://127.0.0.1:33418/callback';
const insecure = { [oauth4webapi.allowInsecureRequests]: true };

let deployment: OAuthDeployment;
let api: Api;
let sandbox: Api;
let client: openid.Configuration;
beforeAll(async () => {
  deployment = await startOAuthDeployment('oauth');
  api = await deployment.organization('Escuela Kemper');
  await deployment.member(api, 'owner@example.com', 'owner');
  client = await openid.dynamicClientRegistration(
    new URL(api.baseUrl),
    {
      client_name: 'Asistente',
      redirect_uris: [redirectUri],
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      scope: 'contacts:read',
      token_endpoint_auth_method: 'none',
    },
    openid.None(),
    { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
  );
  sandbox = await startApi();
}, 360_000);
afterAll(() => deployment?.stop());

interface Wanted {
  email: string;
  scope?: string;
  resource?: string;
  /**
   * The write permissions that the person grants on the consent page; all requested permissions if
   * absent.
   */
  allowed?: string[];
}

/**
 * Logs a person in and submits the consent page.
 * @returns the redirect address that the application receives
 */
async function agree(browser: PlainBrowser, url: URL, { email, allowed }: Wanted): Promise<URL> {
  let page = pageOf(await browser.open(url.href));
  if (page.html.includes('name="email"')) {
    page = pageOf(await browser.send(page, { step: 'email', email }));
    page = pageOf(await browser.send(page, { step: 'code', code: await deployment.codeOf(email) }));
  }
  expect(page.html).toContain('¿Permites el acceso a Asistente?');
  const offered = [...page.html.matchAll(/name="permission" value="([^"]+)"/g)].map(
    ([, name]) => name!,
  );
  return targetOf(await browser.send(page, { decision: 'allow', permission: allowed ?? offered }));
}

async function connect(wanted: Wanted, browser = plainBrowser(api.baseUrl)) {
  const verifier = openid.randomPKCECodeVerifier();
  const state = openid.randomState();
  const url = openid.buildAuthorizationUrl(client, {
    redirect_uri: redirectUri,
    state,
    code_challenge_method: 'S256',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    ...(wanted.scope !== undefined && { scope: wanted.scope }),
    ...(wanted.resource !== undefined && { resource: wanted.resource }),
  });
  const callback = await agree(browser, url, wanted);
  const parameters = wanted.resource === undefined ? {} : { resource: wanted.resource };
  return openid.authorizationCodeGrant(
    client,
    callback,
    { pkceCodeVerifier: verifier, expectedState: state },
    parameters,
  );
}

/** Returns an API client of the organization with an access token. */
const withToken = ({ access_token: token }: { access_token: string }): Api => api.withApiKey(token);

const owner = 'owner@example.com';

test('a client discovers the authorization server from the API, and its token acts as the member', async () => {
  const resource = new URL(`${api.baseUrl}/mcp`);
  const found = await oauth4webapi.processResourceDiscoveryResponse(
    resource,
    await oauth4webapi.resourceDiscoveryRequest(resource, insecure),
  );
  expect(found.authorization_servers).toEqual([api.baseUrl]);
  expect(found.scopes_supported).not.toContain('offline_access');
  const issuer = new URL(api.baseUrl);
  const server = await oauth4webapi.processDiscoveryResponse(
    issuer,
    await oauth4webapi.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' }),
  );
  expect(server).toMatchObject({
    issuer: api.baseUrl,
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
  });
  const tokens = await connect({ email: owner, scope: 'contacts:read contacts:manage' });
  const answer = await withToken(tokens).request('GET', '/v1/contacts');
  expect(answer.status).toBe(200);
  const made = await withToken(tokens).request('POST', '/v1/contacts', {
    body: customerInput,
  });
  expect(made.status).toBe(201);
  const request = new Request(`${api.baseUrl}/v1/contacts`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  const claims = await oauth4webapi.validateJwtAccessToken(server, request, api.baseUrl, insecure);
  expect(claims).toMatchObject({
    scope: 'contacts:read contacts:manage',
    organization_id: api.organizationId,
    exp: claims.iat + 900,
  });
});

test('a member logs in to the console, which does not store the access tokens', async () => {
  const browser = await startBrowser();
  const { page, errors } = await openWindow(browser, desk);
  await page.goto(`${api.baseUrl}/console`);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.locator('input[name=email]').fill(owner);
  await page.keyboard.press('Enter');
  await page.locator('input[name=code]').fill(await deployment.codeOf(owner));
  await page.keyboard.press('Enter');
  await page.locator('button[value=allow]').click();
  await page.getByRole('heading', { level: 1, name: 'Escuela Kemper' }).waitFor();
  await page.getByRole('button', { name: 'Completar el perfil fiscal' }).waitFor();
  const stored = await page.evaluate('[localStorage.length, sessionStorage.length]');
  expect([stored, new URL(page.url()).search, errors]).toEqual([[0, 0], '', []]);
  await browser.close();
});

test("a client may have a redirect address with https or on the person's own machine", async () => {
  const registered = async (uri: string) => {
    const answer = await fetch(`${api.baseUrl}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: 'Asistente',
        redirect_uris: [uri],
        application_type: 'web',
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'none',
      }),
    });
    const { error } = (await answer.json()) as { error?: string };
    return [answer.status, error].filter(Boolean).join(' ');
  };
  expect(await registered('http://app.example/callback')).toBe('400 invalid_redirect_uri');
  expect(await registered('http://127.0.0.1.app.example/')).toBe('400 invalid_redirect_uri');
  for (const uri of ['https://app.example/callback', 'http://localhost:8000/', 'http://[::1]/'])
    expect(await registered(uri)).toBe('201');
  for (const uri of ['com.example.app:/callback', 'https://localhost:3000/callback'])
    expect(await registered(uri)).toBe('201');
  for (const uri of [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///tmp/x',
    'intent://x#Intent;end',
    'ftp://x.example/',
    'mailto:ana@example.com',
    'myapp://callback',
    'https://user:password@app.example/callback',
    'https://user@app.example/callback',
    'http://user@127.0.0.1/callback',
    'com.example.app://user@callback',
    'callback',
    '',
  ])
    expect(await registered(uri)).toBe('400 invalid_redirect_uri');
});

test('an editor may have a redirect address with its own scheme, on the web, or at any port of its machine', async () => {
  const [scheme, web] = [
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'https://www.cursor.com/agents/mcp/oauth/callback',
  ];
  const answer = await fetch(`${api.baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'IDE',
      application_type: 'web',
      token_endpoint_auth_method: 'none',
      redirect_uris: [scheme, web, 'http://localhost:8787/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    }),
  });
  expect(answer.status).toBe(201);
  const { client_id: clientId } = (await answer.json()) as { client_id: string };
  const statusAt = async (redirect: string) => {
    const url = new URL(`${api.baseUrl}/oauth/authorize`);
    url.search = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirect,
      response_type: 'code',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    }).toString();
    const seen = await plainBrowser(api.baseUrl).open(url.href);
    return 'status' in seen ? seen.status : seen.leadsTo.href;
  };
  const loopback = ['http://localhost:8787/callback', 'http://localhost:51234/callback'];
  for (const uri of [scheme, web, ...loopback]) expect(await statusAt(uri)).toBe(200);
  const foreign = [
    'cursor://other/oauth/callback',
    'https://www.cursor.com/other',
    'http://localhost:8787/other',
    'http://127.0.0.1:8787/callback',
  ];
  for (const uri of foreign) expect(await statusAt(uri)).toBe(400);
});

test('a client in a browser may request tokens from any origin', async () => {
  const origin = 'http://localhost:6274';
  for (const [path, method] of [
    ['/mcp', 'POST'],
    ['/oauth/register', 'POST'],
    ['/oauth/token', 'POST'],
    ['/.well-known/oauth-authorization-server', 'GET'],
    ['/.well-known/oauth-protected-resource/mcp', 'GET'],
  ] as const) {
    const headers = { origin, 'access-control-request-method': method };
    const asked = await fetch(`${api.baseUrl}${path}`, { method: 'OPTIONS', headers });
    expect([path, asked.status]).toEqual([path, 204]);
    expect(asked.headers.get('access-control-allow-origin')).toBe('*');
    const names = asked.headers.get('access-control-allow-headers')!.split(', ');
    expect(names).toEqual(
      expect.arrayContaining(['authorization', 'mcp-protocol-version', 'mcp-method', 'mcp-name']),
    );
    const body = method === 'POST' ? '{}' : null;
    const answer = await fetch(`${api.baseUrl}${path}`, { method, body, headers: { origin } });
    expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, '*']);
  }
  const refused = await fetch(`${api.baseUrl}/mcp`, { method: 'POST', headers: { origin } });
  expect(refused.status).toBe(401);
  expect(refused.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
});

test('a token has only the granted scope, and an error states which scope to request', async () => {
  const tokens = await connect({
    email: owner,
    scope: 'contacts:read contacts:manage',
    allowed: [],
  });
  expect(tokens.scope).toBe('contacts:read');
  const refused = await withToken(tokens).request('GET', '/v1/products');
  expect(refusalOf(refused)).toBe('403 forbidden insufficient_scope');
  expect(refused.headers.get('www-authenticate')).toContain(
    'error="insufficient_scope", scope="products:read"',
  );
  // A client that was registered with a narrow scope can still request a wider scope.
  const more = await connect({ email: owner, scope: 'contacts:read products:read' });
  expect((await withToken(more).request('GET', '/v1/products')).status).toBe(200);
});

test('a client that requests no scope gets the read permissions', async () => {
  const tokens = await connect({ email: owner, resource: `${api.baseUrl}/mcp` });
  const scope = (tokens.scope ?? '').split(' ');
  expect(scope).toContain('invoices:read');
  expect(scope.every((name) => name.endsWith(':read'))).toBe(true);
  expect((await withToken(tokens).request('GET', '/v1/contacts')).status).toBe(200);
});

test('a refresh token works only once, and its second use revokes all tokens of the grant', async () => {
  const first = await connect({ email: owner, scope: 'contacts:read' });
  const second = await openid.refreshTokenGrant(client, first.refresh_token!);
  expect((await withToken(second).request('GET', '/v1/contacts')).status).toBe(200);
  await expect(openid.refreshTokenGrant(client, first.refresh_token!)).rejects.toMatchObject({
    error: 'invalid_grant',
  });
  await expect(openid.refreshTokenGrant(client, second.refresh_token!)).rejects.toMatchObject({
    error: 'invalid_grant',
  });
  await endsWithin5s(second);
});

test('at most one of many concurrent uses of a refresh token succeeds', async () => {
  const { refresh_token: token } = await connect({ email: owner, scope: 'contacts:read' });
  const uses = await Promise.allSettled(
    Array.from({ length: 6 }, () => openid.refreshTokenGrant(client, token!)),
  );
  expect(uses.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
});

async function endsWithin5s(tokens: { access_token: string }): Promise<void> {
  const asked = () => withToken(tokens).request('GET', '/v1/contacts');
  const last = await until(5_000, asked, ({ status }) => status === 401);
  expect(refusalOf(last)).toBe('401 unauthenticated invalid_token');
  expect(last.headers.get('www-authenticate')).toContain('error="invalid_token"');
}

test('a demoted member loses the permissions of the old role within 5 s, and a removed member loses all permissions', async () => {
  const email = 'ines@example.com';
  const { memberId } = await deployment.member(api, email, 'administrator');
  const tokens = await connect({ email, scope: 'products:read employees:read' });
  const employees = () => withToken(tokens).request('GET', '/v1/employees');
  expect((await employees()).status).toBe(200);
  const path = `/v1/organization/members/${memberId}`;
  await api.request('PATCH', path, { body: { role: 'sales' } });
  const demoted = await until(5_000, employees, ({ status }) => status === 403);
  expect(refusalOf(demoted)).toBe('403 forbidden role_insufficient');
  expect((await withToken(tokens).request('GET', '/v1/products')).status).toBe(200);
  await api.request('DELETE', path);
  await endsWithin5s(tokens);
  await expect(openid.refreshTokenGrant(client, tokens.refresh_token!)).rejects.toMatchObject({
    error: 'invalid_grant',
  });
});

test('an assistant sees the tools that its member may use, and an HTTP error states the scope that a call requires', async () => {
  const resource = `${api.baseUrl}/mcp`;
  const tokens = await connect({ email: owner, scope: 'contacts:read', resource });
  const ask = async (method: string, params: object) => {
    const answer = await fetch(resource, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${tokens.access_token}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const listed = await ask('tools/list', {});
  expect([listed.status, listed.text]).toEqual([200, expect.stringContaining('"save_product"')]);
  const call = (name: string, given: object) => ask('tools/call', { name, arguments: given });
  const allowed = await call('search_contacts', { kind: 'customer' });
  expect([allowed.status, allowed.text]).toEqual([200, expect.not.stringContaining('isError')]);
  const refused = await call('search_products', {});
  expect(refused.status).toBe(403);
  expect(refused.headers.get('www-authenticate')).toBe(
    `Bearer resource_metadata="${api.baseUrl}/.well-known/oauth-protected-resource/mcp", error="insufficient_scope", scope="products:read"`,
  );
});

test('a call of /mcp without a token gets an error with the first scope to request and the authorization server', async () => {
  const answer = await fetch(`${api.baseUrl}/mcp`, { method: 'POST' });
  expect(answer.status).toBe(401);
  const challenge = answer.headers.get('www-authenticate')!;
  expect(challenge).toContain('/.well-known/oauth-protected-resource/mcp"');
  expect(challenge).toMatch(/scope="[^"]*invoices:read/);
  expect(challenge).not.toContain(':manage');
});

test('a member without a credential can create keys of the organization with at most the permissions of the access token', async () => {
  const tokens = await connect({ email: owner, scope: 'credentials:manage credentials:read' });
  const of = withToken(tokens);
  expect((await of.request('GET', '/v1/credentials/current')).status).toBe(404);
  const made = await of.request('POST', '/v1/credentials', {
    body: { name: 'Bodega', permissions: ['credentials:read'] },
  });
  expect(made.status).toBe(201);
  expect(made.json.data.createdBy).toMatch(/^user:/);
  const more = await of.request('POST', '/v1/credentials', {
    body: { name: 'Bodega', permissions: ['contacts:read'] },
  });
  expect(more.status).toBe(400);
});

test('a member is recorded as the seller of their sales, and only callers who may read members see the email address', async () => {
  const of = withToken(await connect({ email: owner, scope: 'receipts:read receipts:manage' }));
  const receipt = await created(of, '/v1/sales-receipts', saleInput(await newTill(api)));
  const seller = receipt.seller as string;
  expect(seller).toMatch(/^user:/);
  const day = receipt.businessDate as string;
  const path = `/v1/reports/sales?dateFrom=${day}&dateTo=${day}&groupBy=seller`;
  const groups = async (by: Api) => (await by.request('GET', path)).json.data.groups as object[];
  const rows = await until(
    10_000,
    () => groups(api),
    (found) => found.length > 0,
  );
  expect(rows).toMatchObject([{ key: seller, name: owner, net: 1160 }]);
  expect(await groups(of)).toMatchObject([{ key: seller, name: seller, net: 1160 }]);
});

test('an operator can list the applications of an organization and disconnect an application', async () => {
  const tokens = await connect({ email: owner, scope: 'contacts:read' });
  const of = ['--organization', api.organizationId];
  const { applications } = JSON.parse(
    await deployment.command('gateway', ['application', 'list', ...of, '--email', owner]),
  ) as { applications: { applicationId: string }[] };
  expect(applications[0]).toMatchObject({
    email: owner,
    clientName: 'Asistente',
    redirectHost: '127.0.0.1:33418',
    permissions: ['contacts:read'],
  });
  const { applicationId } = applications[0]!;
  await deployment.command('gateway', [
    'application',
    'disconnect',
    ...of,
    '--application',
    applicationId,
  ]);
  await endsWithin5s(tokens);
});

test('an owner sees the credentials and webhooks that an application created, and disconnects the application together with them', async () => {
  const permissions = (await api.request('GET', '/v1/permissions')).json.data as Shown[];
  const scope = permissions.map(({ permission }) => permission as string).join(' ');
  const tokens = await connect({ email: owner, scope });
  const application = withToken(tokens);
  const key = await created(application, '/v1/credentials', {
    name: 'Made',
    permissions: ['webhooks:read', 'webhooks:manage'],
  });
  const invitation = { email: 'late@example.com', role: 'read_only' };
  const { memberId } = await created(application, '/v1/organization/members', invitation);
  const url = 'https://example.com/';
  const byToken = await created(application, '/v1/webhooks', { url, events: ['*'] });
  const byKey = await created(api.withApiKey(key.apiKey as string), '/v1/webhooks', {
    url,
    events: ['*'],
  });
  const own = await created(api, '/v1/webhooks', { url, events: ['*'] });
  const access = '/v1/organization/access';
  const rowOf = async (kind: string, id: unknown) => {
    const { json } = await api.request('GET', `${access}?kind=${kind}&limit=50`);
    return (json.data as Shown[]).find((row) => row.id === id)!;
  };
  const { applicationId, memberId: connector } = await rowOf('webhook', byToken.webhookId);
  const preview = `${access}?applicationId=${String(applicationId)}`;
  const ends = [
    { kind: 'application', name: 'Asistente' },
    { kind: 'credential', id: key.credentialId },
    { kind: 'webhook', id: byKey.webhookId },
    { kind: 'webhook', id: byToken.webhookId },
    { kind: 'invitation', id: memberId },
  ];
  expect((await api.request('GET', preview)).json.data).toMatchObject(ends);
  const ofMember = await api.request('GET', `${access}?memberId=${String(connector)}&limit=50`);
  const rowsOfMember = [{ kind: 'member', id: connector, name: owner }, ...ends].map((row) =>
    expect.objectContaining(row),
  ) as unknown[];
  expect(ofMember.json.data).toEqual(expect.arrayContaining(rowsOfMember));
  const path = `/v1/organization/applications/${String(applicationId)}`;
  expect(await dataOf(api.request('DELETE', path))).toEqual({ applicationId, deleted: true });
  await endsWithin5s(tokens);
  expect((await api.request('GET', preview)).json.data).toEqual([]);
  const shown = (id: unknown) => dataOf(api.request('GET', `/v1/webhooks/${String(id)}`));
  for (const { webhookId } of [byToken, byKey]) {
    await until(
      30_000,
      () => shown(webhookId),
      ({ disabledReason }) => disabledReason === 'access_ended',
    );
  }
  expect(await shown(own.webhookId)).toMatchObject({ status: 'enabled' });
  const body = { status: 'enabled' };
  await dataOf(api.request('PATCH', `/v1/webhooks/${String(byToken.webhookId)}`, { body }));
  expect(await rowOf('webhook', byToken.webhookId)).not.toHaveProperty('applicationId');
});

test('tokens signed by the previous signing key work after a rotation, and tokens signed by an exposed key are rejected', async () => {
  const tokens = await connect({ email: owner, scope: 'contacts:read' });
  await deployment.command('gateway', ['oauth', 'rotate-keys']);
  await deployment.restart('gateway');
  const asked = () => withToken(tokens).request('GET', '/v1/contacts');
  expect((await asked()).status).toBe(200);
  await deployment.command('gateway', ['oauth', 'rotate-keys', '--exposed']);
  await deployment.restart('gateway');
  expect(refusalOf(await asked())).toBe('401 unauthenticated invalid_token');
});

test('a sandbox accepts no access token and announces no authorization server', async () => {
  const tokens = await connect({ email: owner, scope: 'contacts:read' });
  const refused = await sandbox.withApiKey(tokens.access_token).request('GET', '/v1/contacts');
  expect(refusalOf(refused)).toBe('401 unauthenticated invalid_token');
  for (const path of ['', '/mcp']) {
    const { json } = await sandbox.request('GET', `/.well-known/oauth-protected-resource${path}`);
    expect(json).not.toHaveProperty('authorization_servers');
  }
  for (const path of [
    '/.well-known/oauth-authorization-server',
    '/oauth/authorize',
    '/oauth/jwks',
  ]) {
    expect((await sandbox.request('GET', path)).status).toBe(404);
  }
});
