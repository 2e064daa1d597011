import type { EntityManager } from '@mikro-orm/postgresql';
import type { Change } from '../database/change';
import { prepared } from '../database/statement-name';
import { failpoint } from '../process/failpoint';
import { countIdempotent } from '../process/metrics';
import { inSpan } from '../process/span';
import type { Refusal } from '../refusal/refusal';
import { changeOnce } from './change-once';
import { finishRecord } from './claim';
import { saveAndRender } from './commit';
import type { CallContext } from './context';
import {
  inProgress,
  isOutcome,
  outcomeOf,
  recordColumns,
  storedRefusal,
  type IdempotencyRecord,
} from './idempotency';
import { Reader } from './query';
import { bodyOf, type Reply } from './reply';
import { beginBound, refusalOf, type Operation, type RuntimeCore } from './runtime';
import { Transaction } from './transaction';

/** Who dies without a word frees the key after this long. */
const leaseSeconds = 15;
const renewEveryMs = 5_000;

/** A write in several committed steps, with calls outside between them. */
export interface Run {
  context: CallContext;
  now: () => Date;
  /** Reads by single statements, outside of any step. */
  read: Reader;
  /** One step: committed with its events before the next begins. */
  step<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** The last step: its effect and the answer under the key are one commit. */
  finish(work: (tx: Transaction) => Promise<Reply>): Promise<Finished>;
  /**
   * A step that is one statement, for changes that find things as they expect them to be.
   * @returns undefined when they are not; nothing is changed then
   */
  change<Row>(work: (tx: Transaction) => Change): Promise<Row | undefined>;
  /** The last step as one statement, which answers its `json`. */
  finishChange(work: (tx: Transaction) => Change): Promise<Finished | undefined>;
}

/** Only `finish` makes one, so that a handler cannot forget it. */
export interface Finished {
  json: string;
}

/**
 * A write that calls outside between committed steps. Its key is leased while it runs; when the
 * process dies, the next request with the key takes the lease over and runs the handler again,
 * which finds its own recovery point in what its steps have stored.
 * @param ahead what is read while the key is leased; it may be old by then
 */
export function longCommand<
  Request,
  Providers = unknown,
  Ahead extends Promise<unknown> | undefined = undefined,
>(
  handler: (run: Run, request: Request, providers: Providers, ahead: Ahead) => Promise<Finished>,
  ahead?: (read: Reader, request: Request, providers: Providers) => Ahead,
): Operation<Request, Providers> {
  return {
    async run(runtime, context, request) {
      const { providers } = runtime;
      const reading = ahead?.(new Reader(runtime, context), request, providers) as Ahead;
      // Whoever does not get so far does not hear of it.
      reading?.catch(() => undefined);
      const lease = await takeLease(runtime, context).catch((error: unknown) => {
        // Without a lease nothing was begun: a full pool is an answer of its own, no bug.
        throw refusalOf(runtime, error) ?? error;
      });
      if ('kept' in lease) return bodyOf(lease.kept);
      const renewal = setInterval(
        () => void setLease(runtime, context, lease, leaseSeconds).catch(() => undefined),
        renewEveryMs,
      );
      try {
        const run = createRun(runtime, context);
        const finished = await handler(run, request, providers, reading);
        return bodyOf(finished.json);
      } catch (error) {
        clearInterval(renewal);
        const refusal = refusalOf(runtime, error);
        const kept = await settle(runtime, context, lease, refusal);
        if (kept !== undefined) return bodyOf(kept);
        throw refusal ?? error;
      } finally {
        clearInterval(renewal);
      }
    },
  };
}

