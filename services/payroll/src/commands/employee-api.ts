import { setTimeout as sleep } from 'node:timers/promises';

/** The address of the API and the API key that the command uses. */
export interface ApiAccess {
  readonly baseUrl: string;
  readonly apiKey: string;
}

export interface ApiError {
  readonly code: string;
  readonly message: string;
  readonly details?: {
    readonly reason?: string;
    readonly issues?: readonly {
      readonly path: readonly (string | number)[];
      readonly code?: string;
      readonly message: string;
    }[];
  };
}

/** An employee as the API returns it; a summary has fewer fields. */
export type ShownEmployee = Readonly<Record<string, unknown>> & { readonly employeeId: string };

interface Answer<Data> {
  readonly status: number;
  readonly body: {
    readonly data?: Data;
    readonly pagination?: { readonly nextCursor: string | null };
    readonly error?: ApiError;
  };
}

/**
 * Calls createEmployee under an idempotency key. A refusal of the employee's data is a result.
 * @throws when the API refuses the key or cannot be reached
 */
export async function createEmployee(
  access: ApiAccess,
  content: string,
  key: string,
): Promise<ShownEmployee | ApiError> {
  const { status, body } = await ask<ShownEmployee>(access, '/v1/employees', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: content,
  });
  if (body.data) return body.data;
  const isOfEmployee = status === 400 || body.error?.details?.reason === 'employee_number_taken';
  if (body.error && isOfEmployee) return body.error;
  throw refused(status, body.error);
}

/** @returns undefined when the employee does not exist */
export async function findEmployee(
  access: ApiAccess,
  employeeId: string,
): Promise<ShownEmployee | undefined> {
  const { status, body } = await ask<ShownEmployee>(access, `/v1/employees/${employeeId}`);
  if (!body.data && status !== 404) throw refused(status, body.error);
  return body.data;
}

/** Maps the number of every employee that has one to its identifier. */
export async function employeeIdsByNumber(access: ApiAccess): Promise<Map<unknown, string>> {
  const ids = new Map<unknown, string>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/v1/employees?limit=50${page}`;
    const { status, body } = await ask<ShownEmployee[]>(access, path);
    if (!body.data) throw refused(status, body.error);
    for (const one of body.data) ids.set(one['employeeNumber'], one.employeeId);
    cursor = body.pagination?.nextCursor ?? null;
  }
  return ids;
}

const triesMax = 8;
const firstWaitMs = 500;

/**
 * Sends a request until its answer is final. A write may be repeated because it has a key.
 * @throws when no final answer arrives
 */
async function ask<Data>(
  { baseUrl, apiKey }: ApiAccess,
  path: string,
  init: RequestInit = {},
): Promise<Answer<Data>> {
  const headers = { ...init.headers, authorization: `Bearer ${apiKey}` };
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(`${baseUrl}${path}`, { ...init, headers }).catch(
      (error: unknown) => error as Error,
    );
    if (tries < triesMax && mayRepeat(response)) {
      await sleep(waitMs(response, tries));
      continue;
    }
    if (!isAnswer(response)) throw new Error(`the API cannot be reached: ${reasonOf(response)}`);
    return { status: response.status, body: (await response.json()) as Answer<Data>['body'] };
  }
}

const isAnswer = (outcome: Response | Error): outcome is Response => 'headers' in outcome;

/** Repeats an answer that has Retry-After, a failure of the server and a broken connection. */
function mayRepeat(response: Response | Error): boolean {
  if (!isAnswer(response)) return true;
  return response.headers.has('retry-after') || response.status >= 500;
}

function waitMs(response: Response | Error, tries: number): number {
  const seconds = isAnswer(response) ? Number(response.headers.get('retry-after') ?? 0) : 0;
  return Math.max(seconds * 1_000, firstWaitMs * tries);
}

const reasonOf = ({ message, cause }: Error): string =>
  cause instanceof Error ? cause.message : message;

const refused = (status: number, error: ApiError | undefined): Error =>
  new Error(error ? `${status} ${error.code}: ${error.message}` : `${status}`);
