import type { EntityManager } from '@mikro-orm/postgresql';
import { violatedConstraint } from '../database/errors';
import { countIdempotent } from '../telemetry/metrics';
import type { Refusal } from '../refusal/refusal';
import type { CallContext } from './context';
import {
  inProgress,
  isOutcome,
  outcomeOf,
  recordColumns,
  storedRefusal,
  type IdempotencyRecord,
} from './idempotency';
import { beginBound, rollBack, type RuntimeCore } from './runtime';
import { rowsIn } from './transaction';

/** Thrown to end a command early, because its idempotency key already has a stored response. */
export class Replayed {
  constructor(readonly json: string) {}
}

/**
 * Claims the idempotency key for this transaction. The statement waits for a concurrent request
 * with the same idempotency key.
 */
export async function claim(em: EntityManager, context: CallContext): Promise<void> {
  const { idempotency, organizationId } = context;
  if (!idempotency) return;
  const { route, key, fingerprint } = idempotency;
  const taken = await rowsIn(
    em,
    `insert into idempotency (org_id, route, key, fingerprint, state)
     values ($1, $2, $3, decode($4, 'hex'), 'started') on conflict do nothing returning 1`,
    [organizationId, route, key, fingerprint],
  );
  if (taken.length > 0) return;
  const rows = await rowsIn(
    em,
    `select ${recordColumns} from idempotency where org_id = $1 and route = $2 and key = $3`,
    [organizationId, route, key],
  );
  const json = outcomeOf(rows[0] as IdempotencyRecord, fingerprint);
  if (json === undefined) throw inProgress(1);
  throw new Replayed(json);
}

/**
 * Stores an outcome under the idempotency key, in the transaction of the effect.
 * @returns false if the idempotency key already has an outcome, which is kept
 */
export async function finishRecord(
  em: EntityManager,
  context: CallContext,
  column: 'reply' | 'refusal',
  json: string,
): Promise<boolean> {
  const { idempotency, organizationId } = context;
  if (!idempotency) return true;
  const kept = await rowsIn(
    em,
    `update idempotency set state = 'finished', finished_at = now(), lease_until = null, ${column} = $1
     where org_id = $2 and route = $3 and key = $4 and state = 'started' returning 1`,
    [json, organizationId, idempotency.route, idempotency.key],
  );
  if (kept.length > 0) countIdempotent('new');
  return kept.length > 0;
}

/**
 * Ends a refused write. If the idempotency key already has an outcome, that outcome is returned: a
 * retry can be refused because it conflicts with the effect of its own first attempt. If the
 * idempotency key has no outcome, a final refusal is stored under the key, like a successful
 * response.
 */
export async function keepRefusal(
  runtime: RuntimeCore,
  context: CallContext,
  refusal: Refusal | undefined,
  error: unknown,
): Promise<never | string> {
  const isCollision = violatedConstraint(error) !== undefined;
  const kept = refusal && isOutcome(refusal) ? refusal : undefined;
  const { idempotency, organizationId } = context;
  if (!idempotency || !(isCollision || kept)) throw refusal ?? error;
  const em = await beginBound(runtime, { organizationId });
  try {
    await claim(em, context);
    if (!kept) throw refusal ?? error;
    await finishRecord(em, context, 'refusal', storedRefusal(kept));
    await em.commit();
  } catch (failure) {
    await rollBack(em);
    throw failure;
  }
  throw kept;
}
