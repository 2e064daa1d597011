/** One fault of a request, as the API reports it. */
export interface Issue {
  /** The path to the faulty field: names of members and positions in lists. */
  path: (string | number)[];
  /** A stable code of the fault. The documentation has a page for each code. */
  code: string;
  /** A message for people, in the client's language. */
  message: string;
  /** The SAT's number of the violated rule. */
  satCode?: string;
}

/**
 * The outcome of a call that did not succeed. `refused`: the API did nothing, so correct the request.
 * `kept`: the API stored the action, which waits until a member approves it. `unknown`: the API may have
 * executed the write, so call again with the `idempotencyKey` of the error.
 */
export type Outcome = 'refused' | 'kept' | 'unknown';

/** The body of a refusal, as far as the client received it. */
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

/** The error that a call throws if it fails for any reason. */
export class TimbreError extends Error {
  override readonly name = 'TimbreError';
  /** The name of the called operation, such as `stampCfdi`. */
  readonly operation: string;
  readonly outcome: Outcome;
  /** The HTTP status of the answer; 0 if there was no answer. */
  readonly status: number;
  /** A code of the API, or `no_answer`, `unreadable_answer` or `kept_for_approval`. */
  readonly code: string;
  /** All faults of the request, for a `validation_error`. */
  readonly issues: Issue[];
  /** Further details of the answer, such as the `reason` of a conflict. */
  readonly details: NonNullable<Refusal['details']>;
  /** The identifier by which the operators of Timbre find the request. */
  readonly requestId: string | undefined;
  /**
   * The idempotency key of the write. If the outcome is `unknown`, repeat the write only with this key.
   */
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
