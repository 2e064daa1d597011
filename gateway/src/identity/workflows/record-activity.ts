import type { Pool } from 'pg';
import {
  counterMetric,
  durationMetric,
  every,
  isUnusableValue,
  type Logger,
  type Refusal,
} from '@timbre/kit';
import { networkOf } from '../domain/addresses';
import type { Caller, Principal } from '../domain/principal';
import { storeActivity } from '../store/activity';
import { agentOf } from '../store/credentials';

/** The channel of a request, which is REST under /v1 or the tools of an assistant. */
export type Channel = 'rest' | 'mcp';

/** An answered request. */
export interface Answered {
  requestId: string;
  channel: Channel;
  row?: { id: string; method: string; path: string };
  tool?: string;
  credential?: Pick<Principal, 'actor' | 'organizationId' | 'clientId'>;
  caller?: () => Caller;
  /** The document that the request names or created. */
  documentRef?: string | undefined;
  /**
   * Whether the response is the stored response of an earlier request with the same idempotency
   * key.
   */
  isReplay?: boolean;
  status: number;
  refusal: Refusal | undefined;
  durationMs: number;
}

export type ActivityRecorder = (answered: Answered) => void;

const flushEveryMs = 500;
/**
 * The maximum number of buffered requests. If the buffer is full, the oldest requests are dropped.
 */
const bufferedMax = 20_000;
/** The maximum number of rows in one SQL statement. */
const batchMax = 2_000;
const issueCodesMax = 10;

const lost = counterMetric(
  'timbre_activity_lost',
  'requests that developer activity has not stored: the database did not answer, or too many waited',
);

/** Records the duration of a request. Attributes: operation, status. */
export const recordHttpRequest = durationMetric(
  'timbre_http_request_duration_seconds',
  'requests under `/v1`; the operation `none` is an unknown path',
);

/**
 * Creates the recorder of requests. The recorder counts every request in the metrics, and stores
 * the metadata of authenticated requests as developer activity. Activities are stored in batches,
 * so that no request waits for the database. If storing a batch fails, the recorder sends the batch
 * again together with later requests. Activities that the database rejects, or that cannot be
 * stored before the process ends, are dropped and counted as lost.
 */
export function createActivityRecorder(pool: Pool, newId: () => string, logger: Logger) {
  let buffer: object[] = [];

  const flush = async (): Promise<void> => {
    while (buffer.length > 0) {
      const batch = buffer.splice(0, batchMax);
      await storeActivity(pool, batch).catch((error: unknown) => {
        if (isUnusableValue(error)) lost.add(batch.length);
        else buffer.unshift(...batch);
        throw error;
      });
    }
  };
  const flushing = every(flushEveryMs, flush, logger, 'storing activity');

  const record: ActivityRecorder = (answered) => {
    const operation = answered.row?.id ?? 'none';
    recordHttpRequest(answered.durationMs, { operation, status: answered.status });
    const { row, credential } = answered;
    if (!row || !credential) return;
    buffer.push(rowOf(newId(), { ...answered, row, credential }));
    if (buffer.length <= bufferedMax) return;
    lost.add(buffer.length - bufferedMax / 2);
    buffer = buffer.slice(-bufferedMax / 2);
  };
  const stop = async () => {
    await flushing.stop();
    await flush().catch((error: unknown) => {
      lost.add(buffer.length);
      logger.warn({ err: error }, 'the last activity was not stored');
    });
  };
  return { record, stop };
}

/**
 * The properties that a request must have to be stored as an activity: a known operation and an
 * authenticated caller.
 */
type Known = Required<Pick<Answered, 'row' | 'credential'>>;

/** Returns a table row, keyed by column name. */
function rowOf(id: string, answered: Answered & Known): object {
  const { row, credential, refusal } = answered;
  const caller = answered.caller?.();
  const codes = refusal?.details.issues?.flatMap(({ code }) => code ?? []);
  return {
    id,
    org_id: credential.organizationId,
    at: new Date().toISOString(),
    request_id: answered.requestId,
    channel: answered.channel,
    operation: row.id,
    tool: answered.tool,
    method: row.method,
    path: row.path,
    status: answered.status,
    code: refusal?.code,
    reason: refusal?.details.reason,
    issue_codes: codes && [...new Set(codes)].slice(0, issueCodesMax),
    duration_ms: Math.round(answered.durationMs * 100) / 100,
    actor: credential.actor,
    client_id: credential.clientId,
    replayed: answered.isReplay ?? false,
    address: caller && networkOf(caller.address),
    agent: caller && agentOf(caller.userAgent),
    document_ref: answered.documentRef,
  };
}
