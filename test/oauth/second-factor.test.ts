import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import jsQr from 'jsqr';
import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import type { Api } from '@timbre/testkit/client';
import { desk, look, openWindow, startBrowser, windows } from '../browser/browser';
import { until } from '../api/until';
import { startOAuthDeployment, type OAuthDeployment } from './deployment';
import { pageOf, plainBrowser, targetOf, type Page as Seen } from './plain-browser';

let browser: Browser;
let deployment: OAuthDeployment;
let api: Api;
let other: Api;
beforeAll(async () => {
  [browser, deployment] = await Promise.all([startBrowser(), startOAuthDeployment('secondfactor')]);
  api = await deployment.organization('Escuela Kemper');
  other = await deployment.organization('Panadería Robles');
  await deployment.member(api, 'owner@example.com', 'owner');
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await deployment?.stop();
});

const redirectUri = 'http://127.0.0.1:33421/callback';
let clientId: Promise<string> | undefined;

async function register(): Promise<string> {
  const answer = await fetch(`${api.baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Asistente',
      redirect_uris: [redirectUri],
      application_type: 'native',
      token_endpoint_auth_method: 'none',
    }),
  });
  return ((await answer.json()) as { client_id: string }).client_id;
}

async function authorizationUrl(): Promise<string> {
  clientId ??= register();
  const url = new URL(`${api.baseUrl}/oauth/authorize`);
  url.search = new URLSearchParams({
    client_id: await clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'contacts:read',
    state: 's',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }).toString();
  return url.href;
}

/** Returns a secret without the spaces between its groups of characters. */
const plainOf = (secret: string): string => secret.replace(/\s/g, '');

/** Returns the code for a later time step, given the number of steps after the current step. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(plainOf(secret)) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** Opens a browser without scripts for a person. */
async function personOf(email: string) {
  const plain = plainBrowser(api.baseUrl);
  const open = async () => pageOf(await plain.open(await authorizationUrl()));
  return {
    plain,
    open,
    /** Logs in with the mailed code, and returns the next page. */
    async logIn(): Promise<Seen> {
      const asked = pageOf(await plain.send(await open(), { step: 'email', email }));
      const code = await deployment.codeOf(email);
      return pageOf(await plain.send(asked, { step: 'code', code }));
    },
    /** Opens the second-factor settings from the consent page. */
    async account(consent: Seen): Promise<Seen> {
      const { pathname } = new URL(consent.url);
      return pageOf(await plain.open(`${api.baseUrl}${pathname}/factor`));
    },
  };
}

type Person = Awaited<ReturnType<typeof personOf>>;

interface Enrolled {
  person: Person;
  secret: string;
  codes: string[];
  /** The consent page that the person can submit. */
  consent: Seen;
}

/**
 * Adds a member and enrolls a second factor. The enrollment uses the code of the previous time
 * step.
 */
async function enrolled(email: string, role = 'sales', of = api): Promise<Enrolled> {
  await deployment.member(of, email, role);
  return enroll(email);
}

async function enroll(email: string): Promise<Enrolled> {
  const person = await personOf(email);
  const consent = await person.logIn();
  const off = await person.account(consent);
  const { plain } = person;
  const pending = pageOf(await plain.send(off, { step: 'begin' }));
  const secret = /<dd class="code">([A-Z2-7 ]+)</.exec(pending.html)![1]!;
  const shown = pageOf(await plain.send(pending, { step: 'confirm', code: codeOf(secret, -1) }));
  const codes = [...shown.html.matchAll(/<li class="code">([^<]+)</g)].map(([, code]) => code!);
  expect(codes).toHaveLength(10);
  return { person, secret, codes, consent };
}

const headingOf = ({ html }: Seen) => /<h1>([^<]*)/.exec(html)?.[1];
const consents = '¿Permites el acceso a Asistente?';
const asks = 'Confirma que eres tú';

describe.each(windows)('on a %s', (name, options) => {
  it('a member sets up a second factor, and must enter its code at the next login and consent', async () => {
    const email = `${name.replaceAll(' ', '-')}@example.com`;
    await deployment.member(api, email, 'sales');
    const { page, errors } = await openWindow(browser, options);
    await mailedLogin(page, email);
    await page.getByRole('link', { name: 'Tu segundo factor' }).click();
    await look(page, ['second-factor', name, 'off']);
    await page.getByRole('button', { name: 'Activar el segundo factor' }).click();
    await page.getByRole('img', { name: /Código QR/ }).waitFor();
    await look(page, ['second-factor', name, 'scan']);
    const secret = (await page.locator('dd.code').textContent())!;
    await page.getByLabel('Código de la aplicación').fill('000000');
    await page.getByRole('button', { name: 'Confirmar' }).click();
    await page.getByText('El código no es correcto').waitFor();
    await page.getByLabel('Código de la aplicación').fill(codeOf(secret, -1));
    await page.getByRole('button', { name: 'Confirmar' }).click();
    await page.getByRole('heading', { name: 'Guarda tus códigos' }).waitFor();
    await look(page, ['second-factor', name, 'recovery']);
    expect(await page.locator('li.code').count()).toBe(10);
    await page.getByRole('link', { name: 'Ya los guardé' }).click();
    await page.getByRole('heading', { name: consents }).waitFor();
    await page.getByRole('link', { name: 'Tu segundo factor' }).click();
    await page.getByText('Quedan 10 códigos').waitFor();
    await look(page, ['second-factor', name, 'on']);
    // The login session still exists, but a new consent requires a new code.
    await page.goto(await authorizationUrl());
    await page.getByRole('heading', { name: asks }).waitFor();
    await look(page, ['second-factor', name, 'asked']);
    await page.getByRole('button', { name: 'No soy yo' }).click();
    await mailedLogin(page, email, false);
    await page.getByRole('heading', { name: asks }).waitFor();
    await page.getByLabel('Código').fill(codeOf(secret));
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('heading', { name: consents }).waitFor();
    expect(errors).toEqual([]);
  });
});

async function mailedLogin(page: Page, email: string, opens = true): Promise<void> {
  if (opens) await page.goto(await authorizationUrl());
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByRole('button', { name: 'Enviar código' }).click();
  await page.getByLabel('Código').fill(await deployment.codeOf(email));
  await page.getByRole('button', { name: 'Entrar' }).click();
}

it('a phone can read the secret from the QR code', async () => {
  const { page } = await openWindow(browser, desk);
  await deployment.member(api, 'qr@example.com', 'sales');
  await mailedLogin(page, 'qr@example.com');
  await page.getByRole('link', { name: 'Tu segundo factor' }).click();
  await page.getByRole('button', { name: 'Activar el segundo factor' }).click();
  const secret = plainOf((await page.locator('dd.code').textContent())!);
  const path = (await page.locator('svg.qr path').getAttribute('d'))!;
  expect(scanned(path)).toBe(
    `otpauth://totp/Timbre:qr%40example.com?issuer=Timbre&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  );
});

