import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api, ApiResponse } from '@timbre/testkit/client';

/**
 * An organization's access: `request` repeats what is unfinished, for what a bar prepares and looks
 * at; `once` answers whatever happens, for what it is about.
 */
export interface Client extends Api {
  once: Api['request'];
}

/** A write as clients are told to make it: with one key, repeated until it has its answer. */
export interface Write {
  api: Client;
  method: string;
  path: string;
  body?: unknown;
  key?: string;
}

/** What clients were told, counted; `no answer` where a connection broke. */
export class Told {
  readonly counts = new Map<string, number>();

  add(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** What was told that is not among what may be. */
  beyond(allowed: readonly string[]): string[] {
    const odd = [...this.counts].filter(([what]) => !allowed.includes(what));
    return odd.map(([what, count]) => `clients were told ${what} (${count} times)`);
  }

  toString(): string {
    return [...this.counts].map(([what, count]) => `${count} × ${what}`).join(', ');
  }
}

/** What a client may be told while something dies under its request: it repeats. */
export const unfinished = [
  'no answer',
  '409 operation_in_progress',
  '500 internal',
  '503 provider_unavailable',
] as const;

/** Repeats a write until it has an outcome; undefined when time is over before. */
export async function insist(
  write: Write,
  told: Told,
  deadlineMs: number,
): Promise<ApiResponse | undefined> {
  const { api, method, path, body, key = randomUUID() } = write;
  const headers = { 'idempotency-key': key };
  while (Date.now() < deadlineMs) {
    const answer = await api.once(method, path, { body, headers }).catch(() => undefined);
    const what = answer ? toldBy(answer) : 'no answer';
    told.add(what);
    const mayRepeat = (unfinished as readonly string[]).includes(what) || isRetryable(answer);
    if (answer && !mayRepeat) return answer;
    const seconds = Number(answer?.headers.get('retry-after') ?? 0.2);
    if (what === '409 operation_in_progress' && !(seconds >= 1))
      told.add('operation_in_progress without Retry-After');
    await sleep(seconds * 1_000);
  }
  return undefined;
}

const preparedWithinMs = 300_000;

/** @see Client */
export function clientOf(access: Api): Client {
  const client: Client = {
    ...access,
    once: access.request,
    async request(method, path, { body } = {}) {
      const write = { api: client, method, path, body };
      const answer = await insist(write, new Told(), Date.now() + preparedWithinMs);
      if (!answer) throw new Error(`${method} ${path} had no outcome`);
      return answer;
    },
  };
  return client;
}

/** Such as a row that somebody else changed meanwhile. */
const isRetryable = (answer?: ApiResponse): boolean =>
  answer?.json?.error?.details?.retryable === true;

function toldBy({ status, json }: ApiResponse): string {
  if (status < 300) return `${status}`;
  const { code, details } = json?.error ?? {};
  const reason = code === 'conflict' ? details?.reason : undefined;
  return [status, code, reason].filter(Boolean).join(' ');
}

/** Works on all items, so many at once. */
export async function inFlight<Item, Result>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]!, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}

/** Does something again and again until the work is over; answers how often. */
export async function meanwhile<Result>(
  work: Promise<Result>,
  fault: (pass: number) => Promise<void>,
): Promise<{ result: Result; passes: number }> {
  const state = { isOver: false };
  const ended = work.finally(() => (state.isOver = true));
  let passes = 0;
  const faults = (async () => {
    for (; !state.isOver; passes += 1) await fault(passes);
  })();
  const [result] = await Promise.all([ended, faults]);
  return { result, passes };
}

/** Some time between the two, in milliseconds. */
export const between = (least: number, most: number): number =>
  least + Math.random() * (most - least);
