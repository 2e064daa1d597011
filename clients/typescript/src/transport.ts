// Sends a call, and repeats it as long as a repeat is safe and the API may still answer.
import type { Call } from './call.ts';
import { TimbreError, type Refusal } from './timbre-error.ts';

export interface TimbreOptions {
  /** The address of the Timbre API, such as `https://timbre.example`. */
  baseUrl: string;
  /** An API key or an OAuth access token. */
  apiKey: string;
  /** The language of messages; English by default. */
  language?: 'en' | 'es';
  /** The longest duration of a call with all its repeats, in milliseconds. */
  patienceMs?: number;
  /** The longest duration of one attempt, in milliseconds. */
  attemptMs?: number;
  /**
   * The maximum number of times that a call is sent; with 1 it is never repeated. By default a call without
   * an answer is sent up to six times, and a call that the API asks to repeat is repeated as long as
   * `patienceMs` allows.
   */
  attemptsMax?: number;
  /** Replaces `fetch`, for proxies and tests. */
  fetch?: typeof fetch;
  /** Replaces the clock in tests. */
  clock?: Clock;
}

/** A clock, which tests replace so that they do not have to wait. */
interface Clock {
  now(): number;
  /**
   * Waits for the given time.
   * @param signal ends the wait early
   */
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

/** A successful answer whose body was read to its end. */
interface Answer {
  status: number;
  requestId: string | undefined;
  body: Blob;
}

export type Send = (call: Call) => Promise<Answer>;

/** The default duration of an attempt, because a stamp may need this time at the PAC. */
const defaults = { patienceMs: 120_000, attemptMs: 60_000, attemptsMax: 6 };
/**
 * The first wait before a repeat, used if the API returns no `Retry-After`. The wait before a repeat doubles
 * with each attempt.
 */
const firstWaitMs = 500;

const systemClock: Clock = {
  now: Date.now,
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener('abort', end);
    }),
};

/**
 * @returns a function that returns only successful answers, and throws a TimbreError otherwise
 * @throws TypeError if the address or the key is missing
 */
export function transportOf(options: TimbreOptions): Send {
  for (const name of ['baseUrl', 'apiKey'] as const)
    if (!options[name]) throw new TypeError(`${name} is missing`);
  const clock = options.clock ?? systemClock;
  const attemptMs = options.attemptMs ?? defaults.attemptMs;
  return async (call) => {
    const request = requestOf(options, call);
    const untilMs = clock.now() + (options.patienceMs ?? defaults.patienceMs);
    let isUnknown = false;
    for (let attempt = 1; ; attempt += 1) {
      const limitMs = Math.max(1, Math.min(attemptMs, untilMs - clock.now()));
      const outcome = await attempted(options, call, request, limitMs);
      if (!('failure' in outcome)) return outcome;
      const { retryAfter } = outcome;
      const failure: TimbreError = isUnknown ? stillUnknown(outcome.failure) : outcome.failure;
      isUnknown = failure.outcome === 'unknown';
      const advisedMs = adviceOf(retryAfter, clock.now());
      const waitMs = advisedMs ?? backoffOf(attempt);
      const attemptsMax =
        options.attemptsMax ?? (advisedMs === undefined ? defaults.attemptsMax : Infinity);
      const isOver = attempt >= attemptsMax || clock.now() + waitMs > untilMs;
      if (isOver || !mayHelp(failure)) throw failure;
      if (!call.signal?.aborted) await clock.wait(waitMs, call.signal);
      if (call.signal?.aborted) throw failure;
    }
  };
}

/**
 * The statuses of the refusals that the API sends before it looks up the idempotency key. Refusals with
 * these statuses reveal nothing about an earlier attempt.
 */
const beforeTheKey = [401, 403, 429];

/**
 * The code of an answer that the API did not write, but a proxy. A proxy has no information about an earlier
 * attempt.
 */
const unreadable = 'unreadable_answer';

/** The error for a failed write. An earlier attempt of the write may have succeeded. */
const stillUnknown = (failure: TimbreError): TimbreError =>
  beforeTheKey.includes(failure.status) || failure.code === unreadable
    ? new TimbreError({ ...failure, message: failure.message, outcome: 'unknown' })
    : failure;

/**
 * The wait before the next attempt: a random part, at least half, of a time that doubles each
 * attempt. The random part keeps many clients from returning at once.
 */
const backoffOf = (attempt: number): number =>
  firstWaitMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);