/** Decodes the text of a QR code from the SVG path of its dark modules. */
function scanned(path: string): string | undefined {
  const modules = [...path.matchAll(/M(\d+) (\d+)h/g)].map(([, x, y]) => [Number(x), Number(y)]);
  const [margin, scale] = [4, 4];
  const side = (Math.max(...modules.flat()) + 1 + 2 * margin) * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [column = 0, row = 0] of modules) {
    for (let index = 0; index < scale * scale; index += 1) {
      const x = (column + margin) * scale + (index % scale);
      const y = (row + margin) * scale + Math.floor(index / scale);
      pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  }
  return jsQr(pixels, side, side)?.data;
}

it('a stranger who reads the mailed login code of a member cannot log in without the second factor', async () => {
  const email = 'read@example.com';
  const { secret, codes } = await enrolled(email);
  const stranger = await personOf(email);
  const asked = await stranger.logIn();
  expect(headingOf(asked)).toBe(asks);
  const { pathname } = new URL(asked.url);
  const account = pageOf(await stranger.plain.open(`${api.baseUrl}${pathname}/factor`));
  expect(account.status).toBe(404);
  const forced = pageOf(await stranger.plain.send(asked, { decision: 'allow' }));
  expect(headingOf(forced)).toBe(asks);
  const forged = pageOf(
    await stranger.plain.send({ ...asked, html: '' }, { step: 'factor', code: codes[0]! }),
  );
  expect(forged.status).toBe(400);
  const wrong = String((Number(codeOf(secret)) + 1) % 1e6).padStart(6, '0');
  for (let tries = 0; tries < 5; tries += 1) {
    await stranger.plain.send(asked, { step: 'factor', code: wrong });
  }
  // After too many attempts, the correct code is also rejected in every browser, but a recovery
  // code is accepted.
  const code = codeOf(secret);
  const refused = pageOf(await stranger.plain.send(asked, { step: 'factor', code }));
  expect(refused.html).toContain('Hubo demasiados códigos incorrectos');
  const member = await personOf(email);
  const open = await member.logIn();
  const locked = pageOf(await member.plain.send(open, { step: 'factor', code }));
  expect(locked.html).toContain('Hubo demasiados códigos incorrectos');
  const recovered = await member.plain.send(open, { step: 'factor', code: codes[1]! });
  expect(headingOf(pageOf(recovered))).toBe(consents);
});

