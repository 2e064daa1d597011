import type { Attempt } from './attempts';

/** Calls outside endpoints. The receiver client never calls an address that is not public. */
export interface Receiver {
  /** Makes one attempt. The promise never rejects. It always resolves within the time limit. */
  send(url: string, headers: Record<string, string>, body: string): Promise<Attempt>;
  close(): void;
}
