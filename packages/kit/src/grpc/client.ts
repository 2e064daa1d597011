import { setTimeout as sleep } from 'node:timers/promises';
import type { CallContext } from '../operation/context';
import { Refusal } from '../refusal/refusal';
import { inClientSpan } from './call-span';
import { openChannel } from './channel';
import type { Caller } from './context-token';
import { noteReplay } from '../telemetry/request-scope';
import type { Exact } from './exact';
import { watchLaw } from './law-agreement';
import { createExchange } from './exchange-client';
import { messageBytesMax } from './sizes';
import { wasRefused } from './status';
import type { OutgoingCall, Transport } from './transport';
import { createUnary } from './unary-client';

/** The type of a method in a generated service definition. */
interface MethodDefinition<Request, Response> {
  path: string;
  requestSerialize: (value: Request) => Buffer;
  responseDeserialize: (bytes: Buffer) => Response;
}

export type RequestOf<M> = M extends { requestSerialize: (value: infer R) => Buffer } ? R : never;
export type ResponseOf<M> = M extends { responseDeserialize: (bytes: Buffer) => infer R }
  ? R
  : never;

/** The client of a service: every rpc is a function that takes the request and the context. */
export type ServiceClient<Definition> = {
  [Name in keyof Definition]: <Given extends RequestOf<Definition[Name]>>(
    request: Given & Exact<Given, RequestOf<Definition[Name]>>,
    context: CallContext,
  ) => Promise<ResponseOf<Definition[Name]>>;
} & { close(): void };

export interface ClientOptions {
  /** Returns the signed context of a call (`createCallerSigner`). */
  sign: (context: Caller) => string;
  /** Whether the client uses plain calls instead of shared streams. */
  isUnary?: boolean;
  /**
   * Whether a replayed response of the service marks the response to the current request as a
   * replay.
   */
  notesReplays?: boolean;
  /** The time after which new connections replace the current connections, in milliseconds. */
  connectionLifeMs?: number;
}

/**
 * Creates a client of a service, balanced round robin over the addresses of the service's name.
 * Calls carry the signed context and the caller's deadline. A failed call rejects with a refusal.
 * @param address is `host:port`, or `dns:///name:port` for a headless Service
 */
export function createServiceClient<Definition extends object>(
  definition: Definition,
  address: string,
  { sign, isUnary = false, notesReplays = false, connectionLifeMs }: ClientOptions,
): ServiceClient<Definition> {
  const channel = openChannel(address, connectionLifeMs);
  const transport = isUnary ? createUnary(channel) : createExchange(channel);
  const methods = Object.entries(definition as Record<string, MethodDefinition<unknown, unknown>>);
  const stopAsking = watchLaw(channel, methods[0]?.[1].path.split('/')[1] ?? address);
  const calls = methods.map(([rpc, { path, requestSerialize, responseDeserialize }]) => [
    rpc,
    async (content: unknown, context: CallContext) => {
      const { requestId, deadlineMs, idempotency, judged } = context;
      const scope = { requestId, deadlineMs, idempotency, judged };
      const call = { rpc, path, token: sign(context), scope, request: requestSerialize(content) };
      if (call.request.length > messageBytesMax) {
        throw new Refusal('internal', 'This request is too large to send on.');
      }
      const response = responseDeserialize(
        await inClientSpan(rpc, (carrier) => send(transport, { ...call, ...carrier })),
      );
      if (notesReplays && (response as { replayed?: boolean }).replayed) noteReplay();
      return response;
    },
  ]);
  return {
    ...Object.fromEntries(calls),
    close: () => {
      stopAsking();
      transport.close();
      channel.close();
    },
  } as ServiceClient<Definition>;
}

/**
 * The maximum number of attempts per call. A replica that shuts down refuses new streams while it
 * answers its last calls. If many streams move to other replicas at the same time, some calls are
 * refused several times.
 */
const attemptsMax = 10;
/**
 * Each pause between attempts is 5 ms longer than the previous pause, so that the refused streams
 * can open at other replicas.
 */
const pauseMs = 5;

/** Sends a call. The call is repeated only if the server certainly did not start it. */
async function send(transport: Transport, call: OutgoingCall): Promise<Buffer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transport.send(call);
    } catch (error) {
      if (attempt === attemptsMax || !wasRefused(error)) throw error;
      await sleep(attempt * pauseMs);
    }
  }
}
