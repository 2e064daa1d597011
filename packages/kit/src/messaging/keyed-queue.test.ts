import { createKeyedQueue } from './keyed-queue';

interface Item {
  key: string;
  bytes: number;
  gate: PromiseWithResolvers<void>;
}

const item = (key: string, bytes = 1): Item => ({ key, bytes, gate: Promise.withResolvers() });
/** The maximum size of a group of items. */
const bytesMax = 100;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function start(
  concurrency: number,
  togetherMax = 1,
  rest?: (isOver: () => void) => void,
): {
  begun: Item[];
  /** The number of items in each call of the work function. */
  sizes: number[];
  queue: ReturnType<typeof createKeyedQueue<Item>>;
} {
  const begun: Item[] = [];
  const sizes: number[] = [];
  const queue = createKeyedQueue<Item>(
    concurrency,
    { max: togetherMax, bytesMax, bytesOf: ({ bytes }) => bytes, ...(rest && { rest }) },
    ({ key }) => key,
    async (items) => {
      begun.push(...items);
      sizes.push(items.length);
      for (const { gate } of items) await gate.promise;
    },
  );
  return { begun, sizes, queue };
}

test('two items with the same key never run concurrently, and keep their order', async () => {
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

test('items that together exceed the size limit are handled in separate groups, in their order', async () => {
  const { begun, sizes, queue } = start(1, 10);
  const items = [1, 60, 40, 1, 2, 200, 1].map((bytes) => item('a', bytes));
  for (const next of items) queue.add(next);
  for (const next of items) next.gate.resolve();
  await settled();
  expect(begun).toEqual(items);
  expect(sizes).toEqual([1, 2, 2, 1, 1]);
});

test('waiting items with the same key are handled together, in their order, up to the maximum number', async () => {
  const { begun, sizes, queue } = start(2, 3);
  const [a1, a2, a3, a4, a5, b1, b2] = ['a', 'a', 'a', 'a', 'a', 'b', 'b'].map((key) => item(key));
  for (const next of [a1, a2, b1, a3, b2, a4, a5]) queue.add(next!);
  expect({ begun, sizes }).toEqual({ begun: [a1, b1], sizes: [1, 1] });
  for (const next of [a2, a3, a4, a1]) next!.gate.resolve();
  await settled();
  expect({ begun, sizes }).toEqual({ begun: [a1, b1, a2, a3, a4, a5], sizes: [1, 1, 3, 1] });
  expect([...queue.held()]).toEqual([b2, b1, a5]);
});

test('the queue returns items that have not started, and waits for running items', async () => {
  const { begun, queue } = start(1);
  const [a, b] = [item('a'), item('b')];
  queue.add(a);
  queue.add(b);
  expect([...queue.held()]).toEqual([b, a]);
  let isFinished = false;
  expect(queue.takeWaiting()).toEqual([b]);
  const finished = queue.finished().then(() => (isFinished = true));
  await settled();
  expect(isFinished).toBe(false);
  a.gate.resolve();
  await finished;
  expect(begun).toEqual([a]);
  expect([...queue.held()]).toEqual([]);
});

describe('pausing keys', () => {
  /** Functions that end the pause of each pausing key. */
  const endings: (() => void)[] = [];
  const restsEnd = (): void => {
    for (const end of endings.splice(0)) end();
  };
  const startResting = (togetherMax = 3) =>
    start(2, togetherMax, (isOver) => void endings.push(isOver));
  /** Adds one item for each key, whose work ends immediately. */
  const added = (queue: ReturnType<typeof start>['queue'], ...keys: string[]): void => {
    for (const next of keys.map((key) => item(key))) {
      next.gate.resolve();
      queue.add(next);
    }
  };
  beforeEach(() => void endings.splice(0));

  test('the first item starts immediately, and later items start together when the pause ends', async () => {
    const { sizes, queue } = startResting();
    added(queue, 'a');
    expect(sizes).toEqual([1]);
    await settled();
    added(queue, 'a', 'a');
    await settled();
    expect(sizes).toEqual([1]);
    restsEnd();
    expect(sizes).toEqual([1, 2]);
  });

  test('the next item starts immediately if no item arrived during the pause', async () => {
    const { sizes, queue } = startResting();
    added(queue, 'a');
    await settled();
    restsEnd();
    added(queue, 'a');
    expect(sizes).toEqual([1, 1]);
  });

  test('a group that is full by number or by size starts immediately', async () => {
    const { sizes, queue } = startResting();
    added(queue, 'a');
    await settled();
    added(queue, 'a', 'a', 'a');
    await settled();
    expect(sizes).toEqual([1, 3]);
    for (const next of [item('a', 60), item('a', 60)]) queue.add(next);
    expect(sizes).toEqual([1, 3, 1]);
  });

  test('a pause does not delay other keys or items that are handled one by one', async () => {
    const { begun, queue } = startResting();
    added(queue, 'a');
    await settled();
    added(queue, 'a', 'b');
    expect(begun.map(({ key }) => key)).toEqual(['a', 'b']);
    const single = startResting(1);
    added(single.queue, 'a', 'a');
    await settled();
    expect(single.sizes).toEqual([1, 1]);
  });

  test('a key does not start again after its items were removed', async () => {
    const { sizes, queue } = startResting();
    added(queue, 'a');
    await settled();
    added(queue, 'a');
    const taken = queue.takeWaiting();
    restsEnd();
    expect({ sizes, taken: taken.length }).toEqual({ sizes: [1], taken: 1 });
  });
});
