/** The API address and the API key with which a command calls the API. */
export interface ApiAccess {
  readonly baseUrl: string;
  readonly apiKey: string;
}

export interface ApiError {
  readonly code: string;
  readonly message: string;
  readonly details?: { readonly reason?: string; readonly issues?: readonly ApiIssue[] };
}

export interface ApiIssue {
  readonly path: readonly (string | number)[];
  readonly code?: string;
  readonly message: string;
}

export interface ApiAnswer<Data> {
  readonly status: number;
  readonly body: {
    readonly data?: Data;
    readonly warnings?: readonly ApiIssue[];
    readonly pagination?: { readonly nextCursor: string | null };
    readonly error?: ApiError;
  };
}

/** The error for a request that received no final response. */
export class ApiUnreachable extends Error {}

const triesMax = 8;
const firstWaitMs = 500;

/**
 * Sends a request, and repeats the request until the response is final. Writes can be repeated,
 * because they have an idempotency key.
 * @throws ApiUnreachable if no final response arrives
 */
export async function askApi<Data>(
  { baseUrl, apiKey }: ApiAccess,
  path: string,
  init: RequestInit = {},
): Promise<ApiAnswer<Data>> {
  const headers = { ...init.headers, authorization: `Bearer ${apiKey}` };
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(`${baseUrl}${path}`, { ...init, headers }).catch(
      (error: unknown) => error as Error,
    );
    if (tries < triesMax && mayRepeat(response) && !init.signal?.aborted) {
      await new Promise((done) => setTimeout(done, waitMs(response, tries)));
      continue;
    }
    if (!isAnswer(response)) {
      throw new ApiUnreachable(`the API cannot be reached: ${reasonOf(response)}`);
    }
    return { status: response.status, body: (await response.json()) as ApiAnswer<Data>['body'] };
  }
}

/** Returns the text that a command prints for an error response. */
export const refusedByApi = (status: number, error: ApiError | undefined): Error =>
  new Error(error ? `${status} ${error.code}: ${error.message}` : `${status}`);

/** Returns the reason why `fetch` failed. */
export const reasonOf = ({ message, cause }: Error): string =>
  cause instanceof Error ? cause.message : message;

const isAnswer = (outcome: Response | Error): outcome is Response => 'headers' in outcome;

/**
 * Whether to repeat a request: after a response with Retry-After, a server error, or a broken
 * connection.
 */
function mayRepeat(response: Response | Error): boolean {
  if (!isAnswer(response)) return true;
  return response.headers.has('retry-after') || response.status >= 500;
}

function waitMs(response: Response | Error, tries: number): number {
  const seconds = isAnswer(response) ? Number(response.headers.get('retry-after') ?? 0) : 0;
  return Math.max(seconds * 1_000, firstWaitMs * tries);
}
