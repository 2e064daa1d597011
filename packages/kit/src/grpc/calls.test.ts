import { once } from 'node:events';
import { connect } from 'node:net';
import { Client, credentials } from '@grpc/grpc-js';
import { exchange, type common } from '@timbre/contract';
import { pino } from 'pino';
import { callContext, callingProcess, echoMethod } from '../../test/echo';
import type { CallContext } from '../operation/context';
import { notFound } from '../refusal/refusal';
import { createServiceClient, type ServiceClient } from './client';
import type { RpcHandlers } from './rpc';
import { serveGrpc, type GrpcServer } from './server';

const definition = {
  echo: echoMethod('Echo'),
  refuse: echoMethod('Refuse'),
  fail: echoMethod('Fail'),
  disconnect: echoMethod('Disconnect'),
  wait: echoMethod('Wait'),
};
const { sign, serving } = callingProcess(definition);

const context = callContext;
const message = (text: string) => ({ body: Buffer.from(text) });

let server: GrpcServer;
let client: ServiceClient<typeof definition>;
let seen: CallContext[] = [];
let release: () => void = () => undefined;

const handlers: RpcHandlers = {
  echo: (request, called) => {
    seen.push(called);
    return Promise.resolve(request);
  },
  refuse: () => Promise.reject(notFound('contact')),
  fail: () => Promise.reject(new Error('select * from secrets')),
  disconnect: () => Promise.reject(new Error('Connection terminated unexpectedly')),
  wait: (request) => new Promise((resolve) => (release = () => resolve(request))),
};

const serve = () =>
  serveGrpc(definition, handlers, {
    port: 0,
    ...serving,
    logger: pino({ level: 'silent' }),
  });

beforeEach(async () => {
  seen = [];
  server = await serve();
});
afterEach(async () => {
  client.close();
  await server.stop();
});

describe.each([
  ['share streams', false],
  ['are plain', true],
])('calls that %s', (_, isUnary) => {
  beforeEach(() => {
    client = createServiceClient(definition, `127.0.0.1:${server.port}`, { sign, isUnary });
  });

  test('each call gets its own response and carries its own context', async () => {
    const texts = Array.from({ length: 100 }, (_, n) => `n${n}`);
    const calls = texts.map((text) =>
      client.echo(message(text), context({ requestId: `req_${text}` })),
    );
    const answers = await Promise.all(calls);
    expect(answers.map((a) => Buffer.from(a.body).toString())).toEqual(texts);
    expect(new Set(seen.map((c) => c.requestId)).size).toBe(100);
  });

  test('the idempotency key and the deadline reach the service', async () => {
    const idempotency = { key: 'a#1', route: 'POST /v1/contacts', fingerprint: 'f'.repeat(64) };
    const sent = context({ idempotency });
    await client.echo(message('x'), sent);
    await client.echo(message('x'), context());
    expect(seen.map((called) => called.idempotency)).toEqual([idempotency, undefined]);
    // A plain gRPC call sends the remaining time instead of the deadline, so the deadline shifts a
    // little.
    expect(Math.abs(seen[0]!.deadlineMs - sent.deadlineMs)).toBeLessThan(10_000);
  });

  test('the digests of approved documents reach the service only with the call that carries the digests', async () => {
    const judged = ['a'.repeat(64), 'b'.repeat(64)];
    await client.echo(message('x'), context({ judged }));
    await client.echo(message('x'), context());
    expect(seen.map((called) => called.judged ?? [])).toEqual([judged, []]);
  });

  test('a slow call does not delay other calls', async () => {
    const slow = client.wait(message('slow'), context());
    await client.echo(message('fast'), context());
    await client.echo(message('fast'), context());
    release();
    expect(Buffer.from((await slow).body).toString()).toBe('slow');
  });

  test('a refusal reaches the caller as the service threw it', async () => {
    const refused = client.refuse(message(''), context());
    await expect(refused).rejects.toMatchObject({
      code: 'not_found',
      message: notFound('contact').message,
    });
  });

  test('a bug results in the code internal, without its cause', async () => {
    const error = await client.fail(message(''), context()).catch((e: unknown) => e as Error);
    expect(error).toMatchObject({ code: 'internal' });
    expect(String((error as Error).message)).not.toContain('secrets');
  });

  test('after a lost database connection, the caller gets the refusal unavailable and repeats the call', async () => {
    await expect(client.disconnect(message(''), context())).rejects.toMatchObject({
      code: 'provider_unavailable',
      details: { retryable: true },
    });
  });

  test('a call past its deadline is refused as unavailable', async () => {
    const late = client.wait(message(''), context({ deadlineMs: Date.now() + 150 }));
    await expect(late).rejects.toMatchObject({ code: 'provider_unavailable' });
  });

  test('a context signed with another key is rejected', async () => {
    const address = `127.0.0.1:${server.port}`;
    const otherKey = { sign: callingProcess(definition).sign, isUnary };
    const stranger = createServiceClient(definition, address, otherKey);
    await expect(stranger.echo(message('x'), context())).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    stranger.close();
  });

  test('a context of the other environment is rejected', async () => {
    const call = client.echo(message('x'), context({ environment: 'production' }));
    await expect(call).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('a service that shuts down still answers its calls in flight', async () => {
    const inFlight = client.wait(message('last'), context());
    await client.echo(message('first'), context());
    const stopped = server.stop();
    release();
    expect(Buffer.from((await inFlight).body).toString()).toBe('last');
    await stopped;
    server = await serve();
  });

  test('calls are refused as unavailable while a service is down, and succeed when it is up again', async () => {
    await client.echo(message('x'), context());
    const { port } = server;
    await server.stop();
    await expect(client.echo(message('x'), context())).rejects.toMatchObject({
      code: 'provider_unavailable',
    });
    server = await serveGrpc(definition, handlers, {
      port,
      ...serving,
      logger: pino({ level: 'silent' }),
    });
    const deadline = Date.now() + 30_000;
    let answer: common.Reply | undefined;
    while (!answer && Date.now() < deadline) {
      answer = await client.echo(message('back'), context()).catch(() => undefined);
    }
    expect(Buffer.from(answer!.body).toString()).toBe('back');
  });
});

test('a service shuts down even if a caller hangs and keeps its connection open', async () => {
  const timers = jest.spyOn(globalThis, 'setTimeout');
  const frozen = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  // Sends the HTTP/2 preface and empty settings. The test never reads the server's response.
  frozen.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  frozen.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]));
  await once(frozen, 'readable');
  const stopped = server.stop();
  const [giveUp] = timers.mock.calls.find(([, ms]) => ms === 20_000)!;
  timers.mockRestore();
  giveUp();
  await stopped;
  frozen.destroy();
  server = await serve();
});

test('after a call of an unknown rpc on a shared stream, the caller gets the refusal internal', async () => {
  client = createServiceClient(definition, `127.0.0.1:${server.port}`, { sign });
  const channel = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure());
  const { open } = exchange.ExchangeService;
  const stream = channel.makeBidiStreamRequest(
    open.path,
    open.requestSerialize,
    open.responseDeserialize,
  );
  const answered = new Promise<exchange.AnswerBatch>((resolve) => stream.once('data', resolve));
  stream.write({ calls: [{ id: 7, rpc: 'nothing', caller: '', request: Buffer.alloc(0) }] });
  expect((await answered).answers[0]).toMatchObject({ id: 7 });
  stream.cancel();
  stream.on('error', () => undefined);
  channel.close();
});
