import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createArrivals } from '../http/arrivals';
import type { Verdict } from '../../identity';
import { serveAssistants, type AssistantParts } from './serve';

const principal = {
  id: '1',
  actor: 'credential:1',
  organizationId: '2',
  isOwner: false,
  isArchived: false,
  permissions: new Set<string>(),
};

/** Sends a message to /mcp, with or without quota left, and returns the response. */
async function answerTo(message: unknown, { isAllowed = true } = {}) {
  const asked: string[] = [];
  const verdict = { isAllowed, retryAfterSeconds: 3 } as Verdict;
  const parts = {
    environment: 'sandbox',
    publicUrl: 'http://127.0.0.1',
    operations: [],
    logger: { debug: () => undefined },
    authenticate: () => Promise.resolve(principal),
    arrivals: createArrivals(),
    limit: (key: string, limitClass: string) => {
      asked.push(`${key} ${limitClass}`);
      return Promise.resolve(verdict);
    },
  };
  const app = express();
  app.use((_, response, next) => {
    response.setHeader('Request-Id', 'req_1');
    next();
  });
  serveAssistants(app, parts as unknown as AssistantParts);
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(message),
  });
  const text = await answer.text();
  server.close();
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text, asked };
}

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe('a message', () => {
  it('a message that calls no tool counts as a read request', async () => {
    expect(await answerTo(ping)).toMatchObject({ status: 200, asked: ['1 read'] });
    const limited = await answerTo(ping, { isAllowed: false });
    expect(limited).toMatchObject({ status: 429, retryAfter: '3' });
  });

  it('a message that calls a tool counts only as the call of its operation', async () => {
    const called = { ...ping, method: 'tools/call', params: { name: 'x', arguments: {} } };
    expect(await answerTo(called, { isAllowed: false })).toMatchObject({ status: 200, asked: [] });
  });

  it('a batch of messages is refused', async () => {
    const { status, text } = await answerTo([ping, ping]);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ id: null, error: { code: -32600 } });
  });
});
