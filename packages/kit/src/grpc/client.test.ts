import { promises as dns } from 'node:dns';
import { pino } from 'pino';
import { callContext, callingProcess, echoMethod } from '../../test/echo';
import { createServiceClient } from './client';
import { serveGrpc } from './server';

const definition = { echo: echoMethod('Echo') };
const { sign, serving } = callingProcess(definition);
const context = () => callContext({ deadlineMs: Date.now() + 5_000 });

const serve = () =>
  serveGrpc(
    definition,
    { echo: (request) => Promise.resolve(request) },
    { port: 0, ...serving, logger: pino({ level: 'silent' }) },
  );

describe('name resolution', () => {
  afterEach(() => jest.restoreAllMocks());

  it('the client keeps its connections while the name cannot be resolved', async () => {
    const server = await serve();
    const found = [{ address: '127.0.0.1', family: 4 }];
    const lookup = jest
      .spyOn(dns, 'lookup')
      .mockImplementation((() => Promise.resolve(found)) as never);
    const options = { sign, isUnary: true, connectionLifeMs: 200 };
    const client = createServiceClient(definition, `dns:///pods:${server.port}`, options);
    const echo = () => client.echo({ body: Buffer.from('here') }, context());

    await echo();
    lookup.mockRejectedValue(new Error('ENOTFOUND'));
    const since = Date.now();
    while (Date.now() < since + 3_000) expect((await echo()).body?.toString()).toBe('here');

    expect(lookup.mock.calls.length).toBeGreaterThan(5);
    client.close();
    await server.stop();
  });

  it('the client finds a replacement Pod within seconds after the name resolved to the old Pod', async () => {
    const server = await serve();
    // Nothing listens at this address, because the server uses only IPv4.
    const addresses = [{ address: '::1', family: 6 }];
    jest.spyOn(dns, 'lookup').mockImplementation((() => Promise.resolve([...addresses])) as never);
    const client = createServiceClient(definition, `dns:///pods:${server.port}`, { sign });
    const echo = () => client.echo({ body: Buffer.from('here') }, context());

    await expect(echo()).rejects.toMatchObject({ code: 'provider_unavailable' });
    addresses.splice(0, 1, { address: '127.0.0.1', family: 4 });
    const movedAt = Date.now();
    let answer = await echo().catch(() => undefined);
    // The next regular name lookup would happen only after half a minute.
    while (!answer && Date.now() < movedAt + 20_000) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      answer = await echo().catch(() => undefined);
    }

    expect(answer?.body?.toString()).toBe('here');
    client.close();
    await server.stop();
  });
});
