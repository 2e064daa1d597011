import { randomBytes } from 'node:crypto';
import { Metadata, Server, ServerCredentials, status } from '@grpc/grpc-js';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import { exchange } from '@timbre/contract';
import { callContext, echoMethod } from '../../test/echo';
import { createServiceClient, type ServiceClient } from './client';

type Stream = ServerDuplexStream<exchange.CallBatch, exchange.AnswerBatch>;

const definition = { echo: echoMethod('Echo') };
const gone = { code: status.UNAVAILABLE, details: 'going away' };

let server: Server;
let client: ServiceClient<typeof definition>;
/** What becomes of each stream, in the order in which they open. */
let fates: ((stream: Stream) => void)[];
let begun: number;

const answered = (stream: Stream) => {
  stream.sendMetadata(new Metadata());
  stream.on('data', ({ calls }: exchange.CallBatch) => {
    begun += calls.length;
    const answers = calls.map(({ id, request: response }) => ({ id, response }));
    stream.write({ answers, closing: false });
  });
};
const refused = (stream: Stream) => void stream.emit('error', gone);
/** As of a process that dies in the middle of a call. */
const takenAndLost = (stream: Stream) => {
  stream.sendMetadata(new Metadata());
  stream.on('data', ({ calls }: exchange.CallBatch) => {
    begun += calls.length;
    setTimeout(() => stream.emit('error', gone), 20);
  });
};
/** As of a process that is held up: it begins what it reads, and says nothing. */
const heldUp = (stream: Stream) =>
  void stream.on('data', ({ calls }: exchange.CallBatch) => (begun += calls.length));

beforeEach(async () => {
  begun = 0;
  server = new Server();
  const open = (stream: Stream) => (fates.shift() ?? answered)(stream);
  server.addService(exchange.ExchangeService, { open });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  client = createServiceClient(definition, `127.0.0.1:${port}`, randomBytes(32));
});
afterEach(() => {
  client.close();
  server.forceShutdown();
});

const echo = async (text: string, withinMs = 5_000) => {
  const context = callContext({ deadlineMs: Date.now() + withinMs });
  return (await client.echo({ body: Buffer.from(text) }, context)).body?.toString();
};

test('calls on a stream that the server refuses go on another, all of them once', async () => {
  fates = [refused];
  const texts = ['a', 'b', 'c'];
  expect(await Promise.all(texts.map((text) => echo(text)))).toEqual(texts);
  expect(begun).toBe(3);
});

test('a second refusal is told', async () => {
  fates = [refused, refused];
  await expect(echo('a')).rejects.toMatchObject({ code: 'provider_unavailable' });
  expect(begun).toBe(0);
  expect(await echo('b')).toBe('b');
});

test('what a server has taken is not sent again: it may have been done', async () => {
  fates = [takenAndLost];
  await expect(echo('a')).rejects.toMatchObject({ code: 'provider_unavailable' });
  expect(begun).toBe(1);
});

test('a stream that is only retired was not refused: its calls are not sent again', async () => {
  fates = [heldUp];
  // Longer than the first streams take calls.
  await expect(echo('a', 2_500)).rejects.toMatchObject({ code: 'provider_unavailable' });
  expect(begun).toBe(1);
});
