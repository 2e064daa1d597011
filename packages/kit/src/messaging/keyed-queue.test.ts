import { createKeyedQueue } from './keyed-queue';

interface Item {
  key: string;
  gate: PromiseWithResolvers<void>;
}

const item = (key: string): Item => ({ key, gate: Promise.withResolvers() });
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function start(concurrency: number): {
  begun: Item[];
  queue: ReturnType<typeof createKeyedQueue<Item>>;
} {
  const begun: Item[] = [];
  const queue = createKeyedQueue<Item>(
    concurrency,
    ({ key }) => key,
    (next) => {
      begun.push(next);
      return next.gate.promise;
    },
  );
  return { begun, queue };
}

test('two items of one key never run at once, and keep their order', async () => {
  const { begun, queue } = start(4);
  const [a1, a2, b1] = [item('a'), item('a'), item('b')];
  for (const next of [a1, a2, b1]) queue.add(next);
  expect(begun).toEqual([a1, b1]);
  a1.gate.resolve();
  await settled();
  expect(begun).toEqual([a1, b1, a2]);
});

test('at most the given number of items run concurrently', async () => {
  const { begun, queue } = start(2);
  const items = ['a', 'b', 'c', 'd'].map(item);
  for (const next of items) queue.add(next);
  expect(begun).toHaveLength(2);
  items[1]!.gate.resolve();
  await settled();
  expect(begun.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
});

test('draining drops items that have not begun and waits for running items', async () => {
  const { begun, queue } = start(1);
  const [a, b] = [item('a'), item('b')];
  queue.add(a);
  queue.add(b);
  expect([...queue.held()]).toEqual([b, a]);
  const dropped: Item[] = [];
  let isDrained = false;
  const drained = queue.drain((next) => dropped.push(next)).then(() => (isDrained = true));
  await settled();
  expect({ dropped, isDrained }).toEqual({ dropped: [b], isDrained: false });
  a.gate.resolve();
  await drained;
  expect(begun).toEqual([a]);
  expect([...queue.held()]).toEqual([]);
});