it('a second-factor code logs in only one browser, even if two browsers send the code at the same time', async () => {
  const email = 'race@example.com';
  const { secret } = await enrolled(email);
  const [one, two] = [await personOf(email), await personOf(email)];
  const [first, second] = [await one.logIn(), await two.logIn()];
  const code = codeOf(secret);
  const answers = await Promise.all([
    one.plain.send(first, { step: 'factor', code }).then(pageOf),
    two.plain.send(second, { step: 'factor', code }).then(pageOf),
  ]);
  expect(answers.map(headingOf).toSorted()).toEqual([consents, asks].toSorted());
  const third = await personOf(email);
  const replayed = pageOf(await third.plain.send(await third.logIn(), { step: 'factor', code }));
  expect(replayed.html).toContain('Este código ya se usó');
});

it('a recovery code can be used for only one login', async () => {
  const email = 'recovery@example.com';
  const { codes } = await enrolled(email);
  const [one, two] = [await personOf(email), await personOf(email)];
  const code = codes[0]!.toLowerCase();
  expect(headingOf(pageOf(await one.plain.send(await one.logIn(), { step: 'factor', code })))).toBe(
    consents,
  );
  const again = pageOf(await two.plain.send(await two.logIn(), { step: 'factor', code }));
  expect(again.html).toContain('El código no es correcto');
});

it('a login session that began before the second factor was set up cannot give consent', async () => {
  const email = 'before@example.com';
  await deployment.member(api, email, 'sales');
  const before = await personOf(email);
  const open = await before.logIn();
  expect(headingOf(open)).toBe(consents);
  const later = await personOf(email);
  const off = await later.account(await later.logIn());
  const pending = pageOf(await later.plain.send(off, { step: 'begin' }));
  const secret = /<dd class="code">([A-Z2-7 ]+)</.exec(pending.html)![1]!;
  await later.plain.send(pending, { step: 'confirm', code: codeOf(secret) });
  const answer = pageOf(
    await before.plain.send(open, { decision: 'allow', permission: ['contacts:read'] }),
  );
  expect(headingOf(answer)).not.toBe('done');
  expect(pageOf(await before.plain.open(await authorizationUrl())).html).toContain('name="email"');
});

