import type { CallContext } from '../operation/context';
import type { Operation, Runtime } from '../operation/runtime';
import type { RequestOf, ResponseOf } from './client';

/**
 * The implementation of every rpc of a contract: a function from request and verified context to response.
 */
export type Rpcs<Definition> = {
  [Name in keyof Definition]: (
    request: RequestOf<Definition[Name]>,
    context: CallContext,
  ) => Promise<ResponseOf<Definition[Name]>>;
};

/** An rpc without the contract's types. */
export type RpcHandlers = Record<
  string,
  (request: never, context: CallContext) => Promise<unknown>
>;

/**
 * A `common.Reply` whose body is already rendered. The class marks it, so that the body is sent
 * unchanged.
 */
export class RenderedReply {
  constructor(readonly body: Buffer) {}
}

/** Turns an operation into an rpc that responds with a rendered body. */
export function replies<Request, Providers>(
  operation: Operation<Request, Providers>,
  runtime: Runtime<Providers>,
) {
  return async (request: Request, context: CallContext) =>
    new RenderedReply(await operation.run(runtime, context, request));
}

/** Turns an operation between services into an rpc that responds with the operation's message. */
export function answers<Request, Providers, Answer>(
  operation: Operation<Request, Providers, Answer>,
  runtime: Runtime<Providers>,
) {
  return (request: Request, context: CallContext): Promise<Answer> =>
    operation.run(runtime, context, request);
}
