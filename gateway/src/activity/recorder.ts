import type { Pool } from 'pg';
import { httpRequestDuration, type Logger } from '@timbre/kit';
import type { Credential } from '../auth/authenticate';
import type { OperationRow } from '../operations/operation';

/** An answered request. */
export interface Answered {
  requestId: string;
  row?: OperationRow;
  credential?: Credential;
  status: number;
  code: string | undefined;
  durationMs: number;
}

export type ActivityRecorder = (answered: Answered) => void;

const flushEveryMs = 500;
/** Above this many buffered requests the oldest are dropped, to bound the memory. */
const bufferedMax = 20_000;

const insert = `insert into activity (id, org_id, credential_id, request_id, operation, status, code, duration_ms, at)
  select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::int[], $7::text[], $8::float8[], $9::timestamptz[])`;

/**
 * Counts every request in the metrics and stores the metadata of authenticated ones as developer
 * activity, in batches, so that no request waits for it.
 */
export function createActivityRecorder(pool: Pool, newId: () => string, logger: Logger) {
  let buffer: { answered: Answered; at: Date }[] = [];

  const flush = async (): Promise<void> => {
    const batch = buffer;
    buffer = [];
    if (batch.length === 0) return;
    const column = <T>(of: (a: Answered) => T) => batch.map(({ answered }) => of(answered));
    await pool
      .query({
        name: 'activity',
        text: insert,
        values: [
          batch.map(() => newId()),
          column((a) => a.credential!.organizationId),
          column((a) => a.credential!.id),
          column((a) => a.requestId),
          column((a) => a.row!.id),
          column((a) => a.status),
          column((a) => a.code ?? null),
          column((a) => a.durationMs),
          batch.map(({ at }) => at),
        ],
      }) // prettier-ignore
      .catch((error: unknown) =>
        logger.warn({ err: error, lost: batch.length }, 'activity not stored'),
      );
  };
  const timer = setInterval(() => void flush(), flushEveryMs);
  timer.unref();

  const record: ActivityRecorder = (answered) => {
    const operation = answered.row?.id ?? 'none';
    httpRequestDuration.record(answered.durationMs, { operation, status: answered.status });
    if (!answered.row || !answered.credential) return;
    buffer.push({ answered, at: new Date() });
    if (buffer.length > bufferedMax) buffer = buffer.slice(-bufferedMax / 2);
  };
  const stop = async () => {
    clearInterval(timer);
    await flush();
  };
  return { record, stop };
}
