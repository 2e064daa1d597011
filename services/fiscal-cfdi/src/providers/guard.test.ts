import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pac, StampOutcome } from '../domain/stamping/pac';
import { guard } from './guard';

const cfdi = (xml: string) => ({ kind: 'cfdi', xml }) as const;

const refused: StampOutcome = { outcome: 'not_sent', cause: new Error('refused') };
const stamped: StampOutcome = { outcome: 'stamped', xml: '<x/>' };

/** Creates a guarded PAC with prescribed outcomes and a simulated clock. */
function guarded(answer: () => StampOutcome | Promise<StampOutcome>) {
  const calls = { stamp: 0, lookup: 0 };
  const clock = { now: 0 };
  const pac: Pac = {
    name: 'sw',
    stamp: async () => ((calls.stamp += 1), answer()),
    cancel: () => Promise.resolve({ outcome: 'not_known_yet' }),
    rfc: '',
    pendingFor: () => Promise.reject(new Error()),
    answerCancellation: () => Promise.reject(new Error()),
    lookup: () => ((calls.lookup += 1), Promise.resolve({ outcome: 'not_found' })),
    issued: undefined,
  };
  const own = guard(pac, () => clock.now);
  return { calls, clock, pac: own, stamp: (beginBy = 4_000) => own.stamp(cfdi(''), '', beginBy) };
}

test('the circuit opens after a PAC could not be reached five times', async () => {
  const { calls, stamp } = guarded(() => refused);
  for (let i = 0; i < 8; i += 1) expect((await stamp()).outcome).toBe('not_sent');
  expect(calls.stamp).toBe(5);
});

test('the circuit stays closed after an unknown outcome, because the document may not go to another PAC', async () => {
  const { calls, stamp } = guarded(() => ({ outcome: 'unknown', cause: undefined }));
  for (let i = 0; i < 8; i += 1) expect((await stamp()).outcome).toBe('unknown');
  expect(calls.stamp).toBe(8);
});

test('lookups bypass an open circuit and do not close it', async () => {
  const { calls, pac, stamp } = guarded(() => refused);
  for (let i = 0; i < 4; i += 1) await stamp();
  await pac.lookup(cfdi(''), '');
  await stamp();
  await pac.lookup(cfdi(''), '');
  await stamp();
  expect(calls).toEqual({ stamp: 5, lookup: 2 });
});

test('at most 32 documents are sent to a PAC at once, and a document past its deadline is not sent', async () => {
  let free!: () => void;
  const held = new Promise<void>((resolve) => (free = resolve));
  const { calls, clock, stamp } = guarded(() => held.then(() => stamped));
  const inside = Array.from({ length: 32 }, () => stamp());
  const waiting = [stamp(4_000), stamp(6_000)];
  await Promise.resolve();
  expect(calls.stamp).toBe(32);
  clock.now = 5_000;
  free();
  expect((await Promise.all(inside)).every(({ outcome }) => outcome === 'stamped')).toBe(true);
  expect((await Promise.all(waiting)).map(({ outcome }) => outcome)).toEqual([
    'not_sent',
    'stamped',
  ]);
  expect(calls.stamp).toBe(33);
});

test('an exception of a PAC adapter is thrown to the caller and does not count as an outage', async () => {
  const { stamp } = guarded(() => Promise.reject(new TypeError('bug')));
  await expect(stamp()).rejects.toThrow('bug');
});

test('a queued document is sent in the async context of its own request', async () => {
  const scope = new AsyncLocalStorage<number>();
  const seen: (number | undefined)[] = [];
  const { stamp } = guarded(async () => {
    await new Promise(setImmediate);
    seen.push(scope.getStore());
    return stamped;
  });
  const requests = Array.from({ length: 34 }, (_, n) => n);
  await Promise.all(requests.map((n) => scope.run(n, () => stamp(Infinity))));
  expect(seen.toSorted((a, b) => a! - b!)).toEqual(requests);
});
