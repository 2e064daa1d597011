import { connect } from 'node:net';
import { startApi } from '@timbre/testkit/client';

let port: number;
beforeAll(async () => {
  port = Number(new URL((await startApi()).baseUrl).port);
});

/** Sends raw bytes to the API and returns the whole HTTP response. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (answer += chunk));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

const header = (name: string, value: string) => `${name}: ${value}\r\n`;

describe('a request that is not HTTP', () => {
  it.each([
    ['nonsense', 'hello\r\n\r\n', 'request_unreadable'],
    ['an unknown method', 'STAMP / HTTP/1.1\r\nHost: x\r\n\r\n', 'request_unreadable'],
    ['a malformed length', 'POST /v1/contacts HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n', 'request_unreadable'],
    ['two lengths', 'POST /v1/contacts HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 'request_unreadable'],
    ['no Host', 'GET /v1/contacts HTTP/1.1\r\n\r\n', 'host_missing'],
    ['two Hosts', 'GET /v1/contacts HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n', 'host_repeated'],
    ['an unknown expectation', 'POST /v1/contacts HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n', 'expectation_unknown'],
    ['oversized headers', `GET / HTTP/1.1\r\nHost: x\r\n${header('X', 'x'.repeat(20_000))}\r\n`, 'header_too_large'],
  ])('the gateway rejects a request that is not HTTP in its error format: %s', async (_, bytes, code) => {
    const answer = await exchange(bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/\r\nRequest-Id: req_[a-f0-9]{32}(\r\n|$)/);
    expect(JSON.parse(body)).toMatchObject({
      error: { code: 'validation_error', status: 400, details: { issues: [{ path: [], code }] } },
    });
  }); // prettier-ignore
});

it('the gateway rejects CONNECT in its error format', async () => {
  const [head = '', body = ''] = (
    await exchange('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n')
  ).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 405 /);
  expect(head).toMatch(/\r\nRequest-Id: req_[a-f0-9]{32}\r\n/);
  expect(head).toMatch(/\r\nAllow: /);
  expect(JSON.parse(body)).toMatchObject({ error: { code: 'method_not_allowed', status: 405 } });
});

it('a request with an absolute URL as its target is routed by the path of the URL', async () => {
  const request = 'GET http://x/v1/contacts?a=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  const [head = '', body = ''] = (await exchange(request)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 401 /);
  expect(head).toMatch(/\r\nRequest-Id: req_[a-f0-9]{32}\r\n/);
  expect(JSON.parse(body)).toMatchObject({ error: { code: 'unauthenticated', status: 401 } });
});

describe('an unsupported method', () => {
  it.each(['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    '%s is refused with the allowed methods',
    async (method) => {
      const request = `${method} /v1/contacts HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      const [head = ''] = (await exchange(request)).split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 405 /);
      expect(head).toMatch(/\r\nAllow: GET, POST\r\n/);
    },
  );
});
