import { once } from 'node:events';
import { constants, createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { exchange } from '@timbre/contract';
import { callContext, callingProcess, echoMethod } from '../../test/echo';
import { createServiceClient, type ServiceClient } from './client';

const definition = { echo: echoMethod('Echo') };
const headers = { ':status': 200, 'content-type': 'application/grpc' };

/**
 * The way in which a test server treats a stream. `begin` waits for a message and then calls the
 * given function with the response.
 */
type Fate = (stream: ServerHttp2Stream, begin: (then: (answer: Buffer) => void) => void) => void;

const answered: Fate = (stream, begin) => {
  stream.respond(headers, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  begin((answer) => stream.write(answer));
  stream.on('end', () => stream.end());
};
/** Refuses the stream, as a closing connection does. */
const refused: Fate = (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM);
/**
 * Responds with headers, then closes the connection, as a process that crashes during a call does.
 */
const takenAndLost: Fate = (stream, begin) => {
  stream.respond(headers);
  begin(() => stream.session!.destroy());
};
/**
 * Reads the call, then closes the connection without a response, as a process that crashes does.
 */
const lost: Fate = (stream, begin) => begin(() => stream.session!.destroy());
/** Reads the call and never responds, as a process that hangs does. */
const heldUp: Fate = (_, begin) => begin(() => undefined);

let server: Http2Server;
/** The treatment of each stream, in the order in which the streams are opened. */
let fates: Fate[];
let begun: number;

function open(stream: ServerHttp2Stream, { ':path': path }: { ':path'?: string }): void {
  stream.on('error', () => undefined);
  const isShared = path === exchange.ExchangeService.open.path;
  const fate = fates.shift() ?? answered;
  fate(stream, (then) =>
    stream.on('data', (framed: Buffer) => {
      // Messages of this size arrive in one chunk.
      const message = framed.subarray(5);
      const calls = isShared ? exchange.CallBatch.decode(message).calls : [];
      begun += isShared ? calls.length : 1;
      const answers = calls.map(({ id, request: response }) => ({ id, response }));
      const batch = exchange.AnswerBatch.encode({ answers, closing: false }).finish();
      then(isShared ? frameOf(batch) : framed);
    }),
  );
}

function frameOf(message: Uint8Array): Buffer {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}

describe.each([
  ['share streams', false],
  ['are plain', true],
])('calls that %s', (_, isUnary) => {
  let client: ServiceClient<typeof definition>;

  beforeEach(async () => {
    begun = 0;
    server = createServer().on('stream', open).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const options = { sign: callingProcess(definition).sign, isUnary };
    client = createServiceClient(definition, `127.0.0.1:${port}`, options);
  });
  afterEach(() => {
    client.close();
    server.close();
  });

  const echo = async (text: string, withinMs = 5_000) => {
    const context = callContext({ deadlineMs: Date.now() + withinMs });
    return (await client.echo({ body: Buffer.from(text) }, context)).body?.toString();
  };
  const unreachable = {
    code: 'provider_unavailable',
    details: { retryable: true, reason: 'service_unreachable' },
  };
  const unknown = {
    code: 'provider_unavailable',
    details: { retryable: true, reason: 'outcome_unknown' },
  };

  test('each call is executed exactly once when the server refuses its stream', async () => {
    fates = [refused];
    const texts = ['a', 'b', 'c'];
    expect(await Promise.all(texts.map((text) => echo(text)))).toEqual(texts);
    expect(begun).toBe(3);
  });

  test('calls succeed even if the streams of their retries are refused too', async () => {
    fates = Array<Fate>(9).fill(refused);
    expect(await echo('a')).toBe('a');
    expect(begun).toBe(1);
  });

  test('calls are reported as not started if every stream is refused', async () => {
    fates = Array<Fate>(20).fill(refused);
    await expect(echo('a')).rejects.toMatchObject(unreachable);
    expect(begun).toBe(0);
    expect(await echo('b')).toBe('b');
  });

  test('calls are reported as not started if no server listens', async () => {
    await new Promise((resolve) => server.close(resolve));
    await expect(echo('a')).rejects.toMatchObject(unreachable);
  });

  test.each([
    ['after the server began them', takenAndLost],
    ['before the server answered', lost],
  ])(
    'calls that break off %s are not retried, and their error says that they may have been executed',
    async (_when, fate) => {
      fates = [fate];
      await expect(echo('a')).rejects.toMatchObject(unknown);
      expect(begun).toBe(1);
    },
  );

  test('calls past their deadline are not retried, and their error states that they may have been executed', async () => {
    fates = [heldUp];
    // The wait is longer than the life of the first shared streams.
    await expect(echo('a', 2_500)).rejects.toMatchObject(unknown);
    expect(begun).toBe(1);
  });
});
