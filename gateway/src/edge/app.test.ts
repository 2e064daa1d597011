import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { assistantsPage } from './openapi/assistants-page';
import { createApp, type AppParts } from './app';

let server: Server;
let logged: unknown[];
beforeAll(async () => {
  const parts = {
    publicUrl: 'https://api.example',
    operations: [],
    logger: { error: (entry: unknown) => void logged.push(entry) },
  };
  server = createServer(createApp(parts as unknown as AppParts)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => (logged = []));
afterAll(() => void server.close());

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);

it('the script of the reference page is always sent completely, even if the client requests a range', async () => {
  const headers = { Range: 'bytes=99999999999-' };
  const response = await ask('/docs/reference.js', { headers });
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('createApiReference');
});

it('a failed precondition is refused in the error format of the API', async () => {
  const response = await ask('/docs/reference.js', { headers: { 'If-Match': '"x"' } });
  expect(response.status).toBe(400);
  expect(response.headers.get('request-id')).toMatch(/^req_[a-f0-9]{32}$/);
  const issue = expect.objectContaining({ code: 'precondition_failed' }) as object;
  expect(await response.json()).toMatchObject({ error: { details: { issues: [issue] } } });
  expect(logged).toEqual([]);
});

it('the public port does not serve the readiness of the process', async () => {
  expect((await ask('/readyz')).status).toBe(404);
});

it('the page for assistants shows the URL of this deployment and runs no script', async () => {
  const response = await ask('/docs/assistants');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  const page = await response.text();
  expect(page).toContain('claude mcp add --transport http timbre https://api.example/mcp');
  expect(page).not.toContain('<script');
  expect(page).not.toContain('ChatGPT');
});

it('the page for assistants explains the login if members can log in', () => {
  const page = assistantsPage('https://api.example', 'https://login.example');
  expect(page).toContain('ChatGPT');
});

it.each([
  ['POST', '/healthz'],
  ['POST', '/docs/assistants'],
  ['POST', '/.well-known/oauth-protected-resource/mcp'],
  ['DELETE', '/docs'],
  ['PATCH', '/docs/start.js'],
  ['POST', '/docs/reference.js'],
  ['POST', '/openapi.json'],
  ['POST', '/openapi.es.json'],
  ['POST', '/docs/es/reference'],
  ['POST', '/docs/timbre.postman_collection.json'],
  ['POST', '/.well-known/oauth-protected-resource'],
])('%s %s is refused with the allowed methods', async (method, path) => {
  const response = await ask(path, { method });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, HEAD');
  expect(await response.json()).toMatchObject({ error: { code: 'method_not_allowed' } });
});
