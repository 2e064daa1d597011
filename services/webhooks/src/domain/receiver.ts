import type { Attempt } from './attempts';

/**
 * The client that calls the endpoints of organizations. The client for endpoints never connects to
 * an address that is not public, except if the operator allows it.
 */
export interface Receiver {
  /**
   * Makes one attempt to deliver an event. The promise that `send` returns is never rejected. The promise
   * that `send` returns is resolved within the time limit.
   */
  send(url: string, headers: Record<string, string>, body: string): Promise<Attempt>;
  close(): void;
}
