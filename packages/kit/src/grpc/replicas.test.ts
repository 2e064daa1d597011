import { pino } from 'pino';
import { callContext, callingProcess, echoMethod } from '../../test/echo';
import { createServiceClient, type ServiceClient } from './client';
import { serveGrpc, type GrpcServer } from './server';

const definition = { wait: echoMethod('Wait') };
const { sign, serving } = callingProcess(definition);
const message = { body: Buffer.from('x') };

describe.each([
  ['share streams', false],
  ['are plain', true],
])('calls to several replicas that %s', (_, isUnary) => {
  const replicasMax = 8;
  const replicas: GrpcServer[] = [];
  afterEach(() => Promise.all(replicas.splice(0).map((replica) => replica.stop())));

  /**
   * Starts a replica that counts its calls in `counts[index]` and responds only at the end of the
   * test.
   * @returns its port
   */
  async function startReplica(counts: number[], index: number, port = 0): Promise<number> {
    counts[index] = 0;
    const wait = (request: never) => {
      counts[index]! += 1;
      return new Promise((resolve) => setTimeout(() => resolve(request), 50));
    };
    const logger = pino({ level: 'silent' });
    const options = { port, ...serving, logger };
    const replica = await serveGrpc(definition, { wait }, options);
    replicas.push(replica);
    return replica.port;
  }
  const clientOf = (ports: number[]) => {
    const address = `ipv4:${ports.map((port) => `127.0.0.1:${port}`).join()}`;
    return createServiceClient(definition, address, { sign, isUnary });
  };
  const call = (to: ServiceClient<typeof definition>, count: number) =>
    Promise.all(Array.from({ length: count }, () => to.wait(message, callContext())));

  test('many calls reach all replicas', async () => {
    const counts: number[] = [];
    const numbers = Array.from({ length: replicasMax }, (_, index) => index);
    const many = clientOf(await Promise.all(numbers.map((index) => startReplica(counts, index))));
    // The first call opens the connections. The second call finds all connections open.
    await call(many, 1);
    const deadline = Date.now() + 20_000;
    while (counts.includes(0) && Date.now() < deadline) await call(many, 400);
    expect(counts.filter((count) => count > 0)).toHaveLength(replicasMax);
    many.close();
  });

  test('calls reach a new replica within seconds', async () => {
    const counts: number[] = [];
    const [first, later] = [await startReplica(counts, 0), await startReplica(counts, 1)];
    await replicas.pop()!.stop();
    const few = clientOf([first, later]);
    await call(few, 4);
    await startReplica(counts, 1, later);
    const deadline = Date.now() + 30_000;
    while (counts[1] === 0 && Date.now() < deadline) await call(few, 2);
    expect(counts[1]).toBeGreaterThan(0);
    few.close();
  });
});
