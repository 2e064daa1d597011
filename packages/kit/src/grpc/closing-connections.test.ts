import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { callContext, echoMethod } from '../../test/echo';
import { createServiceClient } from './client';
import { serveGrpc } from './server';

const contextKey = randomBytes(32);
const definition = { echo: echoMethod('Echo') };
const logger = pino({ level: 'silent' });
const callers = 32;
const forMs = 5_000;

describe.each([
  ['share streams', false],
  ['are plain', true],
])('calls that %s', (_, isUnary) => {
  test('are all done once while their connections reach their maximum age', async () => {
    let done = 0;
    const echo = (request: never) => {
      done += 1;
      return Promise.resolve(request);
    };
    const server = await serveGrpc(
      definition,
      { echo },
      { port: 0, contextKey, environment: 'sandbox', logger, connectionAgeMs: 200 },
    );
    const options = { contextKey, isUnary };
    const client = createServiceClient(definition, `127.0.0.1:${server.port}`, options);
    const untilMs = Date.now() + forMs;
    let called = 0;
    const refusals: unknown[] = [];
    const call = async () => {
      while (Date.now() < untilMs) {
        called += 1;
        const request = { body: Buffer.from('x') };
        await client.echo(request, callContext()).catch((error: unknown) => refusals.push(error));
      }
    };

    await Promise.all(Array.from({ length: callers }, call));

    expect(refusals).toEqual([]);
    expect(done).toBe(called);
    client.close();
    await server.stop();
  });
});
