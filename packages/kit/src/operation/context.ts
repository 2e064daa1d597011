import { createHash } from 'node:crypto';
import { requireCompared } from './compared';

/** The caller, its organization and the request; the signed context carries them. */
export interface CallContext {
  organizationId: string;
  environment: 'production' | 'sandbox';
  actor: string;
  /** The permissions that the operation needs and the gateway has checked; no others are sent. */
  permissions: readonly string[];
  /**
   * Whether documents of payroll do not exist for this caller: the principal of the request lacks the
   * permission of the payroll area. Work of our own sees them.
   */
  hidesPayroll?: true | undefined;
  requestId: string;
  /** The idempotency key of the HTTP write; absent for reads and for work without a key. */
  idempotency?: { key: string; fingerprint: string; route: string } | undefined;
  /**
   * Digests of the document, as its owner shows it, that limits or people have judged before an
   * action. Absent or empty if it was not judged. The transaction that acts compares them
   * (judged.ts).
   */
  judged?: readonly string[] | undefined;
  /** Epoch milliseconds after which the caller no longer waits for the answer. */
  deadlineMs: number;
  /** How far the organization has advanced its clock; in a sandbox only. */
  clockAheadMs?: number | undefined;
  /** The IANA zone of the organization's days; absent until its fiscal profile is known. */
  timeZone?: string | undefined;
}

/**
 * The time of the organization's business: dates of documents, what is due and what expires. Leases,
 * retries, keys and quotas keep to the real time.
 */
export const businessTime = (
  now: Date,
  { clockAheadMs }: Pick<CallContext, 'clockAheadMs'>,
): Date => (clockAheadMs ? new Date(now.getTime() + clockAheadMs) : now);

/** For a call that is a read, or whose request names what it must not make twice. */
export const withoutKey = (context: CallContext): CallContext => ({
  ...context,
  idempotency: undefined,
  judged: undefined,
});

/**
 * For a write of another service under a key of our own instead of the request's: every repeat gets the first
 * outcome.
 * @param request what must be the same in every repeat
 * @throws Error if the request was judged and nothing is compared yet
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

/** Names a request among all of its organization: a repeated one has the same. */
export const requestKeyOf = ({ idempotency, requestId }: CallContext): string =>
  idempotency ? `${idempotency.route} ${idempotency.key}` : requestId;
