import {
  isReplay,
  Refusal,
  refusals,
  translateDatabaseError,
  unavailable,
  type CallContext,
  type Logger,
} from '@timbre/kit';
import { certain, parseDocumentRef } from '@timbre/fiscal';
import {
  type ActivityRecorder,
  type Caller,
  type Channel,
  hidesPayroll,
  organizationArchived,
  type Principal,
  type Proposed,
  type RateLimiter,
  requirePermissions,
  type Verdict,
} from '../../identity';
import { enforceLimits } from '../irreversible/enforce-limits';
import type { Answer } from '../messages/answer';
import type { Backend, OperationRow } from '../operations/operation';
import type { Arrivals } from '../http/arrivals';
import type { ReadBody } from '../http/body';
import { fingerprint } from './fingerprint';
import { withinSight } from './sight';
import { validate } from '../operations/validate';

/**
 * The time limit of a request in milliseconds. The calls to services have a limit that is two
 * seconds shorter.
 */
const requestMs = 30_000;

export interface Gateway {
  environment: CallContext['environment'];
  publicUrl: string;
  operations: OperationRow[];
  backend: Backend;
  authenticate: (header: string | undefined, caller: () => Caller) => Promise<Principal>;
  limit: RateLimiter;
  arrivals: Arrivals;
  record: ActivityRecorder;
  logger: Logger;
}

/** A request for an operation, with the data that is collected between arrival and response. */
export interface Exchange {
  requestId: string;
  startedMs: number;
  channel: Channel;
  row?: OperationRow;
  tool?: string;
  credential?: Principal;
  /** The digests of the content that a person confirmed. */
  confirmed?: readonly string[];
  /**
   * Whether the request is only a rehearsal, in which the checks run but the operation does not.
   */
  isRehearsal?: true;
  caller?: () => Caller;
  /** The document that the request names or created. */
  documentRef?: string | undefined;
}

/** The parts of a request that arrived either under /v1 or from an assistant. */
export interface Asking {
  /** The path with its identifiers, exactly as the client sent it. */
  path: string;
  params: Record<string, string | undefined>;
  search: URLSearchParams;
  idempotencyKey: string | undefined;
  /** Reads the body; called only after permissions and quota allow the request. */
  read: () => Promise<ReadBody>;
  showQuota?: (verdict: Verdict) => void;
}

/**
 * Performs the requested operation in the same way for every channel: checks the credential's
 * permissions, the environment, the quota and the input, handles the idempotency key, and calls the
 * service.
 * @throws Refusal as documented for the operation
 */
export async function perform(
  gateway: Gateway,
  exchange: Exchange,
  asking: Asking,
): Promise<Answer | Proposed> {
  const row = certain(exchange.row, 'row');
  const credential = certain(exchange.credential, 'credential');
  exchange.documentRef = namedDocument(asking.params);
  requirePermissions(credential, row.permissions, row.isOnePermissionEnough);
  requireEnvironment(row, gateway.environment);
  requireActive(row, credential);
  await consumeQuota(gateway, asking, credential, row);
  const { params, search, idempotencyKey, path } = asking;
  const { body, bodyIssues } = await asking.read();
  const input = validate(row, { params, search, idempotencyKey, body, bodyIssues });
  const context: CallContext = {
    ...contextOf(gateway, exchange),
    ...(row.isIdempotent && {
      idempotency: {
        key: certain(idempotencyKey, 'idempotencyKey'),
        route: `${row.method} ${row.path}`,
        fingerprint: fingerprint(row.method, path, search, body),
      },
    }),
  };
  const call = async (byLimits: readonly string[] = []): Promise<Answer> => {
    if (exchange.isRehearsal) return Buffer.alloc(0);
    const judged = [...(exchange.confirmed ?? []), ...byLimits];
    const judging = judged.length > 0 ? { ...context, judged } : context;
    const { backend } = gateway;
    const answer = await withinSight(backend, judging, exchange.documentRef, () =>
      row.call(backend, input, judging, credential, exchange.channel),
    );
    if (row.isIdempotent) exchange.documentRef ??= madeDocument(answer);
    return answer;
  };
  if (!credential.limits) return call();
  const given = { ...params, ...(body as object | undefined) };
  const request = { path, params, search: search.toString(), body, given };
  const { isRehearsal } = exchange;
  return enforceLimits(gateway, { row, credential, context, request, isRehearsal }, call);
}

