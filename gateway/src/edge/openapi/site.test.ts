import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { serveSite } from './site';

let server: Server;
beforeAll(async () => {
  const app = express();
  serveSite(app);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

const ask = (path: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    redirect: 'manual',
  });

it.each([
  ['/', '/docs/'],
  ['/docs', '/docs/'],
  ['/changelog', '/docs/changelog'],
  ['/docs/errors', '/docs/errors/'],
  ['/docs/es/errors', '/docs/es/errors/'],
])('the path %s redirects to %s', async (path, target) => {
  const response = await ask(path);
  expect([response.status, response.headers.get('location')]).toEqual([302, target]);
});

it.each([
  ['/docs/', 'text/html; charset=utf-8', '<h1'],
  ['/docs/errors/', 'text/html; charset=utf-8', 'rfc_invalid'],
  ['/docs/errors/rfc_invalid', 'text/html; charset=utf-8', 'does not have the form of an RFC'],
  ['/docs/es/errors/rfc_invalid', 'text/html; charset=utf-8', 'No es un RFC'],
  ['/docs/errors/rfc_invalid.md', 'text/markdown; charset=utf-8', '# rfc_invalid'],
  ['/docs/changelog.md', 'text/markdown; charset=utf-8', '# Changelog'],
  ['/docs/es/guides/payroll.md', 'text/markdown; charset=utf-8', '# Nómina'],
  ['/llms.txt', 'text/plain; charset=utf-8', '/docs/changelog.md'],
  ['/llms.txt', 'text/plain; charset=utf-8', '/openapi.es.json'],
  ['/robots.txt', 'text/plain; charset=utf-8', 'Disallow'],
  ['/favicon.ico', 'image/x-icon', ''],
])('the path %s is served as %s', async (path, type, part) => {
  const response = await ask(path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
  expect(await response.text()).toContain(part);
});

it.each([
  '/docs/404',
  '/docs/nothing',
  '/docs/errors/nothing',
  '/docs/../main.js',
  '/docs/%2e%2e/main.js',
])('the site has no page %s', async (path) => {
  const response = await ask(path);
  expect(response.status).toBe(404);
  expect(await response.text()).not.toContain('require(');
});

it('a page of the site has no inline script and refers to no other origin', async () => {
  const response = await ask('/docs/');
  const policy = response.headers.get('content-security-policy');
  expect(policy).toContain("script-src 'self';");
  const html = await response.text();
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
  expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
});
