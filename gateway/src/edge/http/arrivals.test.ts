import type { Refusal } from '@timbre/kit';
import type { Request } from 'express';
import { createArrivals } from './arrivals';

const megabyte = 1 << 20;
const sized = (bytes: number) => ({ headers: { 'content-length': `${bytes}` } }) as Request;
const endless = { headers: { 'transfer-encoding': 'chunked' } } as unknown as Request;

/**
 * Returns a function that starts to receive bodies, which stay incomplete until the test completes
 * them.
 */
function arrivals() {
  const { receive } = createArrivals();
  const ends: (() => void)[] = [];
  const held = () => new Promise<void>((resolve) => ends.push(resolve));
  return {
    begin: (organizationId: string, request: Request) => {
      const outcome = receive(organizationId, request, 10 * megabyte, held);
      return {
        outcome: outcome.then(
          () => 'read',
          ({ code }: Refusal) => code,
        ),
      };
    },
    letGo: () => ends.splice(0).forEach((end) => end()),
  };
}

it('an organization may send 64 MiB of incomplete bodies at once, without affecting other organizations', async () => {
  const { begin, letGo } = arrivals();
  const held = Array.from({ length: 20 }, () => begin('a', sized(8 * megabyte)).outcome);
  const other = begin('b', sized(8 * megabyte)).outcome;
  letGo();
  const outcomes = await Promise.all(held);
  expect(outcomes).toEqual([...Array(8).fill('read'), ...Array(12).fill('rate_limited')]);
  expect(await other).toBe('read');
});

it('a completed body releases its bytes', async () => {
  const { begin, letGo } = arrivals();
  for (let times = 0; times < 3; times += 1) {
    const all = Array.from({ length: 8 }, () => begin('a', sized(8 * megabyte)).outcome);
    letGo();
    expect(await Promise.all(all)).toEqual(Array(8).fill('read'));
  }
});

it('a body without a declared length counts as a body of the maximum size', async () => {
  const { begin, letGo } = arrivals();
  const all = [endless, sized(1_000 * megabyte), endless, endless, endless, endless, endless].map(
    (request) => begin('a', request).outcome,
  );
  const small = begin('a', sized(100)).outcome;
  letGo();
  expect(await Promise.all(all)).toEqual([...Array(6).fill('read'), 'rate_limited']);
  expect(await small).toBe('read');
});
