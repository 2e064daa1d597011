import type { Target } from '../database/target';
import { countIdempotent } from '../telemetry/metrics';
import { noteReplay } from '../telemetry/request-scope';
import {
  operationInProgress,
  Refusal,
  refusals,
  type RefusalCode,
  type RefusalDetails,
} from '../refusal/refusal';

/** Columns of the idempotency record (database/tables.ts), for inserts. */
export const idempotencyTarget: Target = {
  table: 'idempotency',
  columns: {
    organizationId: { column: 'org_id', type: 'uuid' },
    route: { column: 'route', type: 'text' },
    key: { column: 'key', type: 'text' },
    fingerprint: { column: 'fingerprint', type: 'bytea' },
    state: { column: 'state', type: 'text' },
    reply: { column: 'reply', type: 'text' },
    refusal: { column: 'refusal', type: 'jsonb' },
    finishedAt: { column: 'finished_at', type: 'timestamptz' },
  },
};

interface StoredRefusal {
  code: RefusalCode;
  message: string;
  details: RefusalDetails;
}

export interface IdempotencyRecord {
  fingerprint: Buffer;
  state: 'started' | 'finished';
  reply: string | null;
  refusal: StoredRefusal | null;
  lease_left_s: number | null;
  attempt_no: number;
}

export const recordColumns = `fingerprint, state, reply, refusal, attempt_no,
  extract(epoch from lease_until - now())::float8 as lease_left_s`;

/** Returns the refusal (409) for an idempotency key whose request is still in progress. */
export function inProgress(retryAfterSeconds: number): Refusal {
  countIdempotent('in_progress');
  return operationInProgress(retryAfterSeconds);
}

/** Returns the refusal (409) for an idempotency key that was used for another request. */
export function idempotencyConflict(): Refusal {
  countIdempotent('conflict');
  return new Refusal(
    'idempotency_conflict',
    'This Idempotency-Key was used for a different request; use a new key for a changed request.',
  );
}

/**
 * Returns the stored outcome of a finished request: a reply is returned, and a refusal is thrown
 * again.
 * @throws Refusal idempotency_conflict if the idempotency key belongs to another request
 */
export function outcomeOf(record: IdempotencyRecord, fingerprint: string): string | undefined {
  if (record.fingerprint.toString('hex') !== fingerprint) throw idempotencyConflict();
  if (record.state !== 'finished') return undefined;
  countIdempotent('replayed');
  noteReplay();
  if (record.refusal) {
    throw new Refusal(record.refusal.code, record.refusal.message, record.refusal.details);
  }
  return record.reply ?? 'null';
}

/**
 * Whether the refusal is the final outcome of a write, which is stored under the write's
 * idempotency key. After any other refusal, a retry with the idempotency key can succeed.
 */
export const isOutcome = ({ code, details }: Refusal): boolean =>
  refusals[code].isOutcome && details.retryable !== true;

/** Returns a refusal in the form in which it is stored under an idempotency key. */
export const storedRefusal = ({ code, message, details }: Refusal): string =>
  JSON.stringify({ code, message, details });