/** Runs the steps of a long command outside a request: for reconcilers and jobs. */
export function createRun(runtime: RuntimeCore, context: CallContext): Run {
  const inTransaction = <T>(
    name: 'step' | 'finish',
    work: (tx: Transaction, em: () => Promise<EntityManager>) => Promise<T>,
  ) => inSpan(name, {}, () => committed(work));
  const committed = async <T>(
    work: (tx: Transaction, em: () => Promise<EntityManager>) => Promise<T>,
  ) => {
    let em: EntityManager | undefined;
    const begin = async () => (em ??= await beginBound(runtime, context.organizationId));
    const tx = new Transaction(context, runtime.now(), runtime.newId, runtime.orm, begin);
    try {
      await tx.entityManager();
      const result = await work(tx, begin);
      failpoint('step.before_commit');
      await em!.commit();
      failpoint('step.after_commit');
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
    read: new Reader(runtime, context),
    step: (work) =>
      inTransaction('step', async (tx, em) => {
        const result = await work(tx);
        await saveAndRender(await em(), tx, { json: 'null' });
        return result;
      }),
    finish: (work) =>
      inTransaction('finish', async (tx, em) => {
        const json = await saveAndRender(await em(), tx, await work(tx));
        if (!(await finishRecord(await em(), context, 'reply', json))) throw new Overtaken();
        return { json };
      }).catch(async (error: unknown) => {
        if (!(error instanceof Overtaken)) throw error;
        return { json: (await keptOutcome(runtime, context))! };
      }),
    change: (work) => inSpan('step', {}, () => changeOnce(runtime, context, work)),
    finishChange: (work) =>
      inSpan('finish', {}, async () => {
        const key = context.idempotency;
        const made = await changeOnce<Finished & { isKept?: boolean }>(runtime, context, work, key);
        if (!made) return undefined;
        if (key && !made.isKept) return { json: (await keptOutcome(runtime, context))! };
        if (key) countIdempotent('new');
        return { json: made.json };
      }),
  };
}

/** Whoever took the lease over has finished first; its answer is the answer of the key. */
class Overtaken extends Error {}

/** The right to work on a key; whoever takes it over has the next number. */
interface Lease {
  attemptNo: number;
}

/** Takes the key's lease, or finds the kept answer. @throws Refusal operation_in_progress and others */
async function takeLease(
  runtime: RuntimeCore,
  context: CallContext,
): Promise<Lease | { kept: string }> {
  const { idempotency, organizationId } = context;
  if (!idempotency) return { attemptNo: 1 };
  const { route, key, fingerprint } = idempotency;
  if (await isFirst(runtime, context)) return { attemptNo: 1 };
  return bound(runtime, organizationId, async (em) => {
    const record = await recordOf(em, context, 'for update');
    const kept = outcomeOf(record, fingerprint);
    if (kept !== undefined) return { kept };
    if ((record.lease_left_s ?? 0) > 0) throw inProgress(record.lease_left_s!);
    await em.execute(
      `update idempotency set attempt_no = attempt_no + 1,
         lease_until = now() + interval '${leaseSeconds} seconds'
       where org_id = ? and route = ? and key = ?`,
      [organizationId, route, key],
    );
    return { attemptNo: record.attempt_no + 1 };
  });
}

/** Leases a key that nobody used before: one statement, which binds the organization on its way. */
async function isFirst(
  { statements }: RuntimeCore,
  { idempotency, organizationId }: CallContext,
): Promise<boolean> {
  const { route, key, fingerprint } = idempotency!;
  const { rows } = await statements.query(
    prepared(
      `with bound as materialized (select set_config('app.org_id', $1, true) as org)
       insert into idempotency (org_id, route, key, fingerprint, state, lease_until)
       select org::uuid, $2, $3, decode($4, 'hex'), 'started',
         now() + interval '${leaseSeconds} seconds' from bound
       on conflict do nothing returning 1`,
      [organizationId, route, key, fingerprint],
    ),
  );
  return rows.length > 0;
}

async function recordOf(em: EntityManager, context: CallContext, lock = '') {
  const { route, key } = context.idempotency!;
  const rows = await em.execute(
    `select ${recordColumns} from idempotency where org_id = ? and route = ? and key = ? ${lock}`,
    [context.organizationId, route, key],
  );
  return rows[0] as IdempotencyRecord;
}

/** What is kept under the key by now; a kept refusal is thrown. */
function keptOutcome(runtime: RuntimeCore, context: CallContext): Promise<string | undefined> {
  return bound(runtime, context.organizationId, async (em) =>
    outcomeOf(await recordOf(em, context), context.idempotency!.fingerprint),
  );
}

/**
 * Keeps a refusal that is an outcome; anything else gives the lease back, so that a repeat resumes.
 * @returns the answer that is kept already, when somebody else has finished first
 */
async function settle(
  runtime: RuntimeCore,
  context: CallContext,
  lease: Lease,
  refusal: Refusal | undefined,
): Promise<string | undefined> {
  if (!refusal || !isOutcome(refusal)) {
    await setLease(runtime, context, lease, 0).catch(() => undefined);
    return undefined;
  }
  const isKept = await bound(runtime, context.organizationId, (em) =>
    finishRecord(em, context, 'refusal', storedRefusal(refusal)),
  );
  return isKept ? undefined : keptOutcome(runtime, context);
}

/** Renews or ends a lease, unless it was taken over. */
async function setLease(
  runtime: RuntimeCore,
  context: CallContext,
  { attemptNo }: Lease,
  seconds: number,
): Promise<void> {
  const { idempotency, organizationId } = context;
  if (!idempotency) return;
  await bound(runtime, organizationId, (em) =>
    em.execute(
      `update idempotency set lease_until = now() + make_interval(secs => ?)
       where org_id = ? and route = ? and key = ? and state = 'started' and attempt_no = ?`,
      [seconds, organizationId, idempotency.route, idempotency.key, attemptNo],
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