/** Returns the context of a request without its idempotency key. */
export function contextOf({ environment }: Gateway, exchange: Exchange): CallContext {
  const credential = certain(exchange.credential, 'credential');
  const { organizationId, actor, clockAheadMs, timeZone } = credential;
  const row = certain(exchange.row, 'row');
  return {
    organizationId,
    environment,
    actor,
    permissions: row.permissions,
    ...(hidesPayroll(credential, row) && { hidesPayroll: true }),
    requestId: exchange.requestId,
    deadlineMs: Date.now() + requestMs - 2_000,
    ...(clockAheadMs && { clockAheadMs }),
    ...(timeZone !== undefined && { timeZone }),
  };
}

function namedDocument({ documentRef }: Asking['params']): string | undefined {
  return documentRef !== undefined && parseDocumentRef(documentRef) ? documentRef : undefined;
}

/**
 * Matches the reference of the document that a response describes. That reference comes first in
 * the response; later references belong to other documents.
 */
const documentFirst = /^{"data":{(?:"category":"\w+",)?"documentRef":"([^"]+)"/;

function madeDocument(answer: Answer): string | undefined {
  if (!(answer instanceof Uint8Array)) return undefined;
  const start = Buffer.from(answer.buffer, answer.byteOffset, Math.min(answer.length, 200));
  return documentFirst.exec(start.toString('latin1'))?.[1];
}

/** Adds a completed request to the metrics, the activity record and the log. */
export function conclude(
  gateway: Gateway,
  exchange: Exchange,
  status: number,
  refusal: Refusal | undefined,
): void {
  const durationMs = performance.now() - exchange.startedMs;
  gateway.record({ ...exchange, isReplay: isReplay(), status, refusal, durationMs });
  const ms = Math.round(durationMs * 10) / 10;
  const { row, channel, credential } = exchange;
  gateway.logger.info(
    {
      operation: row?.id,
      organizationId: credential?.organizationId,
      channel,
      status,
      code: refusal?.code,
      ms,
    },
    'answered',
  );
}

function requireEnvironment(row: OperationRow, environment: CallContext['environment']): void {
  if (row.environments === 'both' || row.environments === environment) return;
  throw new Refusal('forbidden', `This operation exists in ${row.environments} only.`, {
    reason: `${row.environments}_only`,
  });
}

/**
 * Rejects writes in an archived organization, except those that the operation row allows. An
 * archived organization can still be read and exported.
 * @throws Refusal conflict (organization_archived)
 */
function requireActive(row: OperationRow, { isArchived }: Principal): void {
  if (!isArchived || !row.isIdempotent || row.isForArchived || row.rateClass === 'export') return;
  throw organizationArchived();
}

/**
 * Counts the request against the quotas of the credential and of the organization. If the rate
 * limit store is down, only reads are allowed.
 */
async function consumeQuota(
  gateway: Gateway,
  { showQuota }: Asking,
  credential: Principal,
  row: OperationRow,
) {
  const rateClass = row.rateClass ?? (row.method === 'GET' ? 'read' : 'write');
  const { id, organizationId } = credential;
  const verdict = await gateway.limit(id, rateClass, organizationId).catch((error: unknown) => {
    if (rateClass === 'read' || row.method === 'GET') return undefined;
    throw unavailable('Limits cannot be checked right now; try again.', error);
  });
  if (!verdict) return;
  showQuota?.(verdict);
  if (verdict.isAllowed) return;
  const retryAfterSeconds = verdict.retryAfterSeconds;
  throw new Refusal(
    'rate_limited',
    `Too many ${rateClass} requests; wait ${retryAfterSeconds} s.`,
    {
      retryable: true,
      retryAfterSeconds,
    },
  );
}

const unexpected = (error: unknown) =>
  new Refusal(
    'internal',
    'Something went wrong on our side; repeat writes only with the same Idempotency-Key.',
    {},
    error,
  );

/**
 * Converts an error to a refusal. A refusal is returned unchanged. If the database is unreachable,
 * the refusal asks the client to retry. Any other error is logged and becomes `internal`.
 */
export function toRefusal(gateway: Gateway, exchange: Exchange, error: unknown): Refusal {
  const refusal =
    error instanceof Refusal ? error : (translateDatabaseError(error) ?? unexpected(error));
  if (refusals[refusal.code].http >= 500) {
    const { row } = exchange;
    gateway.logger.error({ err: refusal.cause ?? refusal, operation: row?.id }, refusal.code);
  }
  return refusal;
}
