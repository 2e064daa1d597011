import { isIPv6 } from 'node:net';
import {
  Server,
  ServerCredentials,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServiceDefinition,
} from '@grpc/grpc-js';
import { exchange } from '@timbre/contract';
import { HealthImplementation } from 'grpc-health-check';
import type { CallContext } from '../operation/context';
import type { Operation, Runtime } from '../operation/runtime';
import type { Logger } from '../process/logger';
import { toStartError } from '../process/config';
import { rpcDuration } from '../process/metrics';
import { inRequest } from '../process/request-scope';
import { Refusal } from '../refusal/refusal';
import { replyPieces, writeAnswerBatch } from './answer-batch';
import { inServerSpan } from './call-span';
import type { RequestOf, ResponseOf } from './client';
import { messageBytesMax } from './client';
import { createCallerVerifier } from './context-token';
import { createExchangeServer } from './exchange-server';
import { viewOf } from './view';
import { toStatus, writeRefusal } from './status';

export interface GrpcServerOptions {
  /** The address it listens on; without it only this machine reaches it. */
  host?: string;
  port: number;
  contextKey: Buffer;
  environment: CallContext['environment'];
  logger: Logger;
}

/** The implementation of every rpc of a contract: request and verified context in, response out. */
export type Rpcs<Definition> = {
  [Name in keyof Definition]: (
    request: RequestOf<Definition[Name]>,
    context: CallContext,
  ) => Promise<ResponseOf<Definition[Name]>>;
};

/** The same without the contract's types. */
export type RpcHandlers = Record<
  string,
  (request: never, context: CallContext) => Promise<unknown>
>;

/** Turns an operation into an rpc whose response is a rendered body. */
export function replies<Request, Providers>(
  operation: Operation<Request, Providers>,
  runtime: Runtime<Providers>,
) {
  return async (request: Request, context: CallContext) =>
    new RenderedReply(await operation.run(runtime, context, request));
}

/** A `common.Reply`, told from other messages so that its body goes out as it is. */
class RenderedReply {
  constructor(readonly body: Buffer) {}
}

/** Turns an operation between services into an rpc that answers its message. */
export function answers<Request, Providers, Answer>(
  operation: Operation<Request, Providers, Answer>,
  runtime: Runtime<Providers>,
) {
  return (request: Request, context: CallContext): Promise<Answer> =>
    operation.run(runtime, context, request);
}

export interface GrpcServer {
  port: number;
  stop(): Promise<void>;
}

/**
 * Serves rpcs: each call's context is verified, refusals travel as statuses, anything else that is
 * thrown is logged and answers `internal` without a word of its cause.
 */
export async function serveGrpc(
  definition: ServiceDefinition,
  handlers: RpcHandlers,
  options: GrpcServerOptions,
): Promise<GrpcServer> {
  const server = new Server({
    'grpc.max_receive_message_length': messageBytesMax,
    'grpc.max_send_message_length': 8 << 20,
    'grpc-node.flow_control_window': 1 << 20,
    'grpc.keepalive_time_ms': 30_000,
    'grpc.max_connection_age_ms': 300_000,
    // Longer than a shared stream lives, so that its calls end by themselves.
    'grpc.max_connection_age_grace_ms': 90_000,
  });
  const call = createCaller(handlers, options);
  const rpcs = Object.keys(handlers).map((name) => [name, unary(name, call)]);
  server.addService(definition, Object.fromEntries(rpcs));
  const shared = exchanged(definition, call);
  const { open } = exchange.ExchangeService;
  const exchanging = { open: { ...open, responseSerialize: writeAnswerBatch } };
  server.addService(exchanging, { open: shared.open });
  const health = new HealthImplementation({ '': 'SERVING' });
  health.addToServer(server);
  const { host = '127.0.0.1' } = options;
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync(
      `${isIPv6(host) ? `[${host}]` : host}:${options.port}`,
      ServerCredentials.createInsecure(),
      (error, bound) =>
        error ? reject(toStartError(error, 'TIMBRE_GRPC_PORT', options.port)) : resolve(bound),
    ),
  );
  return { port, stop: () => stop(server, health, shared.close) };
}

