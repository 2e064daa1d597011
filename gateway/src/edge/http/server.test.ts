import { once } from 'node:events';
import { Agent, request as ask, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import { serverOf } from './server';

let server: Server;
let written: number;
let pieces: number;
const limits = {
  headersTimeout: 200,
  requestTimeout: 200,
  connectionsCheckingInterval: 50,
  idleMs: 300,
};

beforeEach(() => start(limits));
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function start(given: Parameters<typeof serverOf>[1]): Promise<void> {
  const app = express();
  app.post('/reads', (request) => void request.resume());
  app.post('/answers', (request, response) => {
    response.status(400).end('first');
    request.resume();
  });
  app.post('/writes', (request, response) => {
    written += 1;
    request.resume().on('end', () => setImmediate(() => response.status(201).end('made')));
  });
  app.post('/echo', (request, response) => {
    pieces = 0;
    request.on('data', () => (pieces += 1)).pipe(response);
  });
  app.get('/long', (_, response) => void response.end(Buffer.alloc(16 << 20)));
  written = 0;
  server = serverOf(app, given).listen(0, '127.0.0.1');
  await once(server, 'listening');
}

/**
 * Sends bytes and keeps the connection open until the server closes it.
 * @returns everything that the server sent before it destroyed the socket
 */
async function heldOpen(bytes: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  const accepted = once(server, 'connection');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  socket.write(bytes);
  const [atServer] = (await accepted) as [Socket];
  if (!atServer.destroyed) await once(atServer, 'close');
  socket.destroy();
  return answer;
}

const head = 'HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n';

it.each([
  ['in its headers', `POST /reads ${head}`],
  ['in its body', `POST /reads ${head}\r\nhalf`],
])(
  'a request that stops %s is answered with an error, and its socket is destroyed',
  async (_, bytes) => {
    const [head = '', body = ''] = (await heldOpen(bytes)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 .*\r\nRequest-Id: req_[a-f0-9]{32}\r\n/s);
    const issue = expect.objectContaining({ code: 'request_timeout' }) as object;
    expect(JSON.parse(body)).toMatchObject({ error: { details: { issues: [issue] } } });
  },
);

it('a request that stalls after its response gets exactly one response, and its socket is destroyed', async () => {
  const answer = await heldOpen(`POST /answers ${head}\r\nhalf`);
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(answer).toMatch(/first$/);
});

it('the socket of a rejected request is destroyed even if the client keeps it open', async () => {
  expect(await heldOpen('hello\r\n\r\n')).toContain('request_unreadable');
});

it('a request with two Host headers is rejected', async () => {
  expect(await heldOpen('GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n')).toContain('host_repeated');
});

describe('pipelined requests', () => {
  const write = 'POST /writes HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}';

  it.each([
    ['is not HTTP', 'GARBAGE\r\n\r\n', 'request_unreadable'],
    ['has no Host', 'GET / HTTP/1.1\r\n\r\n', 'host_missing'],
    ['expects tea', 'POST / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n', 'expectation_unknown'],
    ['is CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 'method_not_allowed'],
    ['stops in its body', `POST /reads ${head}\r\nhalf`, 'request_timeout'],
  ])('a second request that %s is refused after the answer to the first request', async (_, bytes, code) => {
    const answer = await heldOpen(write + bytes);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([
      'HTTP/1.1 201',
      expect.stringMatching(/ 40[05]$/),
    ]);
    expect(answer.indexOf('made')).toBeLessThan(answer.indexOf(code));
  }); // prettier-ignore

  it('a second request gets exactly one response even if it stalls afterwards', async () => {
    const answer = await heldOpen(`${write}POST /answers ${head}\r\nhalf`);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 400']);
    expect(answer).toMatch(/first$/);
  });

  it('a second request is not processed if the first request is rejected', async () => {
    const answer = await heldOpen(`GET / HTTP/1.1\r\n\r\n${write}`);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
    expect(written).toBe(0);
  });
});

describe('expensive clients', () => {
  const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

  it('a client gets no further responses until it reads the earlier responses', async () => {
    const answer = await heldOpen(get('/nowhere').repeat(700));
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([
      ...Array<string>(16).fill('HTTP/1.1 404'),
      'HTTP/1.1 400',
    ]);
    expect(answer).toContain('pipeline_too_long');
  });

  it('a client may send any number of requests if it reads the responses', async () => {
    const { port } = server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let count = 0; count < 40; count += 1) {
      const sent = ask({ port, host: '127.0.0.1', path: '/nowhere', agent });
      const [answer] = (await once(sent.end(), 'response')) as [IncomingMessage];
      expect([answer.statusCode, sent.reusedSocket]).toEqual([404, count > 0]);
      await once(answer.resume(), 'end');
    }
    agent.destroy();
  });

  it('a client may send a body in small chunks, which are joined for the reader', async () => {
    server.close();
    await start({});
    const { port } = server.address() as AddressInfo;
    const sent = ask({ port, host: '127.0.0.1', path: '/echo', method: 'POST', agent: false });
    const body = [...'abcdefgh'.repeat(200), 'x'.repeat(1_024), ...'abcdefgh'.repeat(200)];
    for (const piece of body) sent.write(piece);
    const [answer] = (await once(sent.end(), 'response')) as [IncomingMessage];
    expect((await text(answer)) === body.join('')).toBe(true);
    expect(pieces).toBeLessThan(100);
  });

  it('a client that does not read its responses is disconnected', async () => {
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1' })
      .on('error', () => undefined)
      .pause();
    const [atServer] = (await once(server, 'connection')) as [Socket];
    socket.write(get('/long'));
    await once(atServer, 'close');
    socket.destroy();
  });

  it.each([
    ['in pieces of a byte', '1\r\nx\r\n'.repeat(20_000), 'body_fragmented'],
    ['without end', `100000\r\n${'x'.repeat(1 << 20)}\r\n`.repeat(34), 'body_too_large'],
  ])('a client may not send a body %s', async (_, body, expected) => {
    server.close();
    await start({});
    const chunked = 'POST /reads HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    expect(await heldOpen(chunked + body)).toContain(expected);
  });
});