/** The milliseconds in a `Retry-After`, which contains seconds or a date. */
function adviceOf(retryAfter: string | null, nowMs: number): number | undefined {
  if (retryAfter === null) return undefined;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

/**
 * Returns whether the same request may have another outcome. A repeat is safe, because reads change nothing
 * and writes have a key.
 */
function mayHelp({ status, code, details }: TimbreError): boolean {
  if (status === 503) return details.retryable !== false;
  return [0, 408, 429].includes(status) || status >= 500 || code === 'operation_in_progress';
}

interface Failed {
  failure: TimbreError;
  retryAfter: string | null;
}

/**
 * Builds the address and the headers of a request.
 * @throws TypeError for an invalid address or header, which no repeat would correct
 */
function requestOf(options: TimbreOptions, call: Call): { url: string; headers: Headers } {
  const { href } = new URL(`${options.baseUrl.replace(/\/$/, '')}${call.target}`);
  return { url: href, headers: new Headers(headersOf(options, call)) };
}

async function attempted(
  options: TimbreOptions,
  call: Call,
  { url, headers: sent }: ReturnType<typeof requestOf>,
  limitMs: number,
): Promise<Answer | Failed> {
  const { method, body, signal } = call;
  const limit = AbortSignal.timeout(limitMs);
  let response: Response;
  let read: Blob;
  try {
    response = await (options.fetch ?? fetch)(url, {
      method,
      headers: sent,
      // A redirection is not followed, because that would turn a write into a read.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
      ...(body === undefined ? {} : { body }),
    });
    read = await response.blob();
  } catch (cause) {
    return { failure: unanswered(call, cause), retryAfter: null };
  }
  const { status, headers, ok } = response;
  const requestId = headers.get('request-id') ?? undefined;
  if (ok && status !== 202) return { status, requestId, body: read };
  const answer = parsed(await read.text());
  // The status 202 means that work continues or that an action waits for approval. An action that waits for
  // approval was not executed.
  const isKept = answer.data?.['approvalId'] !== undefined;
  if (ok && !isKept) return { status, requestId, body: read };
  const failure = failureOf(call, status, requestId, answer);
  return { failure, retryAfter: headers.get('retry-after') };
}

const headersOf = ({ apiKey, language }: TimbreOptions, call: Call): Record<string, string> => ({
  authorization: `Bearer ${apiKey}`,
  ...(language && { 'accept-language': language }),
  ...(call.idempotencyKey && { 'idempotency-key': call.idempotencyKey }),
  ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
});

/**
 * Creates the error of a call without an answer. If the call is a write, the API may have executed it. A
 * read has changed nothing.
 */
const unanswered = ({ operation, idempotencyKey }: Call, cause: unknown): TimbreError =>
  new TimbreError({
    operation,
    outcome: idempotencyKey ? 'unknown' : 'refused',
    code: 'no_answer',
    message: `${operation}: no answer (${cause instanceof Error ? cause.message : String(cause)})`,
    idempotencyKey,
    cause,
  });

function failureOf(
  { operation, idempotencyKey }: Call,
  status: number,
  requestId: string | undefined,
  { data, error }: Parsed,
): TimbreError {
  const shared = { operation, status, requestId, idempotencyKey };
  if (status === 202) {
    const message = `${operation} waits until a member approves it`;
    return new TimbreError({
      ...shared,
      outcome: 'kept',
      code: 'kept_for_approval',
      message,
      details: data ?? {},
    });
  }
  // A code of the API is text. The code may be a number, if a proxy answers.
  const code = typeof error?.code === 'string' ? error.code : unreadable;
  // The status 408 comes from a proxy that waited too long.
  const isOpen = status === 408 || status >= 500 || code === 'operation_in_progress';
  const isUnknown = idempotencyKey && isOpen;
  return new TimbreError({
    ...shared,
    outcome: isUnknown || code === 'recovery_required' ? 'unknown' : 'refused',
    code,
    message: `${operation}: ${error?.message ?? `status ${status} without a reason`}${listOf(error)}`,
    ...(error?.details && { details: error.details }),
  });
}

/** Lists the faults of a request, one per line. */
const listOf = (error: Refusal | undefined): string =>
  (error?.details?.issues ?? [])
    .map(({ path, message }) => `\n  ${path.join('.') || 'request'}: ${message}`)
    .join('');

interface Parsed {
  data?: Record<string, unknown>;
  error?: Refusal;
}

/** Parses the body of an answer. A proxy between the client and the API may have sent any text. */
function parsed(text: string): Parsed {
  try {
    return (JSON.parse(text) ?? {}) as Parsed;
  } catch {
    // Without readable JSON, only the status gives information.
    return {};
  }
}
