import { issuesMax, type Issue, type MessageText, firstIn } from '@timbre/fiscal';

export type { Issue };

/**
 * The details of a refusal. Part 7 of the specification allows no other public members. The member
 * `text` is never sent to clients.
 */
export interface RefusalDetails {
  issues?: Issue[];
  retryable?: boolean;
  retryAfterSeconds?: number;
  document?: { documentRef: string; editable: boolean };
  reason?: string;
  balanceMinor?: number;
  topUpUrl?: string;
  /** The message in every language. */
  text?: MessageText;
}

/**
 * The closed set of refusals (spec part 7), each with its HTTP status and gRPC status. `meaning`
 * advises the client and is published with the error codes. `isOutcome` marks refusals that are the
 * final result of a write and are stored under its idempotency key.
 */
export const refusals = {
  validation_error: {
    http: 400,
    grpc: 'INVALID_ARGUMENT',
    isOutcome: false,
    meaning:
      'The request has faults; `details.issues` names each fault by its path. Correct the faults and send the request with a new idempotency key.',
  },
  unauthenticated: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    isOutcome: false,
    meaning:
      'The API key or token is missing, unknown or no longer valid. Send a valid API key or token.',
  },
  payment_required: {
    http: 402,
    grpc: 'RESOURCE_EXHAUSTED',
    isOutcome: true,
    meaning: 'The prepaid balance does not cover the stamp. Top it up at `details.topUpUrl`.',
  },
  forbidden: {
    http: 403,
    grpc: 'PERMISSION_DENIED',
    isOutcome: false,
    meaning:
      'The API key does not allow this action. Use an API key with the permission or the limit; `details.reason` names what is missing.',
  },
  not_found: {
    http: 404,
    grpc: 'NOT_FOUND',
    isOutcome: false,
    meaning: 'The organization of the API key has no such resource. Check the identifier.',
  },
  method_not_allowed: {
    http: 405,
    grpc: 'UNIMPLEMENTED',
    isOutcome: false,
    meaning: 'The path does not support this method. Use a method that the header `Allow` lists.',
  },
  conflict: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    isOutcome: true,
    meaning:
      'The state of the resource does not allow the request. Read the resource again; `details.reason` states the reason.',
  },
  idempotency_conflict: {
    http: 409,
    grpc: 'ALREADY_EXISTS',
    isOutcome: false,
    meaning:
      'The idempotency key was already used with a different request. Use a new idempotency key for a changed request.',
  },
  operation_in_progress: {
    http: 409,
    grpc: 'ABORTED',
    isOutcome: false,
    meaning:
      'An earlier request is still being executed. Wait as long as `Retry-After` states, and send the same request with the same idempotency key.',
  },
  recovery_required: {
    http: 409,
    grpc: 'DATA_LOSS',
    isOutcome: false,
    meaning:
      'The outcome of the document at the PAC is still unknown. Do not repeat the request with a new idempotency key; read the document that `details.document` names.',
  },
  migration_required: {
    http: 409,
    grpc: 'OUT_OF_RANGE',
    isOutcome: true,
    meaning:
      'The document cannot be changed until the operator has finished a migration. Do not issue the document again.',
  },
  rate_limited: {
    http: 429,
    grpc: 'RESOURCE_EXHAUSTED',
    isOutcome: false,
    meaning:
      'Too many requests were sent, so nothing was done. Wait as long as `Retry-After` states.',
  },
  provider_unavailable: {
    http: 503,
    grpc: 'UNAVAILABLE',
    isOutcome: false,
    meaning:
      'A PAC, the SAT or a service of this deployment does not answer. If `details.retryable` is true, send the same request with the same idempotency key.',
  },
  internal: {
    http: 500,
    grpc: 'INTERNAL',
    isOutcome: false,
    meaning:
      'Timbre has a fault. Repeat a write only with the same idempotency key, and give the operator the `Request-Id`.',
  },
} as const;

