// Sends a call, again and again while that is safe and the API may still answer.
import type { Call } from './call.ts';
import { TimbreError, type Refusal } from './timbre-error.ts';

export interface TimbreOptions {
  /** Where Timbre runs, such as `https://timbre.example`. */
  baseUrl: string;
  /** An API key or an OAuth access token. */
  apiKey: string;
  /** The language of messages; English unless given. */
  language?: 'en' | 'es';
  /** How long a call may take with all its repeats. */
  patienceMs?: number;
  /** How long one attempt may take. */
  attemptMs?: number;
  /**
   * How often a call is sent at most; 1 sends it once. Unless given, a call without an answer is sent six times, and one
   * that the API asks to repeat as long as `patienceMs` allows.
   */
  attemptsMax?: number;
  /** Another `fetch`, for proxies and tests. */
  fetch?: typeof fetch;
  /** Another clock, for tests. */
  clock?: Clock;
}

/** Time, so that tests need not wait. */
interface Clock {
  now(): number;
  /** @param signal ends the wait early */
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

/** A successful answer, read to its end. */
interface Answer {
  status: number;
  requestId: string | undefined;
  body: Blob;
}

export type Send = (call: Call) => Promise<Answer>;

/** A stamp may take the PAC as long as this. */
const defaults = { patienceMs: 120_000, attemptMs: 60_000, attemptsMax: 6 };
/** The first wait without advice of the API; it doubles each time. */
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
 * @returns a function that answers only successes, and throws a TimbreError otherwise
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

/** Refusals that come before the API looks for the key: they say nothing about an earlier attempt. */
const beforeTheKey = [401, 403, 429];

/** The failure of a write of which an earlier attempt may have been done. */
const stillUnknown = (failure: TimbreError): TimbreError =>
  beforeTheKey.includes(failure.status)
    ? new TimbreError({ ...failure, message: failure.message, outcome: 'unknown' })
    : failure;

/** Between half and all of what doubles each time, so that many clients do not come back at once. */
const backoffOf = (attempt: number): number =>
  firstWaitMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);

/** The milliseconds of a `Retry-After`, which is seconds or a date. */
function adviceOf(retryAfter: string | null, nowMs: number): number | undefined {
  if (retryAfter === null) return undefined;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

/**
 * Whether the same request may have another outcome. Repeating is safe, because reads change nothing and writes
 * carry their key.
 */
function mayHelp({ status, code, details }: TimbreError): boolean {
  if (status === 503) return details.retryable !== false;
  return status === 0 || status === 429 || status >= 500 || code === 'operation_in_progress';
}

interface Failed {
  failure: TimbreError;
  retryAfter: string | null;
}

/** @throws TypeError if the address or a header is not one, which no repeat would mend */
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
      // To follow it would turn a write into a read.
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
  // 202 is of work that goes on, or of an action that waits for approval: that is not done.
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

/** A write that nobody answered may have been done; a read has no outcome to doubt. */
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
  const code = error?.code ?? 'unreadable_answer';
  const isUnknown = idempotencyKey && (status >= 500 || code === 'operation_in_progress');
  return new TimbreError({
    ...shared,
    outcome: isUnknown || code === 'recovery_required' ? 'unknown' : 'refused',
    code,
    message: `${operation}: ${error?.message ?? `status ${status} without a reason`}${listOf(error)}`,
    ...(error?.details && { details: error.details }),
  });
}

/** The faults of a request, each on a line of its own. */
const listOf = (error: Refusal | undefined): string =>
  (error?.details?.issues ?? [])
    .map(({ path, message }) => `\n  ${path.join('.') || 'request'}: ${message}`)
    .join('');

interface Parsed {
  data?: Record<string, unknown>;
  error?: Refusal;
}

/** A proxy between the client and the API may answer with anything. */
function parsed(text: string): Parsed {
  try {
    return (JSON.parse(text) ?? {}) as Parsed;
  } catch {
    // Then the status says all there is.
    return {};
  }
}
