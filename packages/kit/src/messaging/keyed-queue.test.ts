import { createKeyedQueue } from './keyed-queue';

interface Item {
  key: string;
  bytes: number;
  gate: PromiseWithResolvers<void>;
}

const item = (key: string, bytes = 1): Item => ({ key, bytes, gate: Promise.withResolvers() });
/** The most that a group may have. */
const bytesMax = 100;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function start(
  concurrency: number,
  togetherMax = 1,
): {
  begun: Item[];
  /** How many items of each piece of work. */
  sizes: number[];
  queue: ReturnType<typeof createKeyedQueue<Item>>;
} {
  const begun: Item[] = [];
  const sizes: number[] = [];
  const queue = createKeyedQueue<Item>(
    concurrency,
    { max: togetherMax, bytesMax, bytesOf: ({ bytes }) => bytes },
    ({ key }) => key,
    async (items) => {
      begun.push(...items);
      sizes.push(items.length);
      for (const { gate } of items) await gate.promise;
    },
  );
  return { begun, sizes, queue };
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
  const items = ['a', 'b', 'c', 'd'].map((key) => item(key));
  for (const next of items) queue.add(next);
  expect(begun).toHaveLength(2);
  items[1]!.gate.resolve();
  await settled();
  expect(begun.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
});

test('items that are large together are not taken together, and keep their order', async () => {
  const { begun, sizes, queue } = start(1, 10);
  const items = [1, 60, 40, 1, 2, 200, 1].map((bytes) => item('a', bytes));
  for (const next of items) queue.add(next);
  for (const next of items) next.gate.resolve();
  await settled();
  expect(begun).toEqual(items);
  expect(sizes).toEqual([1, 2, 2, 1, 1]);
});

test('items of one key that wait are taken together, in their order, and no more than allowed', async () => {
  const { begun, sizes, queue } = start(2, 3);
  const [a1, a2, a3, a4, a5, b1, b2] = ['a', 'a', 'a', 'a', 'a', 'b', 'b'].map((key) => item(key));
  for (const next of [a1, a2, b1, a3, b2, a4, a5]) queue.add(next!);
  expect({ begun, sizes }).toEqual({ begun: [a1, b1], sizes: [1, 1] });
  for (const next of [a2, a3, a4, a1]) next!.gate.resolve();
  await settled();
  expect({ begun, sizes }).toEqual({ begun: [a1, b1, a2, a3, a4, a5], sizes: [1, 1, 3, 1] });
  expect([...queue.held()]).toEqual([b2, b1, a5]);
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
