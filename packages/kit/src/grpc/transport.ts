import type { Client } from '@grpc/grpc-js';
import type { RequestScope } from './call-metadata';

export interface OutgoingCall {
  rpc: string;
  path: string;
  /** The signed caller. */
  token: string;
  scope: RequestScope;
  traceparent?: string;
  request: Buffer;
}

/** A way to send calls to a service. `send` answers the bytes of the response, or refuses. */
export interface Transport {
  send(call: OutgoingCall): Promise<Buffer>;
  close(): void;
}

/** Whether a call that failed was sent: the peer of one that found no connection is its target. */
export const hasLeft = (client: Client, call: { getPeer(): string }): boolean =>
  call.getPeer() !== client.getChannel().getTarget();