it('a new second-factor secret can be confirmed only in the browser that requested it, even if another browser has the mailed code', async () => {
  const email = 'two@example.com';
  await deployment.member(api, email, 'sales');
  const secretOf = ({ html }: Seen) => /<dd class="code">([A-Z2-7 ]+)</.exec(html)?.[1];
  const [stranger, member] = [await personOf(email), await personOf(email)];
  const theirs = await stranger.account(await stranger.logIn());
  const begun = pageOf(await stranger.plain.send(theirs, { step: 'begin' }));
  const off = await member.account(await member.logIn());
  expect(secretOf(off)).toBeUndefined();
  const unasked = pageOf(
    await member.plain.send(off, { step: 'confirm', code: codeOf(secretOf(begun)!) }),
  );
  expect(unasked.html).toContain('Activar el segundo factor');
  const own = pageOf(await member.plain.send(off, { step: 'begin' }));
  expect(secretOf(own)).not.toBe(secretOf(begun));
  for (const page of [begun, own]) {
    const code = codeOf(secretOf(page)!);
    const refused = pageOf(await stranger.plain.send(begun, { step: 'confirm', code }));
    expect(secretOf(refused)).toBeUndefined();
  }
  const code = codeOf(secretOf(own)!);
  const shown = pageOf(await member.plain.send(own, { step: 'confirm', code }));
  expect(shown.html).toContain('<li class="code">');
});

it('a member can turn off the second factor only with a code', async () => {
  const email = 'off@example.com';
  const { person, secret, codes, consent } = await enrolled(email);
  const account = await person.account(consent);
  const wrong = pageOf(await person.plain.send(account, { step: 'disable', code: '' }));
  expect(wrong.html).toContain('El código no es correcto');
  const renewed = pageOf(await person.plain.send(account, { step: 'renew', code: codeOf(secret) }));
  const fresh = /<li class="code">([^<]+)</.exec(renewed.html)![1]!;
  const former = pageOf(await person.plain.send(account, { step: 'disable', code: codes[0]! }));
  expect(former.html).toContain('El código no es correcto');
  const off = pageOf(await person.plain.send(account, { step: 'disable', code: fresh }));
  expect(off.html).toContain('Activar el segundo factor');
  const allowed = await person.plain.send(consent, {
    decision: 'allow',
    permission: ['contacts:read'],
  });
  expect(targetOf(allowed).searchParams.has('code')).toBe(true);
  const again = await personOf(email);
  expect(headingOf(await again.logIn())).toBe(consents);
});

