import { setTimeout as sleep } from 'node:timers/promises';
import { startFaultProxy } from '@timbre/testkit/client';
import { pino } from 'pino';
import { callContext, callingProcess, echoMethod } from '../../test/echo';
import { createServiceClient } from './client';
import { serveGrpc } from './server';

const definition = { echo: echoMethod('Echo') };
const { sign, serving } = callingProcess(definition);
const logger = pino({ level: 'silent' });
const callers = 32;
const forMs = 5_000;

const serve = (echo: (request: never) => Promise<unknown>) =>
  serveGrpc(definition, { echo }, { port: 0, ...serving, logger });

const request = { body: Buffer.from('x') };

test('under load, each call is executed exactly once while a replica shuts down', async () => {
  let done = 0;
  const replicas = await Promise.all(
    ['one', 'other'].map(() =>
      serve(async (given) => {
        await sleep(Math.random() * 20);
        done += 1;
        return given;
      }),
    ),
  );
  const address = `ipv4:${replicas.map(({ port }) => `127.0.0.1:${port}`).join()}`;
  const client = createServiceClient(definition, address, { sign });
  let called = 0;
  const refusals: unknown[] = [];
  let isOver = false;
  const call = async () => {
    while (!isOver) {
      called += 1;
      await client.echo(request, callContext()).catch((error: unknown) => refusals.push(error));
    }
  };
  const calls = Promise.all(Array.from({ length: 300 }, call));
  // The first streams are used for two seconds.
  await sleep(3_000);
  await replicas[0]!.stop();
  isOver = true;
  await calls;

  expect(refusals).toEqual([]);
  expect(done).toBe(called);
  client.close();
  await replicas[1]!.stop();
});

describe.each([
  ['share streams', false],
  ['are plain', true],
])('calls that %s', (_, isUnary) => {
  test('each call is executed exactly once while its connections are replaced', async () => {
    let done = 0;
    const server = await serve(async (given) => {
      await sleep(Math.random() * 50);
      done += 1;
      return given;
    });
    const proxy = await startFaultProxy({ port: server.port });
    const options = { sign, isUnary, connectionLifeMs: 200 };
    const client = createServiceClient(definition, `127.0.0.1:${proxy.port}`, options);
    const untilMs = Date.now() + forMs;
    let called = 0;
    const refusals: unknown[] = [];
    const call = async () => {
      while (Date.now() < untilMs) {
        called += 1;
        await client.echo(request, callContext()).catch((error: unknown) => refusals.push(error));
      }
    };

    await Promise.all(Array.from({ length: callers }, call));

    expect(refusals).toEqual([]);
    expect(done).toBe(called);
    expect(proxy.connections()).toBeGreaterThan(10);
    client.close();
    await server.stop();
    await proxy.stop();
  });

  test('calls in flight are answered while their replica shuts down, and later calls go to other replicas', async () => {
    const [isBegun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let begun = 0;
    const server = await serve(async (given) => {
      begun += 1;
      isBegun.resolve();
      await gate.promise;
      return given;
    });
    const address = `127.0.0.1:${server.port}`;
    const client = createServiceClient(definition, address, { sign, isUnary });
    const inFlight = client.echo(request, callContext());
    await isBegun.promise;
    const stopped = server.stop();

    // Calls that arrive before the client is informed of the shutdown are still started.
    const refusals: unknown[] = [];
    const calls = [inFlight];
    const giveUpAt = Date.now() + 15_000;
    while (refusals.length === 0 && Date.now() < giveUpAt) {
      const later = client.echo(request, callContext());
      calls.push(later);
      later.catch((refusal: unknown) => refusals.push(refusal));
      await sleep(20);
    }
    gate.resolve();

    expect(refusals[0]).toMatchObject({ details: { reason: 'service_unreachable' } });
    const ends = await Promise.allSettled(calls);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(begun);
    expect((await inFlight).body?.toString()).toBe('x');
    await stopped;
    client.close();
  });
});
