import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { outboxTarget, outboxRow } from './outbox';
import { type Addition, insertStatement, renderedReply } from '../database/insert';
import { translateDatabaseError, violatedConstraint } from '../database/errors';
import { prepared } from '../database/statement-name';
import type { Logger } from '../process/logger';
import { failpoint } from '../process/failpoint';
import { operationInProgress, Refusal } from '../refusal/refusal';
import type { CallContext } from './context';
import {
  idempotencyTarget,
  isOutcome,
  outcomeOf,
  recordColumns,
  storedRefusal,
  type IdempotencyRecord,
} from './idempotency';
import { bodyOf, type Reply } from './reply';
import { Transaction } from './transaction';

/** What operations run on; built once by a process's main. */
export interface RuntimeCore {
  orm: MikroORM;
  pool: Pool;
  now: () => Date;
  newId: () => string;
  /** What the caller is told when a unique constraint of ours is violated, by its name. */
  constraints: Record<string, () => Refusal>;
  /** Called after a commit that left events in the outbox. */
  eventsLeft: () => void;
  logger: Logger;
}

/** The same with the service's own way to the outside. */
export interface Runtime<Providers = unknown> extends RuntimeCore {
  providers: Providers;
}

export type CommandHandler<Request, Providers> = (
  tx: Transaction,
  request: Request,
  providers: Providers,
) => Promise<Reply>;

/** An operation as the edges see it: a request in, the public body out (or, between services, a message). */
export interface Operation<Request, Providers, Answer = Buffer> {
  run(runtime: Runtime<Providers>, context: CallContext, request: Request): Promise<Answer>;
}

/** Ends a command early because its key already has an outcome. */
class Replayed {
  constructor(readonly json: string) {}
}

/**
 * A write in one transaction: the handler loads, decides, saves and announces; this wrapper owns
 * transaction, organization, idempotency, outbox and the kept outcome, so that the effect, its
 * events and the answer under its key become visible together or not at all.
 */
export function command<Request, Providers = unknown>(
  handler: CommandHandler<Request, Providers>,
): Operation<Request, Providers> {
  return {
    async run(runtime, context, request) {
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
    open.em = await beginBound(runtime, context.organizationId);
    await claim(open.em, context);
    return open.em;
  });
  try {
    const reply = await handler(tx, request, runtime.providers);
    const json = tx.hasBegun
      ? await commitTransaction(await tx.entityManager(), tx, reply)
      : await commitAdditions(runtime, tx, reply);
    if (tx.events.length) runtime.eventsLeft();
    return json;
  } catch (error) {
    await open.em?.rollback().catch(() => undefined);
    if (error instanceof Replayed) throw error;
    const refusal = refusalOf(runtime, error);
    return keepRefusal(runtime, context, refusal, error);
  }
}

/** The refusal that an error stands for: itself, a constraint's, the database's, or none (a bug). */
export function refusalOf(
  runtime: Pick<RuntimeCore, 'constraints'>,
  error: unknown,
): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const constraint = violatedConstraint(error);
  const own = constraint === undefined ? undefined : runtime.constraints[constraint];
  return own?.() ?? translateDatabaseError(error);
}

/** Opens a transaction with the organization bound: row-level security sees only its rows. */
export async function beginBound(
  runtime: Pick<RuntimeCore, 'orm'>,
  organizationId: string,
): Promise<EntityManager> {
  const em = runtime.orm.em.fork();
  em.setSessionContext({ variables: { 'app.org_id': organizationId } });
  await em.begin();
  return em;
}

/** Takes the key for this transaction, or ends with its kept outcome. A concurrent holder is waited for. */
async function claim(em: EntityManager, context: CallContext): Promise<void> {
  const { idempotency, organizationId } = context;
  if (!idempotency) return;
  const { route, key, fingerprint } = idempotency;
  const taken = await em.execute(
    `insert into idempotency (org_id, route, key, fingerprint, state)
     values (?, ?, ?, decode(?, 'hex'), 'started') on conflict do nothing returning 1`,
    [organizationId, route, key, fingerprint],
  );
  if (taken.length > 0) return;
  const rows = await em.execute(
    `select ${recordColumns} from idempotency where org_id = ? and route = ? and key = ?`,
    [organizationId, route, key],
  );
  const json = outcomeOf(rows[0] as IdempotencyRecord, fingerprint);
  if (json === undefined) throw operationInProgress(1);
  throw new Replayed(json);
}

