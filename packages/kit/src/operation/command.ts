import type { EntityManager } from '@mikro-orm/postgresql';
import { answerOnce, type AtOnce } from './change-once';
import { claim, keepRefusal, Replayed } from './claim';
import { commitAdditions, commitTransaction } from './commit';
import { requireCompared } from './compared';
import type { CallContext } from './context';
import { Reader } from './query';
import { bodyOf, type Reply } from './reply';
import {
  beginBound,
  logUnexpected,
  refusalOf,
  rollBack,
  type Operation,
  type Runtime,
} from './runtime';
import { Transaction } from './transaction';

/**
 * @param beforehand reads data outside of the transaction, for data that no rule depends on, such
 * as names in a warning; a command that only adds rows then still needs only one statement
 */
type CommandHandler<Request, Providers> = (
  tx: Transaction,
  request: Request,
  providers: Providers,
  beforehand: Reader,
) => Promise<Reply>;

/**
 * Declares a write that runs in one transaction. The handler loads entities, decides, saves and
 * emits events. `command` provides transaction, organization, idempotency, outbox and stored
 * outcome, so that the effect, its events and the response under its idempotency key become visible
 * together or not at all.
 * @param atOnce performs the usual case as one statement, with the same effect and response. If
 * this statement fails or refuses, the handler decides, and the handler's refusal is stored under
 * the idempotency key
 */
export function command<Request, Providers = unknown>(
  handler: CommandHandler<Request, Providers>,
  atOnce?: AtOnce<Request, Providers>,
): Operation<Request, Providers> {
  return {
    async run(runtime, context, request) {
      // A call with the digest of an approved document needs the transaction, because the
      // transaction compares the digest with the current document.
      if (atOnce && !context.judged?.length) {
        const json = await answerOnce(runtime, context, atOnce, request).catch((error: unknown) => {
          logUnexpected(runtime, error, 'a command failed as one statement');
          return undefined;
        });
        if (json !== undefined) return bodyOf(json);
      }
      try {
        return bodyOf(await attempt(runtime, context, handler, request));
      } catch (error) {
        if (error instanceof Replayed) return bodyOf(error.json);
        throw error;
      }
    },
  };
}

async function attempt<Request, Providers>(
  runtime: Runtime<Providers>,
  context: CallContext,
  handler: CommandHandler<Request, Providers>,
  request: Request,
): Promise<string> {
  const open = { em: undefined as EntityManager | undefined };
  const tx = new Transaction(context, runtime.now(), runtime.newId, runtime.orm, async () => {
    open.em = await beginBound(runtime, context);
    await claim(open.em, context);
    return open.em;
  });
  try {
    const beforehand = new Reader(runtime, context);
    const reply = await handler(tx, request, runtime.providers, beforehand);
    requireCompared(context);
    const json = tx.hasBegun
      ? await commitTransaction(await tx.entityManager(), tx, reply)
      : await commitAdditions(runtime, tx, reply);
    if (tx.events.length) runtime.eventsLeft();
    return json;
  } catch (error) {
    await rollBack(open.em);
    if (error instanceof Replayed) throw error;
    const refusal = refusalOf(runtime, error);
    return keepRefusal(runtime, context, refusal, error);
  }
}
