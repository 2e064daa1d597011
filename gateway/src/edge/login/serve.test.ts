import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { AuthorizationServer } from '../../identity';
import { serveOAuth } from './serve';

/**
 * Sends a request to the authorization server while the rate limit store fails with this error, and
 * returns the response.
 */
async function answerTo(path: string, method: string, error: Error) {
  const failures: unknown[] = [];
  const parts = {
    publicUrl: 'http://127.0.0.1',
    logger: { error: (fields: unknown) => failures.push(fields), info: () => undefined },
    limit: () => Promise.reject(error),
    provider: () => Promise.reject(new Error('unused')),
  };
  const app = express();
  serveOAuth(app, parts as unknown as AuthorizationServer);
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method });
  const text = await answer.text();
  server.close();
  const { status, headers } = answer;
  return { status, retryAfter: headers.get('retry-after'), text, failures };
}

const down = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

describe('rate store outages', () => {
  it.each([
    ['/oauth/token', 'POST'],
    ['/oauth/register', 'POST'],
    ['/oauth/authorize', 'GET'],
  ])('%s answers 503 as the API does', async (path, method) => {
    const { status, retryAfter, text, failures } = await answerTo(path, method, down);
    expect([status, retryAfter]).toEqual([503, '2']);
    expect(JSON.parse(text)).toMatchObject({
      error: { code: 'provider_unavailable', status: 503, details: { retryable: true } },
    });
    expect(failures).toHaveLength(1);
  });

  it('a login page shows that the service is unavailable', async () => {
    const { status, text } = await answerTo('/oauth/interaction/one', 'GET', down);
    expect(status).toBe(503);
    expect(text).toContain('<html');
  });
});
