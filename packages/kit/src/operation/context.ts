import { createHash } from 'node:crypto';
import { requireCompared } from './compared';

/** The caller, the caller's organization and the request, as transmitted in the signed context. */
export interface CallContext {
  organizationId: string;
  environment: 'production' | 'sandbox';
  actor: string;
  /**
   * The permissions that the operation requires and the gateway has checked. Other permissions of
   * the caller are not part of the context.
   */
  permissions: readonly string[];
  /**
   * Whether payroll documents are hidden from this caller, because the request's principal lacks
   * the payroll permission. Background work of the service itself can access payroll documents.
   */
  hidesPayroll?: true | undefined;
  requestId: string;
  /** The idempotency key of the HTTP write; undefined for reads and for work without a key. */
  idempotency?: { key: string; fingerprint: string; route: string } | undefined;
  /**
   * Digests of the documents of this action, taken when a limit was checked against the documents
   * or when a person approved the action. Undefined or empty if no document was checked or
   * approved. The transaction of the action compares these digests with the current documents
   * (judged.ts).
   */
  judged?: readonly string[] | undefined;
  /** The time in epoch milliseconds after which the caller no longer waits for the response. */
  deadlineMs: number;
  /**
   * The number of milliseconds by which the organization has advanced its clock; only in a sandbox.
   */
  clockAheadMs?: number | undefined;
  /** The IANA time zone of the organization; undefined until its fiscal profile is known. */
  timeZone?: string | undefined;
}

/**
 * Returns the organization's business time, which determines document dates, due dates and
 * expiries. Leases, retries, API keys and quotas use real time.
 */
export const businessTime = (
  now: Date,
  { clockAheadMs }: Pick<CallContext, 'clockAheadMs'>,
): Date => (clockAheadMs ? new Date(now.getTime() + clockAheadMs) : now);

/**
 * Returns the context without an idempotency key, for a call that only reads, or for a request that
 * itself contains a unique identifier.
 */
export const withoutKey = (context: CallContext): CallContext => ({
  ...context,
  idempotency: undefined,
  judged: undefined,
});

/**
 * Returns the context for a write in another service, with an idempotency key that is derived from
 * `request`. Every repetition of the write gets the outcome of the first attempt.
 * @param request is the data that is equal in every repetition
 * @throws Error if the call has document digests that were not compared with the current documents
 * yet
 */
export function underKey(
  context: CallContext,
  route: string,
  key: string,
  request: unknown = key,
): CallContext {
  requireCompared(context);
  const fingerprint = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  return { ...context, judged: undefined, idempotency: { route, key, fingerprint } };
}

/**
 * Returns the string that identifies a request within its organization. A repeated request has the
 * same string.
 */
export const requestKeyOf = ({ idempotency, requestId }: CallContext): string =>
  idempotency ? `${idempotency.route} ${idempotency.key}` : requestId;
