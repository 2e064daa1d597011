import type { EntityManager } from '@mikro-orm/postgresql';
import { certain } from '@timbre/fiscal';
import type { Change } from '../database/change';
import { failpoint } from '../telemetry/failpoint';
import { countIdempotent } from '../telemetry/metrics';
import type { Logger } from '../telemetry/logger';
import { inSpan } from '../telemetry/span';
import { survived } from '../telemetry/survived';
import { changeOnce, leaseAndChange } from './change-once';
import { save, saveAndFinish } from './commit';
import { noteCompared, requireCompared } from './compared';
import { businessTime, type CallContext } from './context';
import {
  firstLease,
  keptOutcome,
  leaseSeconds,
  setLease,
  settleLease,
  takeLease,
  type Lease,
} from './lease';
import { Reader } from './query';
import { bodyOf, type Reply } from './reply';
import {
  beginBound,
  logUnexpected,
  refusalOf,
  rollBack,
  type Operation,
  type RuntimeCore,
} from './runtime';
import { Transaction } from './transaction';

const renewEveryMs = 5_000;

/**
 * The execution of a write in several committed steps, with calls to other systems between the
 * steps.
 */
export interface Run {
  context: CallContext;
  now: () => Date;
  /** Returns the organization's business time. The property `now` is the real time. */
  businessNow: () => Date;
  logger: Logger;
  /** Reads with single statements, outside of any step. */
  read: Reader;
  /** Runs one step, which is committed with its events before the next step starts. */
  step<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs the last step: one commit stores its effect and the response under the idempotency key.
   */
  finish(work: (tx: Transaction) => Promise<Reply>): Promise<Finished>;
  /**
   * Runs a step as one statement: a change that contains the values it expects.
   * @returns undefined if the rows have other values; then nothing is changed
   */
  change<Row>(work: (tx: Transaction) => Change): Promise<Row | undefined>;
  /** Runs the last step as one statement, which returns the response as `json`. */
  finishChange(work: (tx: Transaction) => Change): Promise<Finished | undefined>;
}

/**
 * The result of `finish`. A handler must return this result, so that the compiler detects a handler
 * that never calls `finish`.
 */
export interface Finished {
  json: string;
}

/**
 * The run of a long command before its idempotency key is leased: its steps change nothing until a
 * change leases the key.
 */
export type Opening = Omit<Run, 'finish' | 'finishChange'>;

/**
 * Declares a write that calls other systems between committed steps. The idempotency key of the
 * command is leased while the command runs. If the process crashes, the next request with the
 * idempotency key takes over the lease and runs the handler again. The handler continues from the
 * stored results of its steps. The first run compares the document digest of its call before it
 * writes in another service and before it ends. A later run may continue without a comparison.
 * @param open performs the usual first step, as one change that also leases the idempotency key.
 * The function returns undefined if another step must come first or the change was not made. If the
 * function refuses, the handler must refuse for the same reason, and the handler's refusal is
 * stored under the idempotency key
 */
export function longCommand<Request, Providers = unknown, Opened = undefined>(
  handler: (
    run: Run,
    request: Request,
    providers: Providers,
    opened: Opened | undefined,
  ) => Promise<Finished>,
  open?: (
    opening: Opening,
    request: Request,
    providers: Providers,
  ) => Promise<Opened | undefined> | undefined,
): Operation<Request, Providers> {
  return {
    async run(runtime, context, request) {
      const { providers } = runtime;
      const run = createRun(runtime, context);
      const opening = openingOf(runtime, run);
      const opened = await open?.(opening, request, providers)?.catch((error: unknown) => {
        logUnexpected(runtime, error, 'a long command failed to open');
        return undefined;
      });
      // Before the lease, no work has started. A database error is therefore translated to a
      // refusal, such as `unavailable` if the pool is full.
      const lease =
        opening.lease ??
        (await takeLease(runtime, context).catch((error: unknown) => {
          throw refusalOf(runtime, error) ?? error;
        }));
      if ('kept' in lease) return bodyOf(lease.kept);
      if (lease.attemptNo > 1) noteCompared(context);
      return underLease(runtime, context, lease, () => handler(run, request, providers, opened));
    },
  };
}

