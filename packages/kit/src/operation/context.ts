/** Who calls, for which organization, and under which request; carried by the signed context. */
export interface CallContext {
  organizationId: string;
  environment: 'production' | 'sandbox';
  actor: string;
  /** Those that the operation needs and the gateway has checked; no others travel. */
  permissions: readonly string[];
  requestId: string;
  /** The HTTP write's idempotency; absent for reads and for work without a key. */
  idempotency?: { key: string; fingerprint: string; route: string } | undefined;
  /** Epoch milliseconds after which nobody waits for the answer. */
  deadlineMs: number;
}
