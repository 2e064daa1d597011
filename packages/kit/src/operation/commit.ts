import type { EntityManager } from '@mikro-orm/postgresql';
import { certain } from '@timbre/fiscal';
import { onlyRow } from '../database/records';
import { insertStatement } from '../database/insert';
import { type Addition, Rendered } from '../database/target';
import type { Resource } from '../database/resource';
import { withKnownName } from '../database/statement-name';
import { plannedText, type Plan } from '../database/statement-plan';
import { failpoint } from '../telemetry/failpoint';
import { countIdempotent } from '../telemetry/metrics';
import { finishRecord } from './claim';
import type { CallContext } from './context';
import { idempotencyTarget } from './idempotency';
import { outboxRow, outboxTarget } from './outbox';
import { besides, type Reply, type ResourceReply } from './reply';
import type { RuntimeCore } from './runtime';
import { rowsIn, type Transaction } from './transaction';

/** Sends all changes of a transaction to the database. */
export async function save(em: EntityManager, tx: Transaction): Promise<void> {
  await em.flush();
  const additions = [...tx.additions, ...outboxAdditions(tx)];
  if (additions.length) {
    const { text, values } = insertStatement(tx.organizationId, additions, undefined);
    await rowsIn(em, text, values);
  }
}

export async function commitTransaction(
  em: EntityManager,
  tx: Transaction,
  reply: Reply,
): Promise<string> {
  // The idempotency key has no other outcome yet, because this transaction has claimed it.
  const json = certain(await saveAndFinish(em, tx, reply), 'the answer');
  failpoint('command.before_commit');
  await em.commit();
  failpoint('command.after_commit');
  return json;
}

/**
 * Sends all changes, renders the response and stores it under the idempotency key. The statement
 * that stores a resource also renders it.
 * @returns the response; undefined if the idempotency key already has an outcome
 */
export async function saveAndFinish(
  em: EntityManager,
  tx: Transaction,
  reply: Reply,
): Promise<string | undefined> {
  const { idempotency } = tx.context;
  if (idempotency && 'resource' in reply) return finishRendered(em, tx, reply);
  await save(em, tx);
  const json = await renderReply(tx, reply);
  return (await finishRecord(em, tx.context, 'reply', json)) ? json : undefined;
}

/** Plans of the statements that end a command, keyed by the resource of the response. */
const endings = new WeakMap<Resource, Plan[]>();

/**
 * Sends the changes; the statement that sends the events also renders a resource and stores it
 * under the idempotency key. Rows that the command adds are sent first, so that the resource can be
 * rendered from them.
 * @returns the rendered resource; undefined if the idempotency key already has an outcome, which is
 * kept
 */
async function finishRendered(
  em: EntityManager,
  tx: Transaction,
  reply: ResourceReply,
): Promise<string | undefined> {
  const isAdded = tx.additions.length > 0;
  if (isAdded) await save(em, tx);
  else await em.flush();
  const { resource, id } = reply;
  const { route, key } = certain(tx.context.idempotency, 'idempotency');
  const values: unknown[] = [tx.organizationId, route, key, id, besides(reply)];
  const plans = endings.get(resource) ?? [];
  endings.set(resource, plans);
  const text = plannedText(isAdded ? [] : outboxAdditions(tx), values, {
    plans,
    from: 'bound',
    write: (inserts) => `with ${['bound as materialized (select 1)', ...inserts].join(',\n')}
      update idempotency set state = 'finished', finished_at = now(), lease_until = null,
        reply = (select ${resource.json}::text || $5::text
          from ${resource.table} r where r.org_id = $1 and r.id = $4)
      where org_id = $1 and route = $2 and key = $3 and state = 'started' returning reply`,
  });
  const [kept] = await rowsIn<{ reply: string }>(em, text, values);
  if (kept) countIdempotent('new');
  return kept?.reply;
}

async function renderReply(tx: Transaction, reply: Reply): Promise<string> {
  if ('value' in reply) return JSON.stringify(reply.value);
  if ('json' in reply) return reply.json;
  const { resource, id } = reply;
  const rows = await tx.rows<{ json: string }>(
    `select ${resource.json}::text as json from ${resource.table} r where r.org_id = $1 and r.id = $2`,
    [tx.organizationId, id],
  );
  return onlyRow(rows).json + besides(reply);
}

/**
 * Sends the rows, events, idempotency record and response of a command that only adds rows, as one
 * statement.
 */
export async function commitAdditions(
  runtime: RuntimeCore,
  tx: Transaction,
  reply: Reply,
): Promise<string> {
  const replied =
    'resource' in reply
      ? {
          addition: certain(
            tx.additions.find((a) => a.values['id'] === reply.id),
            'the answered row',
          ),
          resource: reply.resource,
        }
      : undefined;
  const after = 'resource' in reply ? besides(reply) : '';
  const own = replied
    ? undefined
    : 'json' in reply
      ? reply.json
      : JSON.stringify((reply as { value: unknown }).value);
  const additions = [
    ...tx.additions,
    ...finished(tx.context, own ?? new Rendered(after), tx.now),
    ...outboxAdditions(tx),
  ];
  const statement = insertStatement(tx.organizationId, additions, replied);
  const { rows } = await runtime.statements.query<{ json: string }>(
    withKnownName(statement.text, statement.values),
  );
  if (tx.context.idempotency) countIdempotent('new');
  return own ?? onlyRow(rows).json + after;
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

/** Returns the outbox rows for the events that a transaction emits. */
export function outboxAdditions(tx: Transaction): Addition[] {
  return tx.events.map((event) => ({
    target: outboxTarget,
    values: outboxRow(tx, typeof event === 'function' ? event() : event),
  }));
}
