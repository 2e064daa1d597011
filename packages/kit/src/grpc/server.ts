import {
  Server,
  ServerCredentials,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServiceDefinition,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import type { CallContext } from '../operation/context';
import type { Operation, Runtime } from '../operation/command';
import type { Logger } from '../process/logger';
import { Refusal } from '../refusal/refusal';
import type { RequestOf, ResponseOf } from './client';
import { verifyContext } from './context-token';
import { toStatus } from './status';

export interface GrpcServerOptions {
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
  return async (request: Request, context: CallContext) => ({
    body: await operation.run(runtime, context, request),
  });
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
    'grpc.max_receive_message_length': 4 << 20,
    'grpc.max_send_message_length': 8 << 20,
    'grpc-node.flow_control_window': 1 << 20,
    'grpc.keepalive_time_ms': 30_000,
    'grpc.max_connection_age_ms': 300_000,
    'grpc.max_connection_age_grace_ms': 30_000,
  });
  const missing = Object.keys(definition).filter((name) => !handlers[name]);
  if (missing.length) throw new Error(`rpcs without an implementation: ${missing.join(', ')}`);
  const rpcs = Object.entries(handlers).map(([name, run]) => [name, unary(name, run, options)]);
  server.addService(definition, Object.fromEntries(rpcs));
  const health = new HealthImplementation({ '': 'SERVING' });
  health.addToServer(server);
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync(
      `0.0.0.0:${options.port}`,
      ServerCredentials.createInsecure(),
      (error, bound) => (error ? reject(error) : resolve(bound)),
    ),
  );
  return { port, stop: () => stop(server, health) };
}

function unary(name: string, run: RpcHandlers[string], options: GrpcServerOptions) {
  return (call: ServerUnaryCall<never, unknown>, callback: sendUnaryData<unknown>): void => {
    const [token] = call.metadata.get('timbre-context');
    let context: CallContext | undefined;
    const fail = (error: unknown) => {
      const refusal = error instanceof Refusal ? error : undefined;
      if (!refusal || refusal.code === 'internal') {
        options.logger.error(
          { err: error, operation: name, requestId: context?.requestId },
          'failed',
        );
      }
      callback(toStatus(refusal ?? new Refusal('internal', 'Something went wrong on our side.')));
    };
    try {
      context = verifyContext(token?.toString(), options.contextKey, options.environment);
      run(call.request, context).then((response) => callback(null, response), fail);
    } catch (error) {
      fail(error);
    }
  };
}

/** Tells callers to go elsewhere, lets calls in flight end, then closes. */
function stop(server: Server, health: HealthImplementation): Promise<void> {
  health.setStatus('', 'NOT_SERVING');
  return new Promise((resolve) => {
    const force = setTimeout(() => server.forceShutdown(), 20_000);
    server.tryShutdown(() => {
      clearTimeout(force);
      resolve();
    });
  });
}