interface IncomingCall {
  rpc: string;
  caller: string | undefined;
  scope: exchange.RequestScope | undefined;
  traceparent: string | undefined;
  request: () => unknown;
}

/** Runs a call whose context is right; what is thrown becomes a refusal. */
function createCaller(handlers: RpcHandlers, options: GrpcServerOptions) {
  const { logger } = options;
  const verify = createCallerVerifier(options.contextKey, options.environment);
  const measured = async (rpc: string, work: () => Promise<unknown>): Promise<unknown> => {
    const startedMs = performance.now();
    let outcome: string = 'ok';
    try {
      return await work();
    } catch (error) {
      const refusal = toRefusal(error);
      outcome = refusal.code;
      if (outcome === 'internal') logger.error({ err: error, operation: rpc }, 'failed');
      throw refusal;
    } finally {
      const ms = performance.now() - startedMs;
      rpcDuration.record(ms, { operation: rpc, outcome });
      if (logger.isLevelEnabled('debug')) logger.debug({ operation: rpc, outcome, ms }, 'called');
    }
  };
  return async ({ rpc, caller, scope, traceparent, request }: IncomingCall): Promise<unknown> => {
    const { organizationId, environment, actor, permissions } = verify(caller);
    const { requestId, deadlineMs, idempotency } = scope ?? unscoped;
    const context: CallContext = {
      organizationId, environment, actor, permissions, requestId, deadlineMs, idempotency,
    }; // prettier-ignore
    const run = handlers[rpc];
    if (!run) throw new Refusal('internal', `No rpc is called ${rpc}.`);
    return inRequest(requestId, () =>
      inServerSpan(rpc, traceparent, () => measured(rpc, () => run(request() as never, context))),
    );
  };
}

/** A call of a tool that says nothing of its request. */
const unscoped: exchange.RequestScope = { requestId: '', deadlineMs: Infinity };

const toRefusal = (error: unknown): Refusal =>
  error instanceof Refusal
    ? error
    : new Refusal('internal', 'Something went wrong on our side.', {}, error);

type Caller = ReturnType<typeof createCaller>;

function unary(name: string, call: Caller) {
  return (unaryCall: ServerUnaryCall<never, unknown>, callback: sendUnaryData<unknown>): void => {
    const first = (key: string) => unaryCall.metadata.get(key)[0];
    const scope = first('timbre-scope-bin');
    call({
      rpc: name,
      caller: first('timbre-context')?.toString(),
      scope: scope instanceof Buffer ? exchange.RequestScope.decode(scope) : undefined,
      traceparent: first('traceparent')?.toString(),
      request: () => unaryCall.request,
    }).then(
      (response) => callback(null, response),
      (refusal: unknown) => callback(toStatus(toRefusal(refusal))),
    );
  };
}

/** The same rpcs over shared streams. */
function exchanged(definition: ServiceDefinition, call: Caller) {
  return createExchangeServer(async ({ rpc, caller, scope, traceparent, request: bytes }) => {
    try {
      const request = () => definition[rpc]!.requestDeserialize(viewOf(bytes)) as unknown;
      const response = await call({ rpc, caller, scope, traceparent, request });
      if (response instanceof RenderedReply) return { response: replyPieces(response.body) };
      return { response: [definition[rpc]!.responseSerialize(response)] };
    } catch (refusal) {
      return { refusal: writeRefusal(toRefusal(refusal)) };
    }
  });
}

/** Tells callers to go elsewhere, lets calls in flight end, then closes. */
function stop(
  server: Server,
  health: HealthImplementation,
  closeShared: () => void,
): Promise<void> {
  health.setStatus('', 'NOT_SERVING');
  closeShared();
  return new Promise((resolve) => {
    const force = setTimeout(() => server.forceShutdown(), 20_000);
    server.tryShutdown(() => {
      clearTimeout(force);
      resolve();
    });
  });
}
