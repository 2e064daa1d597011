import type { Client } from '@grpc/grpc-js';
import type { RequestScope } from './call-metadata';

export interface OutgoingCall {
  rpc: string;
  path: string;
  token: string;
  scope: RequestScope;
  traceparent?: string;
  request: Buffer;
}

/**
 * Sends calls to a service. `send` resolves to the bytes of the response, or rejects with a
 * refusal.
 */
export interface Transport {
  send(call: OutgoingCall): Promise<Buffer>;
  close(): void;
}

/**
 * Whether a failed call was sent. If the client found no connection, the call's peer is its target
 * name.
 */
export const hasLeft = (client: Client, call: { getPeer(): string }): boolean =>
  call.getPeer() !== client.getChannel().getTarget();
