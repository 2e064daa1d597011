/** One fault of a request. */
export interface Issue {
  /** The way to the field: names of members and positions in lists. */
  path: (string | number)[];
  /** Stable; each has a page in the documentation. */
  code: string;
  /** For people, in the language that the client was asked to speak. */
  message: string;
  /** The SAT's number of the rule. */
  satCode?: string;
}

/**
 * What became of a call that did not succeed. `refused`: nothing was done, mend the request. `kept`: it waits until
 * a member approves it. `unknown`: a write may have been done; call again with the `idempotencyKey` of the error.
 */
export type Outcome = 'refused' | 'kept' | 'unknown';

/** The body of a refusal, as far as it came. */
export interface Refusal {
  code?: string;
  message?: string;
  details?: { issues?: Issue[]; reason?: string; retryable?: boolean; [member: string]: unknown };
}

interface Failure {
  operation: string;
  outcome: Outcome;
  message: string;
  status?: number;
  code: string;
  details?: Refusal['details'];
  requestId?: string | undefined;
  idempotencyKey?: string | undefined;
  cause?: unknown;
}

/** Every call that does not succeed throws this, whatever the cause. */
export class TimbreError extends Error {
  override readonly name = 'TimbreError';
  /** The operation that was called, such as `stampCfdi`. */
  readonly operation: string;
  readonly outcome: Outcome;
  /** The status of the answer; 0 if none came. */
  readonly status: number;
  /** A code of the API, or `no_answer`, `unreadable_answer` and `kept_for_approval`. */
  readonly code: string;
  /** All faults of the request, of a `validation_error`. */
  readonly issues: Issue[];
  /** The other details of the answer, such as the `reason` of a conflict. */
  readonly details: NonNullable<Refusal['details']>;
  /** Name it to the people who run Timbre: they find the request by it. */
  readonly requestId: string | undefined;
  /** The key of the write: after `unknown`, repeat it with this key only. */
  readonly idempotencyKey: string | undefined;

  constructor(failure: Failure) {
    super(failure.message, { cause: failure.cause });
    this.operation = failure.operation;
    this.outcome = failure.outcome;
    this.status = failure.status ?? 0;
    this.code = failure.code;
    this.details = failure.details ?? {};
    this.issues = this.details.issues ?? [];
    this.requestId = failure.requestId;
    this.idempotencyKey = failure.idempotencyKey;
  }
}
