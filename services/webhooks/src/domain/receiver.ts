import type { Attempt } from './attempts';

/** Calls outside endpoints. The receiver client never calls an address that is not public. */
export interface Receiver {
  /**
   * Makes one attempt. The call never rejects, and it ends within the time limit regardless of the
   * receiver.
   */
  send(url: string, headers: Record<string, string>, body: string): Promise<Attempt>;
  close(): void;
}
