import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { refusalFor } from '../http/refuse';
import { serveConsole } from './console';

let server: Server;
beforeAll(async () => {
  const app = express();
  serveConsole(app, 'http://127.0.0.1');
  app.use(((error, _request, response, _next) =>
    response
      .status(refusalFor(error).code === 'not_found' ? 404 : 500)
      .end()) as express.ErrorRequestHandler);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

const ask = (path: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    redirect: 'manual',
  });

it('/console redirects to the console page, also if a proxy serves the gateway below a path', async () => {
  const response = await ask('/console');
  expect([response.status, response.headers.get('location')]).toEqual([302, 'console/']);
});

it('each response allows only style elements with its own nonce, and no inline script', async () => {
  const nonces = await Promise.all(
    [1, 2].map(async () => {
      const response = await ask('/console/');
      const policy = response.headers.get('content-security-policy') ?? '';
      const [, nonce = ''] = /style-src 'self' 'nonce-([\w-]+)';/.exec(policy) ?? [];
      const html = await response.text();
      expect(policy).toContain("default-src 'none'; script-src 'self';");
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(html).toContain(`nonce="${nonce}"`);
      expect(html).not.toMatch(/__NONCE__|<script(?![^>]*\bsrc=)|(?:src|href)="(?:https?:)?\/\//);
      return nonce;
    }),
  );
  expect(new Set(nonces).size).toBe(2);
});

it("browsers cache the console's files, because the file names contain a hash of the content", async () => {
  const html = await (await ask('/console/')).text();
  const [, script = ''] = /src="\.\/(assets\/[^"]+\.js)"/.exec(html) ?? [];
  const response = await ask(`/console/${script}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
  ]);
  expect(response.headers.get('cache-control')).toContain('immutable');
});

it.each(['/console/index.html', '/console/nothing', '/console/%2e%2e/main.js'])(
  'the console has no file %s',
  async (path) => expect((await ask(path)).status).toBe(404),
);
