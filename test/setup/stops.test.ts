import { startAsOne, stopAll } from '../../scripts/runtime/stops.mjs';

/**
 * Returns parts of a system that record their stop in `order`. The part named `stuck` fails to
 * stop.
 */
const partsOf = (order: string[]) => (name: string) => async () => {
  order.push(name);
  if (name === 'stuck') throw new Error('stuck');
};

describe('stopAll', () => {
  it('stopAll stops all parts once in reverse order of their start, even if a part fails to stop', async () => {
    const order: string[] = [];
    const stops = ['nats', 'stuck', 'fiscal-cfdi'].map(partsOf(order));
    await expect(stopAll(stops)).rejects.toThrow('not stopped: Error: stuck');
    expect(order).toEqual(['fiscal-cfdi', 'stuck', 'nats']);
    await stopAll(stops);
    expect(order).toHaveLength(3);
  });
});

describe('startAsOne', () => {
  it('startAsOne stops the started parts if another part fails to start', async () => {
    const order: string[] = [];
    const part = partsOf(order);
    const starting = startAsOne(async (stops) => {
      stops.push(part('nats'), part('stuck'), part('postgres'));
      throw new Error('fiscal-cfdi ended before it was ready');
    });
    await expect(starting).rejects.toThrow('fiscal-cfdi ended before it was ready');
    expect(order).toEqual(['postgres', 'stuck', 'nats']);
  });

  it('startAsOne lets the stop function stop the running parts', async () => {
    const order: string[] = [];
    const running = await startAsOne(async (stops) => {
      stops.push(partsOf(order)('nats'));
      return { url: 'nats://127.0.0.1:1' };
    });
    expect([running.url, order]).toEqual(['nats://127.0.0.1:1', []]);
    await running.stop();
    expect(order).toEqual(['nats']);
  });
});
