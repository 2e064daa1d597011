import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { freePort, type Api } from '@timbre/testkit/client';
import { look, openWindow, startBrowser, windows } from '../browser/browser';
import { startOAuthDeployment, type OAuthDeployment } from './deployment';
import { pageOf, plainBrowser } from './plain-browser';

let browser: Browser;
let deployment: OAuthDeployment;
let api: Api;
let other: Api;
beforeAll(async () => {
  [browser, deployment] = await Promise.all([startBrowser(), startOAuthDeployment('oauthpages')]);
  api = await deployment.organization('Escuela Kemper');
  other = await deployment.organization('Panadería Robles');
  await deployment.member(api, 'eva@example.com', 'owner');
  await deployment.member(other, 'eva@example.com', 'sales');
  await deployment.member(api, 'leo@example.com', 'accountant');
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await deployment?.stop();
});

/**
 * A client application whose redirect page shows `done` if it received a code, and `denied` if it did
 * not.
 */
async function application(): Promise<{ redirectUri: string; close: () => void }> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><title>App</title><h1>${request.url!.includes('code=') ? 'done' : 'denied'}</h1>`,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    redirectUri: `http://127.0.0.1:${port}/callback`,
    close: () => server.close(() => undefined).closeAllConnections(),
  };
}

async function register(redirectUri: string, name = 'Asistente de facturas'): Promise<string> {
  const answer = await fetch(`${api.baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: name,
      redirect_uris: [redirectUri],
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    }),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { client_id: string }).client_id;
}

function authorizationUrl(clientId: string, redirectUri: string, scope: string): string {
  const url = new URL(`${api.baseUrl}/oauth/authorize`);
  url.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state: 's',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }).toString();
  return url.href;
}

describe.each(windows)('on a %s', (name, options) => {
  it('a member logs in with a code, chooses an organization, and gives consent', async () => {
    const { redirectUri, close } = await application();
    const clientId = await register(redirectUri);
    const scope = 'contacts:read invoices:read invoices:manage employees:manage';
    const { page, errors } = await openWindow(browser, options);
    await page.goto(authorizationUrl(clientId, redirectUri, scope));
    await look(page, ['login', name, 'email']);
    await page.getByLabel('Correo electrónico').fill('eva@example.com');
    await page.getByRole('button', { name: 'Enviar código' }).click();
    await look(page, ['login', name, 'code']);
    await page.getByLabel('Código').fill('12345678');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByText('El código no es correcto').waitFor();
    await page.getByLabel('Código').fill(await deployment.codeOf('eva@example.com'));
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('heading', { name: 'Elige una organización' }).waitFor();
    await look(page, ['consent', name, 'organization']);
    await page.getByLabel('Panadería Robles').check();
    await page.getByRole('button', { name: 'Continuar' }).click();
    const title = '¿Permites el acceso a Asistente de facturas?';
    await page.getByRole('heading', { name: title }).waitFor();
    await look(page, ['consent', name, 'permissions']);
    expect(await page.getByText(new URL(redirectUri).host).count()).toBe(1);
    // The page does not offer permissions that the member's role in this organization lacks.
    expect(await page.getByLabel('los empleados').count()).toBe(0);
    await page.getByLabel('las facturas: emitir, timbrar y cancelar').uncheck();
    await page.getByRole('button', { name: 'Permitir', exact: true }).click();
    await page.getByRole('heading', { name: 'done' }).waitFor();
    expect(errors).toEqual([]);
    const line = ['application', 'list', '--organization', other.organizationId];
    const { applications } = JSON.parse(await deployment.command('gateway', line)) as {
      applications: object[];
    };
    expect(applications[0]).toMatchObject({ permissions: ['contacts:read', 'invoices:read'] });
    close();
  });
});

it('no access is granted if the member declines, or if another member submits the consent', async () => {
  const { redirectUri, close } = await application();
  const clientId = await register(redirectUri);
  const { page } = await openWindow(browser);
  await page.goto(authorizationUrl(clientId, redirectUri, 'contacts:read'));
  await page.getByLabel('Correo electrónico').fill('leo@example.com');
  await page.getByRole('button', { name: 'Enviar código' }).click();
  await page.getByLabel('Código').fill(await deployment.codeOf('leo@example.com'));
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByRole('button', { name: 'No soy yo' }).click();
  await page.getByLabel('Correo electrónico').fill('leo@example.com');
  await page.getByRole('button', { name: 'Enviar código' }).click();
  await page.getByLabel('Código').fill(await deployment.codeOf('leo@example.com'));
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByRole('button', { name: 'No permitir' }).click();
  await page.getByRole('heading', { name: 'denied' }).waitFor();
  close();
});

describe('a login', () => {
  const redirectUri = 'http://127.0.0.1:33419/callback';
  const login = async (email: string) => {
    const plain = plainBrowser(api.baseUrl);
    const url = authorizationUrl(await register(redirectUri), redirectUri, 'contacts:read');
    const first = pageOf(await plain.open(url));
    return { plain, url, first, page: pageOf(await plain.send(first, { step: 'email', email })) };
  };

  it('a login with an unknown email address shows the same page and sends no mail', async () => {
    const [known, unknown] = [await login('leo@example.com'), await login('no@example.com')];
    const bare = (html: string) =>
      html.replace(/[\w.]+@example\.com/g, '').replace(/name="token" value="[^"]+"/g, '');
    expect(bare(unknown.page.html)).toBe(bare(known.page.html));
    await deployment.codeOf('leo@example.com');
    expect(deployment.mailsOf('no@example.com')).toEqual([]);
  });

  it('a login invalidates the mailed code after five wrong codes', async () => {
    const { plain, page } = await login('leo@example.com');
    const code = await deployment.codeOf('leo@example.com');
    for (let tries = 0; tries < 5; tries += 1) {
      const again = pageOf(await plain.send(page, { step: 'code', code: '00000000' }));
      expect(again.html).toContain('El código no es correcto');
    }
    const ended = pageOf(await plain.send(page, { step: 'code', code }));
    expect(ended.html).toContain('El código venció o ya se usó');
  });

  it('a login accepts a code only in the browser that requested the code, and a form only with its CSRF token', async () => {
    const [one, two] = [await login('leo@example.com'), await login('no@example.com')];
    const code = await deployment.codeOf('leo@example.com');
    const elsewhere = pageOf(await two.plain.send(two.page, { step: 'code', code }));
    expect(elsewhere.html).toContain('El código no es correcto');
    expect(pageOf(await two.plain.open(one.page.url)).status).toBe(404);
    const forged = { ...one.page, html: '' };
    expect(pageOf(await one.plain.send(forged, { step: 'code', code })).status).toBe(400);
    const entered = pageOf(await one.plain.send(one.page, { step: 'code', code }));
    expect(entered.html).toContain('¿Permites el acceso');
  });

  it('a login without a mail server is possible only with the help of an operator', async () => {
    await login('leo@example.com');
    const line = ['member', 'login-code', '--email', 'leo@example.com'];
    const { codes } = JSON.parse(await deployment.command('gateway', line)) as {
      codes: { code: string }[];
    };
    expect(codes[0]!.code).toBe(await deployment.codeOf('leo@example.com'));
  });
});

it.each([
  ['an unknown client', { client_id: 'nobody' }],
  ['a foreign address to return to', { redirect_uri: 'https://evil.example/' }],
  ['a client at an address inside', { client_id: 'https://127.0.0.1/client' }],
  ['a client at a host without a path', { client_id: 'https://client.example/' }],
])('%s gets an error page and is not redirected', async (_, wrong) => {
  const redirectUri = 'http://127.0.0.1:33420/callback';
  const url = new URL(authorizationUrl(await register(redirectUri), redirectUri, 'contacts:read'));
  for (const [key, value] of Object.entries(wrong)) url.searchParams.set(key, value);
  const page = pageOf(await plainBrowser(api.baseUrl).open(url.href));
  expect([page.status, page.html]).toEqual([400, expect.stringContaining('No se pudo conectar')]);
});

it('the conformance tool finds no fault in the authorization server', async () => {
  const port = await freePort();
  const clientId = await register(`http://127.0.0.1:${port}/callback`, 'Conformance');
  const home = dirname(require.resolve('@modelcontextprotocol/conformance/package.json'));
  const cwd = mkdtempSync(join(tmpdir(), 'timbre-conformance-'));
  const args = ['authorization', '--url', api.baseUrl, '--client-id', clientId];
  const child = execFile(
    process.execPath,
    [
      join(home, 'dist/index.js'),
      ...args,
      '--resource',
      `${api.baseUrl}/mcp`,
      '-p',
      String(port),
      '-o',
      'out',
    ],
    { cwd, timeout: 150_000 },
  );
  let said = '';
  const { page } = await openWindow(browser);
  let opened: Promise<void> | undefined;
  const agree = async (url: string): Promise<void> => {
    await page.goto(url);
    await page.getByLabel('Correo electrónico').fill('leo@example.com');
    await page.getByRole('button', { name: 'Enviar código' }).click();
    await page.getByLabel('Código').fill(await deployment.codeOf('leo@example.com'));
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('button', { name: 'Permitir', exact: true }).click();
  };
  const hear = (part: string): void => {
    said += part;
    const url = /(http:\/\/\S+\/oauth\/authorize\?\S+)/.exec(said)?.[1];
    if (url) opened ??= agree(url);
  };
  child.stdout!.on('data', hear);
  child.stderr!.on('data', hear);
  const [code] = (await once(child, 'exit')) as [number];
  await opened;
  expect({ code, end: code === 0 ? '' : said.slice(-2_000) }).toEqual({ code: 0, end: '' });
}, 180_000);
