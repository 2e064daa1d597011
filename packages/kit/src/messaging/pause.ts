import { setTimeout as delay } from 'node:timers/promises';

/** Waits `ms` milliseconds, or less when `signal` aborts; never rejects. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // Only the abort rejects, and it ends the wait.
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
