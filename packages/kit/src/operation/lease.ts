import type { EntityManager } from '@mikro-orm/postgresql';
import { certain } from '@timbre/fiscal';
import { prepared } from '../database/statement-name';
import type { Refusal } from '../refusal/refusal';
import { survived } from '../telemetry/survived';
import { finishRecord } from './claim';
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

/** The time after which the lease of a crashed request expires, in seconds. */
export const leaseSeconds = 15;

/**
 * A lease of an idempotency key, which is the exclusive right to process the key's request. When
 * another process takes over the lease, the attempt number is incremented.
 */
export interface Lease {
  attemptNo: number;
}

/** The lease of an idempotency key's first request. */
export const firstLease: Lease = { attemptNo: 1 };

/**
 * Leases the idempotency key, or returns the stored response.
 * @throws Refusal operation_in_progress, idempotency_conflict or the stored refusal
 */
export async function takeLease(
  runtime: RuntimeCore,
  context: CallContext,
): Promise<Lease | { kept: string }> {
  const { idempotency, organizationId } = context;
  if (!idempotency) return firstLease;
  const { route, key, fingerprint } = idempotency;
  if (await isFirst(runtime, context)) return firstLease;
  return bound(runtime, organizationId, async (em) => {
    const record = await recordOf(em, context, 'for update');
    const kept = outcomeOf(record, fingerprint);
    if (kept !== undefined) return { kept };
    const { lease_left_s: leftSeconds = 0 } = record;
    if (leftSeconds !== null && leftSeconds > 0) throw inProgress(leftSeconds);
    await rowsIn(
      em,
      `update idempotency set attempt_no = attempt_no + 1,
         lease_until = now() + interval '${leaseSeconds} seconds'
       where org_id = $1 and route = $2 and key = $3`,
      [organizationId, route, key],
    );
    return { attemptNo: record.attempt_no + 1 };
  });
}

/** Leases a new idempotency key with one statement that also binds the organization. */
async function isFirst(
  { statements }: RuntimeCore,
  { idempotency, organizationId }: CallContext,
): Promise<boolean> {
  const { route, key, fingerprint } = certain(idempotency, 'idempotency');
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
  const { route, key } = certain(context.idempotency, 'idempotency');
  const rows = await rowsIn(
    em,
    `select ${recordColumns} from idempotency where org_id = $1 and route = $2 and key = $3 ${lock}`,
    [context.organizationId, route, key],
  );
  return rows[0] as IdempotencyRecord;
}

/**
 * Returns the response stored under the idempotency key. If the stored outcome is a refusal, the
 * refusal is thrown.
 */
export function keptOutcome(
  runtime: RuntimeCore,
  context: CallContext,
): Promise<string | undefined> {
  return bound(runtime, context.organizationId, async (em) =>
    outcomeOf(await recordOf(em, context), certain(context.idempotency, 'idempotency').fingerprint),
  );
}

/**
 * Stores a refusal that is a final outcome. For any other failure the lease is released, so that a
 * retry resumes the work.
 * @returns the stored response, if another process has finished the request first
 */
export async function settleLease(
  runtime: RuntimeCore,
  context: CallContext,
  lease: Lease,
  refusal: Refusal | undefined,
): Promise<string | undefined> {
  if (!refusal || !isOutcome(refusal)) {
    await setLease(runtime, context, lease, 0).catch(
      survived(runtime.logger, 'the release of a lease'),
    );
    return undefined;
  }
  const isKept = await bound(runtime, context.organizationId, (em) =>
    finishRecord(em, context, 'refusal', storedRefusal(refusal)),
  );
  return isKept ? undefined : keptOutcome(runtime, context);
}

/** Renews or ends a lease, except if another process has taken it over. */
export async function setLease(
  runtime: RuntimeCore,
  context: CallContext,
  { attemptNo }: Lease,
  seconds: number,
): Promise<void> {
  const { idempotency, organizationId } = context;
  if (!idempotency) return;
  await bound(runtime, organizationId, (em) =>
    rowsIn(
      em,
      `update idempotency set lease_until = now() + make_interval(secs => $1)
       where org_id = $2 and route = $3 and key = $4 and state = 'started' and attempt_no = $5`,
      [seconds, organizationId, idempotency.route, idempotency.key, attemptNo],
    ),
  );
}

async function bound<T>(
  runtime: Pick<RuntimeCore, 'orm'>,
  organizationId: string,
  work: (em: EntityManager) => Promise<T>,
): Promise<T> {
  const em = await beginBound(runtime, { organizationId });
  try {
    const result = await work(em);
    await em.commit();
    return result;
  } catch (error) {
    await rollBack(em);
    throw error;
  }
}
