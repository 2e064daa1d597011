import { createHash } from 'node:crypto';
import { requireCompared } from './compared';

/** The caller, its organization and the request, as the signed context carries them. */
export interface CallContext {
  organizationId: string;
  environment: 'production' | 'sandbox';
  actor: string;
  /**
   * The permissions that the operation needs and the gateway has checked. Other permissions of the
   * caller are not part of the context.
   */
  permissions: readonly string[];
  /**
   * Whether payroll documents are hidden from this caller, because the principal of the request lacks the
   * payroll permission. Work of the service itself sees payroll documents.
   */
  hidesPayroll?: true | undefined;
  requestId: string;
  /** The idempotency key of the HTTP write; absent for reads and for work without a key. */
  idempotency?: { key: string; fingerprint: string; route: string } | undefined;
  /**
   * Digests of the documents that were judged before this action: a limit was checked on them, or a
   * person approved the action. Absent or empty if no document was judged. The transaction of the
   * action compares these digests with the present documents (judged.ts).
   */
  judged?: readonly string[] | undefined;
  /** Epoch milliseconds after which the caller stops waiting for the answer. */
  deadlineMs: number;
  /** How far the organization has advanced its clock; only in a sandbox. */
  clockAheadMs?: number | undefined;
  /** The IANA time zone of the organization; absent before its fiscal profile is known. */
  timeZone?: string | undefined;
}

/**
 * Returns the time of the organization's business: for the dates of documents, due dates and
 * expiries. Leases, retries, keys and quotas use the real time.
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
 * `request`. Every repetition of the write gets the outcome of the first.
 * @param request the data that are equal in every repetition
 * @throws Error if the request was judged and nothing has been compared yet
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

/** Identifies a request within its organization. A repeated request has the same identification. */
export const requestKeyOf = ({ idempotency, requestId }: CallContext): string =>
  idempotency ? `${idempotency.route} ${idempotency.key}` : requestId;