export type RefusalCode = keyof typeof refusals;

/**
 * Returns the issues as the caller receives them.
 *
 * - more_issues: at most a hundred issues are listed; this last one says how many more there are
 * @param count is the number of all issues, if only the first hundred were kept
 */
export function listedIssues(issues: Issue[], count = issues.length): Issue[] {
  if (count <= issuesMax) return issues;
  const listed = issues.slice(0, issuesMax - 1);
  const message = `${count - listed.length} more faults are not listed.`;
  return [...listed, { path: [], code: 'more_issues', message }];
}

/**
 * The refusal of a request: `message` and `details` are for the caller, and the cause is only
 * logged. Any other error is a bug, for which the client gets the code `internal`.
 */
export class Refusal extends Error {
  readonly details: RefusalDetails;

  constructor(
    readonly code: RefusalCode,
    message: string,
    details: RefusalDetails = {},
    cause?: unknown,
  ) {
    super(message, { cause });
    this.details = details.issues ? { ...details, issues: listedIssues(details.issues) } : details;
  }
}

/** Returns status 400 with all errors of the request. */
export function invalid(issues: Issue[]): Refusal {
  const message =
    issues.length === 1 ? firstIn(issues).message : `The request has ${issues.length} faults.`;
  return new Refusal('validation_error', message, { issues });
}

/**
 * Returns status 404, with the same message for an unknown identifier and for an identifier of
 * another organization.
 */
export function notFound(resource: string, issues?: Issue[]): Refusal {
  const message = `No ${resource} with this identifier exists in your organization.`;
  return new Refusal('not_found', message, issues ? { issues } : {});
}

/** Returns status 404 with a specific message in every language. */
export const notFoundAs = ({ message, text }: { message: string; text: MessageText }): Refusal =>
  new Refusal('not_found', message, { text });

/**
 * Returns status 409: the resource's current state does not allow this action. `reason` is a stable
 * code for the cause.
 */
export function conflict(message: string, reason?: string, issues?: Issue[]): Refusal {
  return new Refusal('conflict', message, {
    ...(reason ? { reason } : {}),
    ...(issues ? { issues } : {}),
  });
}

/**
 * Returns status 409: the same request is in progress. The client should repeat the request
 * unchanged after the given number of seconds.
 */
export function operationInProgress(retryAfterSeconds: number): Refusal {
  const seconds = Math.min(5, Math.max(1, Math.ceil(retryAfterSeconds)));
  return new Refusal(
    'operation_in_progress',
    `This operation is still in progress; repeat the same request in ${seconds} s.`,
    { retryable: true, retryAfterSeconds: seconds },
  );
}

/**
 * Returns status 503: a dependency of this request is unavailable. The request's work has started
 * and may have taken effect.
 */
export const unavailable = (message: string, cause?: unknown): Refusal =>
  new Refusal('provider_unavailable', message, { retryable: true, retryAfterSeconds: 2 }, cause);

/**
 * Returns status 503 for a request that certainly had no effect. `reason` is a stable code for the
 * cause.
 */
export const notDone = (message: string, reason: string): Refusal =>
  new Refusal('provider_unavailable', message, { retryable: true, retryAfterSeconds: 2, reason });

const finalCodes: readonly RefusalCode[] = [
  'validation_error',
  'conflict',
  'not_found',
  'forbidden',
];

/**
 * Whether the error is a refusal after which a retry is useless: the call had no effect, and a
 * repeated call would also have no effect.
 */
export const isFinal = (error: unknown): error is Refusal =>
  error instanceof Refusal && finalCodes.includes(error.code) && !error.details.retryable;

/** Returns the issues of a refusal; a refusal without issues is converted to a single issue. */
export function refusalIssues({ code, message, details }: Refusal): Issue[] {
  if (details.issues?.length) return details.issues;
  return [{ path: [], code: details.reason ?? code, message }];
}
