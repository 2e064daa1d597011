import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api, ApiResponse } from '@timbre/testkit/client';

/**
 * The API client of an organization. `request` retries until the outcome is known; tests use it for
 * preparation and checks. `once` returns the first result; tests use it for the writes under test.
 */
export interface Client extends Api {
  once: Api['request'];
}

/**
 * A write as clients must send it: with one idempotency key, and with retries until the response arrives.
 */
export interface Write {
  api: Client;
  method: string;
  path: string;
  body?: unknown;
  key?: string;
}

/** Counts the responses that clients received. The key `no answer` counts broken connections. */
export class OutcomeCounts {
  readonly counts = new Map<string, number>();

  add(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** Returns the responses that are not in the list of allowed responses. */
  beyond(allowed: readonly string[]): string[] {
    const odd = [...this.counts].filter(([what]) => !allowed.includes(what));
    return odd.map(([what, count]) => `clients were told ${what} (${count} times)`);
  }

  toString(): string {
    return [...this.counts].map(([what, count]) => `${count} × ${what}`).join(', ');
  }
}

/**
 * Responses that a client can receive if a process is killed during its request. The client then retries the
 * request.
 */
export const unfinished = [
  'no answer',
  '409 operation_in_progress',
  '500 internal',
  '503 provider_unavailable',
] as const;

/** Retries a write until its outcome is known; returns undefined after the timeout. */
export async function insist(
  write: Write,
  outcomes: OutcomeCounts,
  deadlineMs: number,
): Promise<ApiResponse | undefined> {
  const { api, method, path, body, key = randomUUID() } = write;
  const headers = { 'idempotency-key': key };
  while (Date.now() < deadlineMs) {
    const answer = await api.once(method, path, { body, headers }).catch(() => undefined);
    const what = answer ? outcomeOf(answer) : 'no answer';
    outcomes.add(what);
    const mayRepeat = (unfinished as readonly string[]).includes(what) || isRetryable(answer);
    if (answer && !mayRepeat) return answer;
    const seconds = Number(answer?.headers.get('retry-after') ?? 0.2);
    if (what === '409 operation_in_progress' && !(seconds >= 1))
      outcomes.add('operation_in_progress without Retry-After');
    await sleep(seconds * 1_000);
  }
  return undefined;
}

const preparedWithinMs = 300_000;

/** @see Client */
export function clientOf(access: Api): Client {
  const client: Client = {
    ...access,
    once: (method, path, options) => access.request(method, path, { ...options, isOnce: true }),
    async request(method, path, { body } = {}) {
      const write = { api: client, method, path, body };
      const answer = await insist(write, new OutcomeCounts(), Date.now() + preparedWithinMs);
      if (!answer) throw new Error(`${method} ${path} had no outcome`);
      return answer;
    },
  };
  return client;
}

/** Whether a retry can succeed, for example after a concurrent change of the row. */
const isRetryable = (answer?: ApiResponse): boolean =>
  answer?.json?.error?.details?.retryable === true;

function outcomeOf({ status, json }: ApiResponse): string {
  if (status < 300) return `${status}`;
  const { code, details } = json?.error ?? {};
  const reason = code === 'conflict' ? details?.reason : undefined;
  return [status, code, reason].filter(Boolean).join(' ');
}

/** Processes all items with a limit on concurrency. */
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

/**
 * Repeats an action until the given work has ended.
 * @returns the result of the work, and how many times the action ran
 */
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

/** The state of the kills that happen during some work. */
export interface Kills {
  kills: number;
  /** Whether all kills are done or have failed; further writes are then useless. */
  isOver: boolean;
}

/** Kills a process again and again until all kills are done, and waits for the end of the work. */
export async function killDuring(
  work: Promise<unknown>,
  state: Kills,
  kills: number,
  kill: (pass: number) => Promise<void>,
): Promise<void> {
  await meanwhile(work, async (pass) => {
    // The work ended, so there are no further kills.
    if (state.kills === kills) return void (await work);
    await kill(pass);
    state.kills += 1;
  }).finally(() => (state.isOver = true));
}

/** Returns a random time between the two limits, in milliseconds. */
export const between = (least: number, most: number): number =>
  least + Math.random() * (most - least);
