import { Client, credentials } from '@grpc/grpc-js';
import type { CallContext } from '../operation/context';
import { createCallerSigner } from './context-token';
import { createExchange } from './exchange-client';

/** The shape of a method in a generated service definition. */
interface MethodDefinition<Request, Response> {
  requestSerialize: (value: Request) => Buffer;
  responseDeserialize: (bytes: Buffer) => Response;
}

export type RequestOf<M> = M extends { requestSerialize: (value: infer R) => Buffer } ? R : never;
export type ResponseOf<M> = M extends { responseDeserialize: (bytes: Buffer) => infer R }
  ? R
  : never;

/** A service as its callers see it: every rpc a function of request and context. */
export type ServiceClient<Definition> = {
  [Name in keyof Definition]: (
    request: RequestOf<Definition[Name]>,
    context: CallContext,
  ) => Promise<ResponseOf<Definition[Name]>>;
} & { close(): void };

/** A received CFDI may have 5 MB, and travels whole; the rest is for what comes with it. */
export const messageBytesMax = 6 << 20;

/** Resends are ours to decide (idempotency keys), never the channel's. */
const channelOptions = {
  'grpc.enable_retries': 0,
  'grpc.keepalive_time_ms': 20_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.keepalive_permit_without_calls': 1,
  'grpc.max_receive_message_length': messageBytesMax,
  'grpc.max_send_message_length': messageBytesMax,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2_000,
  // Pods of a rollout leave within seconds of each other: an address may be gone a moment after it
  // was asked for.
  'grpc.dns_min_time_between_resolutions_ms': 500,
  'grpc-node.flow_control_window': 1 << 20,
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
};

/**
 * A client of a service, balanced round robin over the addresses its name resolves to. Calls carry
 * the signed context and the caller's deadline; failures arrive as refusals.
 * @param address `host:port`, or `dns:///name:port` for a headless Service
 */
export function createServiceClient<Definition extends object>(
  definition: Definition,
  address: string,
  contextKey: Buffer,
): ServiceClient<Definition> {
  const channel = new Client(address, credentials.createInsecure(), channelOptions);
  const shared = createExchange(channel);
  const sign = createCallerSigner(contextKey);
  const methods = Object.entries(definition as Record<string, MethodDefinition<unknown, unknown>>);
  const calls = methods.map(([name, method]) => [
    name,
    async (request: unknown, context: CallContext) => {
      const { requestId, deadlineMs, idempotency } = context;
      const call = {
        rpc: name,
        caller: sign(context),
        scope: { requestId, deadlineMs, idempotency },
        request: method.requestSerialize(request),
      };
      const response = await shared.call(call);
      return method.responseDeserialize(response);
    },
  ]);
  return {
    ...Object.fromEntries(calls),
    close: () => {
      shared.close();
      channel.close();
    },
  } as ServiceClient<Definition>;
}
