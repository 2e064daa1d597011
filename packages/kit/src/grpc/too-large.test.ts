import { pino } from 'pino';
import { callContext, callingProcess, echoMethod } from '../../test/echo';
import type { CallContext } from '../operation/context';
import { invalid } from '../refusal/refusal';
import { createServiceClient, type ServiceClient } from './client';
import type { RpcHandlers } from './rpc';
import { serveGrpc, type GrpcServer } from './server';
import { messageBytesMax } from './sizes';

const definition = {
  echo: echoMethod('Echo'),
  refuse: echoMethod('Refuse'),
  grow: echoMethod('Grow'),
};
const { sign, serving } = callingProcess(definition);
const body = Buffer.from('x');

const issues = Array.from({ length: 20_000 }, (_, index) => ({
  path: ['concepts', index, 'description'],
  message: `ñ ${'x'.repeat(1_000)}`,
  code: 'invalid_text',
}));
const handlers: RpcHandlers = {
  echo: (request) => Promise.resolve(request),
  refuse: () => Promise.reject(invalid(issues)),
  grow: () => Promise.resolve({ body: Buffer.alloc(messageBytesMax + 1) }),
};

const tenant = (name: string): CallContext => callContext({ organizationId: name });

describe.each([
  ['share streams', false],
  ['are plain', true],
])('calls that %s', (_, isUnary) => {
  let server: GrpcServer;
  let client: ServiceClient<typeof definition>;

  beforeEach(async () => {
    const logger = pino({ level: 'silent' });
    const options = { port: 0, ...serving, logger } as const;
    server = await serveGrpc(definition, handlers, options);
    client = createServiceClient(definition, `127.0.0.1:${server.port}`, { sign, isUnary });
  });
  afterEach(async () => {
    client.close();
    await server.stop();
  });

  /**
   * Runs the given calls concurrently with calls of another tenant. All calls of the other tenant
   * must succeed.
   */
  const among = async (
    calls: () => Promise<unknown>[],
  ): Promise<PromiseSettledResult<unknown>[]> => {
    const echo = () => client.echo({ body }, tenant('quiet'));
    const before = Array.from({ length: 20 }, echo);
    const large = calls();
    const after = Array.from({ length: 20 }, echo);
    const results = await Promise.allSettled(large);
    await Promise.all([...before, ...after, echo()]);
    return results;
  };

  test('a call whose refusal is too large fails alone, and its refusal states how many issues are omitted', async () => {
    const [result] = await among(() => [client.refuse({ body }, tenant('loud'))]);
    expect(result).toMatchObject({
      status: 'rejected',
      reason: { code: 'validation_error', message: expect.stringMatching(/\d+ of its issues/) },
    });
  });

  test('a call whose response is too large fails without affecting other calls', async () => {
    const [result] = await among(() => [client.grow({ body }, tenant('loud'))]);
    expect(result).toMatchObject({
      reason: { code: 'internal', message: expect.stringContaining('too large') },
    });
  });

  test('a call whose request is too large fails without affecting other calls', async () => {
    const large = { body: Buffer.alloc(messageBytesMax + 1) };
    const [result] = await among(() => [client.echo(large, tenant('loud'))]);
    expect(result).toMatchObject({
      reason: { code: 'internal', message: expect.stringContaining('too large') },
    });
  });

  test('all calls succeed when together they exceed the size of one message', async () => {
    const large = { body: Buffer.alloc(messageBytesMax - 100, 'x') };
    const results = await among(() =>
      Array.from({ length: 4 }, () => client.echo(large, tenant('loud'))),
    );
    for (const result of results) expect(result).toMatchObject({ status: 'fulfilled' });
  });
});
