import { isIPv6 } from 'node:net';
import {
  Server, ServerCredentials, type handleUnaryCall, type ServiceDefinition,
} from '@grpc/grpc-js'; // prettier-ignore
import { exchange } from '@timbre/contract';
import { HealthImplementation } from 'grpc-health-check';
import type { Refusal } from '../refusal/refusal';
import { toStartError } from '../refusal/start-error';
import { writeAnswerBatch } from './answer-batch';
import { readMetadata } from './call-metadata';
import { createExchangeServer } from './exchange-server';
import { lawService } from './law-agreement';
import type { RpcHandlers } from './rpc';
import { createServe, type Serve, type ServingOptions } from './serve-call';
import { sizeOptions } from './sizes';
import { toStatus } from './status';

export interface GrpcServerOptions extends ServingOptions {
  /** The address to listen on; the default is the loopback interface. */
  host?: string;
  port: number;
}

export interface GrpcServer {
  port: number;
  stop(): Promise<void>;
}

/**
 * Serves rpcs as plain calls and over shared streams. The server verifies the context of each call
 * and sends refusals as statuses. Any error other than a refusal is logged, and the caller gets
 * `internal` without the cause.
 */
export async function serveGrpc(
  definition: ServiceDefinition,
  handlers: RpcHandlers,
  options: GrpcServerOptions,
): Promise<GrpcServer> {
  const server = new Server({
    ...sizeOptions,
    'grpc.keepalive_time_ms': 30_000,
  });
  const serve = createServe(definition, handlers, options);
  addUnary(server, definition, serve);
  const shared = createExchangeServer(definition, serve);
  const { open } = exchange.ExchangeService;
  const exchanging = { open: { ...open, responseSerialize: writeAnswerBatch } };
  server.addService(exchanging, { open: shared.open });
  const health = new HealthImplementation({ '': 'SERVING', [lawService()]: 'SERVING' });
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

/** Adds every rpc of the contract as a plain gRPC method. */
function addUnary(server: Server, definition: ServiceDefinition, serve: Serve): void {
  const asBytes = Object.entries(definition).map(([rpc, method]) => [
    rpc,
    { ...method, responseSerialize: (bytes: Buffer) => bytes },
  ]);
  const rpcs = Object.keys(definition).map((rpc) => [rpc, unary(rpc, serve)]);
  server.addService(
    Object.fromEntries(asBytes) as ServiceDefinition,
    Object.fromEntries(rpcs) as Record<string, handleUnaryCall<unknown, Buffer>>,
  );
}

function unary(rpc: string, serve: Serve): handleUnaryCall<unknown, Buffer> {
  return (call, callback) => {
    serve({ rpc, ...readMetadata(call), request: () => call.request }).then(
      (pieces) => callback(null, Buffer.concat(pieces)),
      (refusal: Refusal) => callback(toStatus(refusal)),
    );
  };
}

/**
 * The time limit of a graceful shutdown in milliseconds. The limit is longer than most calls take,
 * and short enough for the other components of the process to close in order.
 */
const stopWithinMs = 20_000;

/**
 * Asks callers to use another replica, waits for calls in flight, and then closes the server.
 * Connections are closed after the shared streams have ended, because a closing connection loses
 * its calls at the next keepalive ping (grpc/grpc-node#3068). The server does not wait for a caller
 * that hangs, because even a forced shutdown does not end that caller's connection.
 */
async function stop(
  server: Server,
  health: HealthImplementation,
  closeShared: () => Promise<void>,
): Promise<void> {
  health.setStatus('', 'NOT_SERVING');
  await new Promise<void>((resolve) => {
    const giveUp = setTimeout(resolve, stopWithinMs);
    const isClosed = () => {
      clearTimeout(giveUp);
      resolve();
    };
    void closeShared().then(() => server.tryShutdown(isClosed));
  });
  server.forceShutdown();
}