export async function saveAndRender(
  em: EntityManager,
  tx: Transaction,
  reply: Reply,
): Promise<string> {
  await em.flush();
  const additions = [...tx.additions, ...outboxAdditions(tx)];
  if (additions.length) {
    const { text, values } = insertStatement(tx.organizationId, additions, undefined);
    await em.execute(...inline(text, values));
  }
  return renderReply(em, tx, reply);
}

async function commitTransaction(
  em: EntityManager,
  tx: Transaction,
  reply: Reply,
): Promise<string> {
  const json = await saveAndRender(em, tx, reply);
  await finishRecord(em, tx.context, 'reply', json);
  failpoint('command.before_commit');
  await em.commit();
  failpoint('command.after_commit');
  return json;
}

/**
 * Keeps an outcome under the key, in the transaction of the effect.
 * @returns false when the key has one already; the first one stays
 */
export async function finishRecord(
  em: EntityManager,
  context: CallContext,
  column: 'reply' | 'refusal',
  json: string,
): Promise<boolean> {
  const { idempotency, organizationId } = context;
  if (!idempotency) return true;
  const kept = await em.execute(
    `update idempotency set state = 'finished', finished_at = now(), lease_until = null, ${column} = ?
     where org_id = ? and route = ? and key = ? and state = 'started' returning 1`,
    [json, organizationId, idempotency.route, idempotency.key],
  );
  return kept.length > 0;
}

/** The ORM takes `?` placeholders; ours are numbered. */
function inline(text: string, values: unknown[]): [string, never] {
  const ordered: unknown[] = [];
  const sql = text.replace(/\$(\d+)/g, (_, n: string) => {
    ordered.push(values[Number(n) - 1]);
    return '?';
  });
  return [sql, ordered as never];
}

async function renderReply(em: EntityManager, tx: Transaction, reply: Reply): Promise<string> {
  if ('value' in reply) return JSON.stringify(reply.value);
  if ('json' in reply) return reply.json;
  const { resource, id } = reply;
  const rows = await em.execute(
    `select ${resource.json}::text as json from ${resource.table} r where r.org_id = ? and r.id = ?`,
    [tx.organizationId, id],
  );
  return (rows[0] as { json: string }).json;
}

async function commitAdditions(
  runtime: RuntimeCore,
  tx: Transaction,
  reply: Reply,
): Promise<string> {
  const replied =
    'resource' in reply
      ? {
          addition: tx.additions.find((a) => a.values['id'] === reply.id)!,
          resource: reply.resource,
        }
      : undefined;
  const own = replied
    ? undefined
    : 'json' in reply
      ? reply.json
      : JSON.stringify((reply as { value: unknown }).value);
  const additions = [
    ...tx.additions,
    ...finished(tx.context, own ?? renderedReply, tx.now),
    ...outboxAdditions(tx),
  ];
  const statement = insertStatement(tx.organizationId, additions, replied);
  const { rows } = await runtime.pool.query(prepared(statement.text, statement.values));
  return own ?? (rows[0] as { json: string }).json;
}

function finished(context: CallContext, reply: unknown, now: Date): Addition[] {
  if (!context.idempotency) return [];
  const { key, route, fingerprint } = context.idempotency;
  const values = {
    organizationId: context.organizationId, key, route, reply, state: 'finished',
    fingerprint: Buffer.from(fingerprint, 'hex'), finishedAt: now,
  }; // prettier-ignore
  return [{ target: idempotencyTarget, values }];
}

function outboxAdditions(tx: Transaction): Addition[] {
  return tx.events.map((event) => ({
    target: outboxTarget,
    values: outboxRow(tx, typeof event === 'function' ? event() : event),
  }));
}

/**
 * A refused write: its key may already have an outcome (a repeat collides with its own first
 * effect); otherwise a refusal that is an outcome is kept under the key, like a success.
 */
async function keepRefusal(
  runtime: RuntimeCore,
  context: CallContext,
  refusal: Refusal | undefined,
  error: unknown,
): Promise<never | string> {
  const isCollision = violatedConstraint(error) !== undefined;
  const kept = refusal && isOutcome(refusal) ? refusal : undefined;
  const { idempotency, organizationId } = context;
  if (!idempotency || !(isCollision || kept)) throw refusal ?? error;
  const em = await beginBound(runtime, organizationId);
  try {
    await claim(em, context);
    if (!kept) throw refusal ?? error;
    await finishRecord(em, context, 'refusal', storedRefusal(kept));
    await em.commit();
  } catch (failure) {
    await em.rollback().catch(() => undefined);
    throw failure;
  }
  throw kept;
}
