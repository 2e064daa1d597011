import type { EntityManager } from '@mikro-orm/postgresql';
import { operationInProgress } from '../refusal/refusal';
import {
  beginBound,
  finishRecord,
  refusalOf,
  saveAndRender,
  type Operation,
  type RuntimeCore,
} from './command';
import type { CallContext } from './context';
import {
  isOutcome,
  outcomeOf,
  recordColumns,
  storedRefusal,
  type IdempotencyRecord,
} from './idempotency';
import { bodyOf, type Reply } from './reply';
import { Transaction } from './transaction';

/** Who dies without a word frees the key after this long. */
const leaseSeconds = 15;
const renewEveryMs = 5_000;

/** A write in several committed steps, with calls outside between them. */
export interface Run {
  context: CallContext;
  now: () => Date;
  /** One step: committed with its events before the next begins. */
  step<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** The last step: its effect and the answer under the key are one commit. */
  finish(work: (tx: Transaction) => Promise<Reply>): Promise<Finished>;
}

/** Only `finish` makes one, so that a handler cannot forget it. */
export interface Finished {
  json: string;
}

/**
 * A write that calls outside between committed steps. Its key is leased while it runs; when the
 * process dies, the next request with the key takes the lease over and runs the handler again,
 * which finds its own recovery point in what its steps have stored.
 */
export function longCommand<Request, Providers = unknown>(
  handler: (run: Run, request: Request, providers: Providers) => Promise<Finished>,
): Operation<Request, Providers> {
  return {
    async run(runtime, context, request) {
      const kept = await takeLease(runtime, context);
      if (kept !== undefined) return bodyOf(kept);
      const renewal = setInterval(
        () => void setLease(runtime, context, leaseSeconds).catch(() => undefined),
        renewEveryMs,
      );
      try {
        const finished = await handler(createRun(runtime, context), request, runtime.providers);
        return bodyOf(finished.json);
      } catch (error) {
        clearInterval(renewal);
        await settle(runtime, context, error);
        throw refusalOf(runtime, error) ?? error;
      } finally {
        clearInterval(renewal);
      }
    },
  };
}

/** Runs the steps of a long command outside a request: for reconcilers and jobs. */
export function createRun(runtime: RuntimeCore, context: CallContext): Run {
  const inTransaction = async <T>(
    work: (tx: Transaction, em: () => Promise<EntityManager>) => Promise<T>,
  ) => {
    let em: EntityManager | undefined;
    const begin = async () => (em ??= await beginBound(runtime, context.organizationId));
    const tx = new Transaction(context, runtime.now(), runtime.newId, runtime.orm, begin);
    try {
      await tx.entityManager();
      const result = await work(tx, begin);
      await em!.commit();
      if (tx.events.length) runtime.eventsLeft();
      return result;
    } catch (error) {
      await em?.rollback().catch(() => undefined);
      throw error;
    }
  };
  return {
    context,
    now: runtime.now,
    step: (work) =>
      inTransaction(async (tx, em) => {
        const result = await work(tx);
        await saveAndRender(await em(), tx, { json: 'null' });
        return result;
      }),
    finish: (work) =>
      inTransaction(async (tx, em) => {
        const json = await saveAndRender(await em(), tx, await work(tx));
        await finishRecord(await em(), context, 'reply', json);
        return { json };
      }),
  };
}

/** Takes the key's lease. @returns the kept answer when there is one */
async function takeLease(runtime: RuntimeCore, context: CallContext): Promise<string | undefined> {
  const { idempotency, organizationId } = context;
  if (!idempotency) return undefined;
  const { route, key, fingerprint } = idempotency;
  return bound(runtime, organizationId, async (em) => {
    const taken = await em.execute(
      `insert into idempotency (org_id, route, key, fingerprint, state, lease_until)
       values (?, ?, ?, decode(?, 'hex'), 'started', now() + interval '${leaseSeconds} seconds')
       on conflict do nothing returning 1`,
      [organizationId, route, key, fingerprint],
    );
    if (taken.length) return undefined;
    const rows = await em.execute(
      `select ${recordColumns} from idempotency
       where org_id = ? and route = ? and key = ? for update`,
      [organizationId, route, key],
    );
    const record = rows[0] as IdempotencyRecord;
    const kept = outcomeOf(record, fingerprint);
    if (kept !== undefined) return kept;
    if ((record.lease_left_s ?? 0) > 0) throw operationInProgress(record.lease_left_s!);
    await em.execute(
      `update idempotency set attempt_no = attempt_no + 1,
         lease_until = now() + interval '${leaseSeconds} seconds'
       where org_id = ? and route = ? and key = ?`,
      [organizationId, route, key],
    );
    return undefined;
  });
}

/** Keeps a refusal that is an outcome; anything else gives the lease back, so that a repeat resumes. */
async function settle(runtime: RuntimeCore, context: CallContext, error: unknown): Promise<void> {
  const refusal = refusalOf(runtime, error);
  if (refusal && isOutcome(refusal)) {
    await bound(runtime, context.organizationId, (em) =>
      finishRecord(em, context, 'refusal', storedRefusal(refusal)),
    );
    return;
  }
  await setLease(runtime, context, 0).catch(() => undefined);
}

async function setLease(
  runtime: RuntimeCore,
  context: CallContext,
  seconds: number,
): Promise<void> {
  const { idempotency, organizationId } = context;
  if (!idempotency) return;
  await bound(runtime, organizationId, (em) =>
    em.execute(
      `update idempotency set lease_until = now() + make_interval(secs => ?)
       where org_id = ? and route = ? and key = ? and state = 'started'`,
      [seconds, organizationId, idempotency.route, idempotency.key],
    ),
  );
}

async function bound<T>(
  runtime: Pick<RuntimeCore, 'orm'>,
  organizationId: string,
  work: (em: EntityManager) => Promise<T>,
): Promise<T> {
  const em = await beginBound(runtime, organizationId);
  try {
    const result = await work(em);
    await em.commit();
    return result;
  } catch (error) {
    await em.rollback().catch(() => undefined);
    throw error;
  }
}
