import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pageTokenDigest, Refusal } from '@timbre/kit';
import express from 'express';
import { createArrivals } from '../http/arrivals';
import { serverOf } from '../http/server';
import { servePages } from './serve';
import type { PageParts } from './answer-link';

const token = 'AAAAAAAAAAAAAAAAAAAAAA';
const hostile = `<script>alert(1)</script>"'&`;
const link = { organizationId: 'o', linkId: 'l', kind: 'tax_info', subjectId: 's', used: false };
const info = {
  legalName: 'Ana & Compañía',
  rfc: 'URE180429TM6',
  taxSystem: '601',
  cfdiUse: 'G03',
  postalCode: '86991',
};

let server: Server;
let kind: string;
let logged: unknown[];
let filled: unknown[];
/** The rate-limit key and the rate class of each request that was counted against a quota. */
let spent: string[];
let isStoreDown: boolean;
let isArchived: boolean;
let fill: () => Promise<unknown>;
let readConstancia: (request: { content: Buffer }) => Promise<unknown>;
let found: { legalName?: string; accentColor?: string; logo?: Buffer; logoType?: string };

beforeEach(async () => {
  [logged, filled, spent, isStoreDown, kind] = [[], [], [], false, link.kind];
  isArchived = false;
  fill = () => Promise.resolve({});
  readConstancia = () => Promise.resolve({ body: Buffer.from('{}') });
  found = { legalName: hostile, accentColor: '#FFD400' };
  const commerce = {
    openPublicLink: ({ digest }: { digest: Buffer }) =>
      digest.equals(pageTokenDigest(token))
        ? Promise.resolve({ ...link, kind })
        : Promise.reject(new Refusal('not_found', 'No link.')),
    fillInTaxInfo: (request: unknown) => {
      filled.push(request);
      return fill();
    },
  };
  const app = express();
  app.set('trust proxy', 1);
  servePages(app, {
    environment: 'sandbox',
    publicUrl: 'https://example.mx/timbre',
    backend: {
      services: {
        commerce,
        fiscalCfdi: { getLetterhead: () => Promise.resolve(found) },
        satSync: { readConstancia: (request: { content: Buffer }) => readConstancia(request) },
      },
    },
    isArchived: () => Promise.resolve(isArchived),
    arrivals: createArrivals(),
    limit: (key: string) =>
      isStoreDown
        ? Promise.reject(new Error('down'))
        : Promise.resolve({ isAllowed: !spent.includes(key), retryAfterSeconds: 3 }),
    logger: {
      info: (said: unknown) => logged.push(said),
      error: (said: unknown) => logged.push(said),
    },
  } as unknown as PageParts);
  server = serverOf(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function ask(path: string, init: RequestInit = {}) {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, html: await response.text() };
}
const send = (form: Record<string, string>, path = `/p/${token}`) =>
  ask(path, { method: 'POST', body: new URLSearchParams(form) });

const title = (html: string) => /<h1>(.*)<\/h1>/.exec(html)?.[1];

it('every response keeps the link of the page secret and allows no script', async () => {
  const answers = [
    await ask(`/p/${token}`),
    await ask('/p/unknown'),
    await ask('/pages/style.css'),
    await send({ ...info, step: 'details' }),
  ];
  for (const { headers } of answers) {
    const policy = headers.get('content-security-policy');
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'/,
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toMatch('noindex');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toMatch('max-age=');
    expect(headers.get('set-cookie')).toBeNull();
  }
});

it('a page has no inline style or script, and its links start with the path of the public URL', async () => {
  const { html, headers } = await ask(`/p/${token}`);
  expect(html).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/i);
  expect(html).toContain('href="/timbre/pages/style.css?');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('vary')).toBe('Accept-Language');
});

