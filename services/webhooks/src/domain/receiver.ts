import type { Attempt } from './attempts';

/** Calls endpoints outside. It never calls an address that is not public. */
export interface Receiver {
  /** Makes one attempt; it never rejects, and it ends in time whatever the other side does. */
  send(url: string, headers: Record<string, string>, body: string): Promise<Attempt>;
  close(): void;
}