describe('an owner', () => {
  let enrolledOwner: Promise<Enrolled> | undefined;
  const owner = async () => {
    enrolledOwner ??= enroll('owner@example.com');
    const { person, consent, codes } = await enrolledOwner;
    return { person, codes, account: await person.account(consent) };
  };

  it('an owner can reset the second factor of a member; the member is notified by mail, and the reset is recorded', async () => {
    await enrolled('lost@example.com');
    const { person, account, codes } = await owner();
    const form = { step: 'reset', email: 'Lost@example.com' };
    const unproven = pageOf(await person.plain.send(account, form));
    expect(unproven.html).toContain('El código no es correcto');
    expect(unproven.html).not.toContain('se desactivó');
    const done = pageOf(await person.plain.send(account, { ...form, resetCode: codes.pop()! }));
    expect(done.html).toContain('El segundo factor de Lost@example.com se desactivó.');
    const again = await personOf('lost@example.com');
    expect(headingOf(await again.logIn())).toBe(consents);
    const told = () =>
      Promise.resolve(deployment.mailsOf('lost@example.com').filter((one) => /desactiv/.test(one)));
    expect(await until(60_000, told, (mails) => mails.length > 0)).toHaveLength(1);
    const line = ['audit', '--organization', api.organizationId];
    const { entries } = JSON.parse(await deployment.command('gateway', line)) as {
      entries: { action: string; actor: string }[];
    };
    const [entry] = entries.filter(({ action }) => action === 'member.second_factor_reset');
    expect(entry?.actor).toMatch(/^user:/);
  });

  it('an owner cannot reset the second factor of a person who is also a member of another organization', async () => {
    const { codes } = await enrolled('both@example.com', 'owner', other);
    await deployment.member(api, 'both@example.com', 'sales');
    const { person, account, codes: own } = await owner();
    const form = { step: 'reset', email: 'both@example.com', resetCode: own.pop()! };
    const refused = pageOf(await person.plain.send(account, form));
    expect(refused.html).toContain('también es miembro de una organización que no es tuya');
    const member = await personOf('both@example.com');
    const entered = pageOf(
      await member.plain.send(await member.logIn(), { step: 'factor', code: codes[0]! }),
    );
    expect(headingOf(entered)).toBe('Elige una organización');
    // The operator can.
    const line = ['member', 'reset-second-factor', '--email', 'both@example.com'];
    expect(JSON.parse(await deployment.command('gateway', line))).toMatchObject({
      email: 'both@example.com',
    });
    const later = await personOf('both@example.com');
    expect(headingOf(await later.logIn())).toBe('Elige una organización');
  });

  it('only an owner can reset second factors and require them', async () => {
    const { person, consent, codes } = await enrolled('plain@example.com');
    const account = await person.account(consent);
    expect(account.html).not.toContain('value="reset"');
    const reset = { step: 'reset', email: 'owner@example.com', resetCode: codes.pop()! };
    const refused = pageOf(await person.plain.send(account, reset));
    expect(refused.html).not.toContain('El código no es correcto');
    expect(refused.html).not.toContain('se desactivó');
    const demand = { step: `demand ${api.organizationId}`, demandCode: codes.pop()! };
    const demanded = pageOf(await person.plain.send(account, demand));
    expect(demanded.status).toBeGreaterThanOrEqual(400);
  });

  it('an owner without a second factor cannot reset the second factor of a member', async () => {
    const { codes } = await enrolled('kept@example.com');
    await deployment.member(api, 'bare@example.com', 'owner');
    const bare = await personOf('bare@example.com');
    const account = await bare.account(await bare.logIn());
    expect(account.html).toContain('Activa primero el tuyo');
    expect(account.html).not.toContain('value="reset"');
    const form = { step: 'reset', email: 'kept@example.com', resetCode: '123456' };
    const refused = pageOf(await bare.plain.send(account, form));
    expect(refused.html).not.toContain('se desactivó');
    const demand = { step: `demand ${api.organizationId}`, demandCode: '123456' };
    await bare.plain.send(account, demand);
    const member = await personOf('kept@example.com');
    const asked = await member.logIn();
    expect(headingOf(asked)).toBe(asks);
    const entered = await member.plain.send(asked, { step: 'factor', code: codes[0]! });
    expect(headingOf(pageOf(entered))).toBe(consents);
    const plain = await personOf('bare@example.com');
    expect(headingOf(await plain.logIn())).toBe(consents);
  });

  it('an organization that requires a second factor accepts no consent without it', async () => {
    const demanding = await deployment.organization('Despacho Seguro');
    await deployment.member(demanding, 'first@example.com', 'owner');
    await deployment.member(demanding, 'second@example.com', 'sales');
    const { person: first, consent, codes } = await enroll('first@example.com');
    const account = await first.account(consent);
    const step = `demand ${demanding.organizationId}`;
    await first.plain.send(account, { step });
    const before = await personOf('second@example.com');
    expect(headingOf(await before.logIn())).toBe(consents);
    await first.plain.send(account, { step, demandCode: codes[0]! });
    const second = await personOf('second@example.com');
    const asked = await second.logIn();
    expect(headingOf(asked)).toBe('Falta tu segundo factor');
    const off = await second.account(asked);
    const form = { decision: 'allow', permission: ['contacts:read'] };
    const denied = targetOf(await second.plain.send({ ...off, url: asked.url }, form));
    expect(denied.searchParams.get('error')).toBe('access_denied');
    const line = ['organization', 'demand-second-factor', '--off', '--organization'];
    await deployment.command('gateway', [...line, demanding.organizationId]);
    const later = await personOf('second@example.com');
    expect(headingOf(await later.logIn())).toBe(consents);
  });
});

it('no log contains a second-factor secret, a code or a recovery code', async () => {
  const { secret, codes } = await enrolled('logs@example.com');
  const words = [
    plainOf(secret),
    secret,
    ...codes,
    ...codes.map((code) => code.replaceAll('-', '')),
  ];
  const files = readdirSync(deployment.logDir).filter((name) => name.endsWith('.log'));
  expect(files.length).toBeGreaterThan(0);
  for (const name of files) {
    const log = readFileSync(join(deployment.logDir, name), 'utf8');
    expect([name, words.filter((word) => log.includes(word))]).toEqual([name, []]);
  }
});
