import { once } from 'node:events';
import { request as ask, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import express from 'express';
import { serverOf } from './server';
import { staticBody } from './static-body';

const content = 'x'.repeat(1 << 20);
let server: Server;
beforeAll(async () => {
  const app = express();
  app.get('/body', staticBody('text/plain', content));
  server = serverOf(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function get(headers: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  const sent = ask({ port, host: '127.0.0.1', path: '/body', method, headers, agent: false });
  const [answer] = (await once(sent.end(), 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

it('a static file is compressed if the client accepts compression, and otherwise sent uncompressed', async () => {
  const whole = await get();
  expect([whole.body.toString(), whole.headers['content-encoding']]).toEqual([content, undefined]);
  const small = await get({ 'accept-encoding': 'br, gzip' });
  expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(small.body.length).toBeLessThan(10_000);
  expect(gunzipSync(small.body).toString()).toBe(content);
  expect((await get({ 'accept-encoding': 'gzip;q=0' })).body.length).toBe(content.length);
});

it('a static file is not sent again to a client that has the current version', async () => {
  const { etag } = (await get()).headers;
  const again = await get({ 'if-none-match': etag! });
  expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
  expect((await get({ 'if-none-match': 'W/"other"' })).status).toBe(200);
});

it('the response to HEAD has only headers', async () => {
  const answer = await get({}, 'HEAD');
  expect([answer.headers['content-length'], answer.body.length]).toEqual([String(1 << 20), 0]);
});
