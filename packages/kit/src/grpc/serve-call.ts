import type { ServiceDefinition } from '@grpc/grpc-js';
import type { AllowedRpcs } from '@timbre/contract';
import { translateDatabaseError } from '../database/errors';
import type { OrganizationClocks } from '../operation/clocks';
import type { CallContext } from '../operation/context';
import type { Logger } from '../telemetry/logger';
import { recordRpc } from '../telemetry/metrics';
import { inRequest, isReplay } from '../telemetry/request-scope';
import { Refusal } from '../refusal/refusal';
import { replyPieces, sizeOf, type Pieces } from './answer-batch';
import type { RequestScope } from './call-metadata';
import { inServerSpan } from './call-span';
import { createCallerVerifier, type AcceptedTokens, type VerifiedCaller } from './context-token';
import { RenderedReply, type RpcHandlers } from './rpc';
import { messageBytesMax } from './sizes';

export interface ServingOptions {
  /** The contexts that the service accepts. */
  tokens: AcceptedTokens;
  /** The processes that may call the service, each with the rpcs that it may call. */
  callers: ReadonlyMap<string, AllowedRpcs>;
  logger: Logger;
  clocks?: OrganizationClocks | undefined;
}

interface IncomingCall {
  rpc: string;
  token: string | undefined;
  scope: RequestScope;
  traceparent: string | undefined;
  request: () => unknown;
}

/** Executes one call and returns the bytes of its response. The function throws only refusals. */
export type Serve = (call: IncomingCall) => Promise<Pieces>;

/**
 * Creates a function that verifies each caller and its right to call the rpc, then runs and measures
 * the rpc.
 */
export function createServe(
  definition: ServiceDefinition,
  handlers: RpcHandlers,
  { tokens, callers, logger, clocks }: ServingOptions,
): Serve {
  const verify = createCallerVerifier(tokens, logger);
  return async ({ rpc, token, scope, traceparent, request }) => {
    const caller = verify(token);
    const { organizationId, environment, actor, permissions, hidesPayroll, ...more } = caller;
    const callerAheadMs = more.clockAheadMs;
    const clockAheadMs = clocks ? clocks.learn(organizationId, callerAheadMs) : callerAheadMs;
    const context: CallContext = {
      organizationId,
      environment,
      actor,
      permissions,
      hidesPayroll,
      clockAheadMs,
      timeZone: more.timeZone,
      ...scope,
    };
    const [handler, method] = [handlers[rpc], definition[rpc]];
    if (!handler || !method) throw new Refusal('internal', `No rpc is called ${rpc}.`);
    requireAllowed(callers, caller, rpc);
    const run = async () =>
      // The cast is safe, because the caller passes a request and a handler of the same rpc.
      bytesOf(await handler(request() as never, context), method.responseSerialize);
    const work = () => inServerSpan(rpc, traceparent, () => measured(rpc, logger, run));
    return inRequest(scope.requestId, work, context);
  };
}

/**
 * Refuses a call that the signing process may not make, or whose context lacks a permission of the
 * operation. A token of the release before has no issuer; it is accepted only during the upgrade from
 * that release, and then allows what it allowed there.
 */
function requireAllowed(
  callers: ServingOptions['callers'],
  { issuer, permissions }: VerifiedCaller,
  rpc: string,
): void {
  if (issuer === undefined) return;
  const required = callers.get(issuer)?.get(rpc);
  if (required?.every((permission) => permissions.includes(permission))) return;
  throw new Refusal('forbidden', 'The calling process may not make this call.');
}

function bytesOf(response: unknown, serialize: (response: never) => Buffer): Pieces {
  const isRendered = response instanceof RenderedReply;
  const pieces = isRendered
    ? replyPieces(response.body, isReplay())
    : // The serializer belongs to the rpc that gave the answer.
      [serialize(response as never)];
  if (sizeOf(pieces) <= messageBytesMax) return pieces;
  throw new Refusal('internal', 'The answer to this request is too large to send.');
}

async function measured<T>(rpc: string, logger: Logger, work: () => Promise<T>): Promise<T> {
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
    recordRpc(ms, { operation: rpc, outcome });
    if (logger.isLevelEnabled('debug')) logger.debug({ operation: rpc, outcome, ms }, 'called');
  }
}

const toRefusal = (error: unknown): Refusal =>
  error instanceof Refusal
    ? error
    : (translateDatabaseError(error) ??
      new Refusal('internal', 'Something went wrong on our side.', {}, error));
