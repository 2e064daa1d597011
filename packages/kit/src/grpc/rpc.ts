import type { CallContext } from '../operation/context';
import type { Operation, Runtime } from '../operation/runtime';
import type { RequestOf, ResponseOf } from './client';

/**
 * The implementation of every rpc of a contract: a function from request and verified context to
 * response.
 */
export type Rpcs<Definition> = {
  [Name in keyof Definition]: (
    request: RequestOf<Definition[Name]>,
    context: CallContext,
  ) => Promise<ResponseOf<Definition[Name]>>;
};

/** The handlers of all rpcs, without the types of the contract. */
export type RpcHandlers = Record<
  string,
  (request: never, context: CallContext) => Promise<unknown>
>;

/**
 * A `common.Reply` whose body is already rendered. The class marks the body as rendered, so that it
 * is sent unchanged.
 */
export class RenderedReply {
  constructor(readonly body: Buffer) {}
}

/** Converts an operation to an rpc that responds with a rendered body. */
export function replies<Request, Providers>(
  operation: Operation<Request, Providers>,
  runtime: Runtime<Providers>,
) {
  return async (request: Request, context: CallContext) =>
    new RenderedReply(await operation.run(runtime, context, request));
}

/** Converts an operation between services to an rpc that responds with the operation's message. */
export function answers<Request, Providers, Answer>(
  operation: Operation<Request, Providers, Answer>,
  runtime: Runtime<Providers>,
) {
  return (request: Request, context: CallContext): Promise<Answer> =>
    operation.run(runtime, context, request);
}