it('names and entered values are shown as text, never as HTML', async () => {
  const shown = await ask(`/p/${token}`);
  const again = await send({ step: 'taxpayer', rfc: hostile, taxSystem: hostile });
  for (const { html } of [shown, again]) {
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
    expect(html).not.toContain('<script>');
  }
});

it.each([
  ['es-MX,es;q=0.9,en;q=0.8', 'es', 'Tus datos fiscales'],
  ['en-US,en;q=0.9', 'en', 'Your tax data'],
  ['fr', 'es', 'Tus datos fiscales'],
])('a browser that prefers %s gets %s', async (accepted, language, title) => {
  const { html, headers } = await ask(`/p/${token}`, { headers: { 'accept-language': accepted } });
  expect(html).toContain(`<html lang="${language}">`);
  expect(html).toContain(`<h1>${title}</h1>`);
  expect(headers.get('content-language')).toBe(language);
});

describe('error pages', () => {
  it.each(['/p/BBBBBBBBBBBBBBBBBBBBBB', '/p/short', '/p/%zz', `/p/${token}/x`, '/pages/x', '/p/'])(
    'an error page has status 404 for %s',
    async (path) => {
      const { status, html, headers } = await ask(path);
      expect([status, title(html)]).toEqual([404, 'Esta dirección no funciona']);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    },
  );

  it.each(['constructor', '__proto__', 'toString'])(
    'an error page has status 404 for the file %s',
    async (name) => {
      kind = 'receipt';
      const { status, html } = await ask(`/p/${token}/${name}`);
      expect([status, title(html)]).toEqual([404, 'Esta dirección no funciona']);
    },
  );

  it('a form submitted to an archived organization gets 409, and the page is still shown', async () => {
    isArchived = true;
    const sent = await ask(`/p/${token}`, {
      method: 'POST',
      body: new URLSearchParams({ rfc: 'x' }),
    });
    expect([sent.status, title(sent.html)]).toEqual([409, 'Esta página ya no recibe datos']);
    expect(filled).toEqual([]);
    expect((await ask(`/p/${token}`)).status).toBe(200);
  });

  it('another method gets 405 with the allowed methods', async () => {
    const { status, html, headers } = await ask(`/p/${token}`, { method: 'DELETE' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect(html).toContain('<h1>');
    const style = await ask('/pages/style.css', { method: 'POST' });
    expect([style.status, style.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it.each([
    ['JSON', { body: '{}', headers: { 'content-type': 'application/json' } }],
    ['a form that is too large', { body: new URLSearchParams({ rfc: 'x'.repeat(17_000) }) }],
    [
      'no UTF-8',
      {
        body: new Uint8Array([255]),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ],
  ])('an error page has status 400 for %s', async (_, init) => {
    const { status, html } = await ask(`/p/${token}`, { method: 'POST', ...init });
    expect([status, title(html)]).toEqual([400, 'No pudimos leer lo que enviaste']);
  });

  it('a link or a network address that exceeds its quota gets 429', async () => {
    for (const key of ['link:l', 'address:203.0.113.7', 'address:2001:db8:0:1']) {
      spent = [key];
      const ip = key.includes('2001') ? '2001:db8:0:1::77' : '203.0.113.7';
      const { status, headers, html } = await ask(`/p/${token}`, {
        headers: { 'x-forwarded-for': ip },
      });
      expect([status, headers.get('retry-after'), title(html)]).toEqual([
        429,
        '3',
        'Demasiados intentos',
      ]);
    }
  });

  it('a form gets 503 while limits cannot be checked, and the page is still shown', async () => {
    isStoreDown = true;
    expect((await ask(`/p/${token}`)).status).toBe(200);
    expect((await send({ ...info, step: 'details' })).status).toBe(503);
    expect(filled).toEqual([]);
  });

  it('a bug causes 500, and only the log contains its message', async () => {
    fill = () => Promise.reject(new Error('secret'));
    const { status, html } = await send({ ...info, step: 'details' });
    expect(status).toBe(500);
    expect(html).not.toContain('secret');
    expect(logged).toMatchObject([{ err: { message: 'secret' } }, { status: 500 }]);
  });
});

it('no log entry contains a token', async () => {
  await ask(`/p/${token}`);
  await ask(`/p/${token}/nothing`);
  await send({ ...info, step: 'details' });
  expect(logged.length).toBe(3);
  expect(JSON.stringify(logged)).not.toContain(token);
});

describe('the form', () => {
  const faults = (html: string) => [...html.matchAll(/id="(\w+)-fault"/g)].map(([, name]) => name);

  it('the form offers only the CFDI uses that the tax regime allows', async () => {
    const uses = async (rfc: string, taxSystem: string) => {
      const { html } = await send({ step: 'taxpayer', rfc, taxSystem });
      return [...html.matchAll(/<option value="([A-Z]+\d+)"/g)].map(([, code]) => code);
    };
    const company = await uses('URE180429TM6', '601');
    expect(company).toContain('G03');
    expect(company.filter((code) => /^(D|C)/.test(code!))).toEqual([]);
    expect(await uses('CACX7605101P8', '605')).toEqual(expect.arrayContaining(['D01', 'S01']));
    expect(await uses('CACX7605101P8', '605')).not.toContain('G03');
    expect(await uses('CACX7605101P8', '616')).toEqual(['G02', 'S01']);
  });

  it('the form is shown again if no taxpayer has the entered data', async () => {
    const faultsOf = async (form: object) =>
      faults((await send({ step: 'taxpayer', ...form })).html);
    expect(await faultsOf({})).toEqual(['rfc', 'taxSystem']);
    expect(await faultsOf({ rfc: 'XAXX010101000', taxSystem: '616' })).toEqual(['rfc']);
    expect(await faultsOf({ rfc: 'URE180429TM6', taxSystem: '605' })).toEqual(['taxSystem']);
    expect(await faultsOf({ rfc: ' ure-180429-tm6 ', taxSystem: '601' })).toEqual([]);
  });

  it('the form shows every error next to its field, and keeps the entered values', async () => {
    const { status, html } = await send({
      ...info,
      step: 'details',
      postalCode: '1',
      email: 'a',
      cfdiUse: 'X',
    });
    expect([status, faults(html)]).toEqual([400, ['postalCode', 'cfdiUse', 'email']]);
    expect(html).toContain('value="Ana &amp; Compañía"');
    expect(filled).toEqual([]);
  });

  it("the form shows the errors that only commerce detects, in the form's own language", async () => {
    const issues = [{ path: ['legalName'], code: 'capital_regime_in_name', message: 'x' }];
    fill = () => Promise.reject(new Refusal('validation_error', 'x', { issues }));
    const { status, html } = await send({ ...info, step: 'details' });
    expect(status).toBe(400);
    expect(html).toContain('Quita el régimen de capital');
  });

  const upload = (bytes: Uint8Array<ArrayBuffer>, name = 'file') => {
    const body = new FormData();
    body.append(name, new Blob([bytes]), 'constancia.pdf');
    return ask(`/p/${token}`, { method: 'POST', body });
  };
  const profile = {
    rfc: 'URE180429TM6',
    legalName: 'UNIVERSIDAD <b>',
    email: 'a@ure.mx',
    address: { postalCode: '86991' },
    taxRegimes: [{ code: '601', name: 'General', startDate: '2020-01-01' }],
  };
  const reads = (data: object) => {
    readConstancia = ({ content }) =>
      Promise.resolve({ body: Buffer.from(JSON.stringify({ data: { ...data, content } })) });
  };

  it('the form is filled in from an uploaded Constancia, without being submitted', async () => {
    reads(profile);
    const { status, html } = await upload(Buffer.from('%PDF'));
    expect(status).toBe(200);
    expect(html).toContain('value="UNIVERSIDAD &lt;b&gt;"');
    expect(html).toContain('name="rfc" value="URE180429TM6"');
    expect(html).toContain('value="86991"');
    expect(html).toContain('name="cfdiUse"');
    expect(filled).toEqual([]);
  });

  it('the form asks for the tax regime if the Constancia has several', async () => {
    const second = { code: '626', name: 'RESICO', startDate: '2022-01-01' };
    const ended = { code: '612', name: 'X', startDate: '2010-01-01', endDate: '2012-01-01' };
    reads({ ...profile, taxRegimes: [...profile.taxRegimes, second, ended] });
    const { html } = await upload(Buffer.from('%PDF'));
    expect(html).toContain('name="rfc" type="text" value="URE180429TM6"');
    expect(html).toContain('type="hidden" name="legalName" value="UNIVERSIDAD &lt;b&gt;"');
  });

  it('the form shows the error of an uploaded file next to the file field', async () => {
    const issues = [{ path: ['constancia'], code: 'pdf_without_text', message: 'x' }];
    readConstancia = () => Promise.reject(new Refusal('validation_error', 'x', { issues }));
    const image = await upload(Buffer.from('%PDF'));
    expect([image.status, faults(image.html)]).toEqual([400, ['constancia']]);
    expect(image.html).toContain('Es una imagen.');
    // The simulated reader throws, so the test fails if the server passes one of these files to it.
    readConstancia = () => Promise.reject(new Error('read'));
    const large = await upload(new Uint8Array((2 << 20) + 1));
    expect([large.status, faults(large.html)]).toEqual([400, ['constancia']]);
    expect(faults((await upload(Buffer.from('a'), 'other')).html)).toEqual(['constancia']);
    const broken = await ask(`/p/${token}`, {
      method: 'POST',
      body: '--x',
      headers: { 'content-type': 'multipart/form-data; boundary=y' },
    });
    expect([broken.status, title(broken.html)]).toEqual([400, 'No pudimos leer lo que enviaste']);
    const endless = await upload(new Uint8Array((8 << 20) + 1));
    expect(endless.status).toBe(400);
  });

  it('the form is shown again with the entered values', async () => {
    const { html } = await send({ ...info, step: 'back' });
    expect(html).toContain('name="rfc" type="text" value="URE180429TM6"');
    expect(html).toContain('type="hidden" name="legalName" value="Ana &amp; Compañía"');
  });

  it('the form is sent to commerce once, and the page then shows the result', async () => {
    const { status, headers } = await send({ ...info, step: 'details', email: ' a@b.mx ' });
    expect([status, headers.get('location')]).toEqual([303, `/timbre/p/${token}`]);
    expect(filled).toEqual([{ linkId: 'l', info: { ...info, email: 'a@b.mx' } }]);
    fill = () => Promise.reject(new Refusal('conflict', 'x', { reason: 'link_used' }));
    expect((await send({ ...info, step: 'details' })).status).toBe(303);
  });
});

describe('the look of a page', () => {
  it("a page uses the organization's color, darkened until text is readable", async () => {
    expect((await ask(`/p/${token}`)).html).toContain('/pages/brand/ffd400.css');
    const { html, headers } = await ask('/pages/brand/ffd400.css');
    expect(headers.get('content-type')).toMatch('text/css');
    expect(html).toMatch(/^:root\{--accent:#[0-9a-f]{6};--tint:#[0-9a-f]{6}\}$/);
    expect((await ask('/pages/brand/red.css')).status).toBe(404);
  });

  it("a page shows the organization's logo", async () => {
    found = { legalName: 'A', logo: Buffer.from('png'), logoType: 'image/png' };
    expect((await ask(`/p/${token}`)).html).toContain(`src="/timbre/p/${token}/logo" alt="A"`);
    const { headers, html } = await ask(`/p/${token}/logo`);
    expect([headers.get('content-type'), html]).toEqual(['image/png', 'png']);
  });
});
