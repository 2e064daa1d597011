import { setTimeout as delay } from 'node:timers/promises';

/** Waits `ms` milliseconds, or until `signal` aborts; never rejects. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // The promise rejects only after an abort, which simply ends the wait.
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
