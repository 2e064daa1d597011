import { setTimeout as delay } from 'node:timers/promises';

/** Waits `ms` milliseconds, or until `signal` aborts; never rejects. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // Only the abort rejects, and the abort is meant to end the wait.
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
