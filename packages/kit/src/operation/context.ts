/** The caller, its organization and the request; the signed context carries them. */
export interface CallContext {
  organizationId: string;
  environment: 'production' | 'sandbox';
  actor: string;
  /** The permissions that the operation needs and the gateway has checked; no others are sent. */
  permissions: readonly string[];
  requestId: string;
  /** The idempotency key of the HTTP write; absent for reads and for work without a key. */
  idempotency?: { key: string; fingerprint: string; route: string } | undefined;
  /** Epoch milliseconds after which the caller no longer waits for the answer. */
  deadlineMs: number;
}