/** @returns the opening, with the lease as soon as the idempotency key is leased */
function openingOf(runtime: RuntimeCore, run: Run): Opening & { lease?: Lease } {
  const { context, now, businessNow, logger, read, step } = run;
  const opening: Opening & { lease?: Lease } = {
    context,
    now,
    businessNow,
    logger,
    read,
    step,
    async change<Row>(work: (tx: Transaction) => Change) {
      if (opening.lease || !context.idempotency) return run.change<Row>(work);
      const leasing = () => leaseAndChange<Row>(runtime, context, work);
      const { isLeased, row } = await inSpan('step', {}, leasing);
      if (isLeased) opening.lease = firstLease;
      return row;
    },
  };
  return opening;
}

/**
 * Renews the lease while the function runs, and settles the idempotency key if the function is
 * refused.
 */
async function underLease(
  runtime: RuntimeCore,
  context: CallContext,
  lease: Lease,
  work: () => Promise<Finished>,
): Promise<Buffer> {
  const failed = survived(runtime.logger, 'the renewal of a lease');
  const renewal = setInterval(
    () => void setLease(runtime, context, lease, leaseSeconds).catch(failed),
    renewEveryMs,
  );
  try {
    const { json } = await work();
    failpoint('finish.committed');
    return bodyOf(json);
  } catch (error) {
    clearInterval(renewal);
    const refusal = refusalOf(runtime, error);
    const kept = await settleLease(runtime, context, lease, refusal);
    if (kept !== undefined) return bodyOf(kept);
    throw refusal ?? error;
  } finally {
    clearInterval(renewal);
  }
}

/** Creates a run of a long command outside of a request, for reconcilers and jobs. */
export function createRun(runtime: RuntimeCore, context: CallContext): Run {
  const inTransaction = <T>(
    name: 'step' | 'finish',
    work: (tx: Transaction, em: () => Promise<EntityManager>) => Promise<T>,
  ) => inSpan(name, {}, () => committed(work));
  const committed = async <T>(
    work: (tx: Transaction, em: () => Promise<EntityManager>) => Promise<T>,
  ) => {
    let em: EntityManager | undefined;
    const begin = async () => (em ??= await beginBound(runtime, context));
    const tx = new Transaction(context, runtime.now(), runtime.newId, runtime.orm, begin);
    try {
      await tx.entityManager();
      const result = await work(tx, begin);
      failpoint('step.before_commit');
      await certain(em, 'em').commit();
      failpoint('step.after_commit');
      if (tx.events.length) runtime.eventsLeft();
      return result;
    } catch (error) {
      await rollBack(em);
      throw error;
    }
  };
  return {
    context,
    now: runtime.now,
    logger: runtime.logger,
    businessNow: () => businessTime(runtime.now(), context),
    read: new Reader(runtime, context),
    step: (work) =>
      inTransaction('step', async (tx, em) => {
        const result = await work(tx);
        await save(await em(), tx);
        return result;
      }),
    finish: (work) =>
      inTransaction('finish', async (tx, em) => {
        const reply = await work(tx);
        requireCompared(context);
        const json = await saveAndFinish(await em(), tx, reply);
        if (json === undefined) throw new Overtaken();
        return { json };
      }).catch(async (error: unknown) => {
        if (!(error instanceof Overtaken)) throw error;
        return answerByOther(runtime, context);
      }),
    change: (work) => inSpan('step', {}, () => changeOnce(runtime, context, work)),
    finishChange: (work) =>
      inSpan('finish', {}, async () => {
        requireCompared(context);
        const key = context.idempotency;
        const made = await changeOnce<Finished & { isKept?: boolean }>(runtime, context, work, key);
        if (!made) return undefined;
        if (key && !made.isKept) return answerByOther(runtime, context);
        if (key) countIdempotent('new');
        return { json: made.json };
      }),
  };
}

/**
 * The error of a process whose lease was taken over by another process that has already finished
 * the write; the other process's response is the response to the request.
 */
class Overtaken extends Error {}

const answerByOther = async (runtime: RuntimeCore, context: CallContext): Promise<Finished> => ({
  json: certain(await keptOutcome(runtime, context), 'the outcome of the key'),
});
