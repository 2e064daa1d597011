import { isSpanContextValid, trace } from '@opentelemetry/api';
import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/**
 * Names whose values never reach a log, at any depth up to three. An allow-list of what operations
 * log comes first (they log names and identifiers only); this is the net below it.
 */
const secretNames = [
  'apiKey', 'authorization', 'passphrase', 'password', 'privateKey', 'certificate', 'secret',
  'token', 'xml', 'cadena', 'sello', 'rfc', 'curp', 'email', 'clabe', 'body',
]; // prettier-ignore

const redactPaths = secretNames.flatMap((n) => [n, `*.${n}`, `*.*.${n}`]);

/** The process's logger: JSON lines with trace ids, secrets replaced by `[redacted]`. */
export function createLogger(name: string, level: string, stream?: DestinationStream): Logger {
  const options = {
    name,
    level,
    redact: { paths: redactPaths, censor: '[redacted]' },
    base: { name },
    mixin: traceFields,
    serializers: { err: describeError, error: describeError },
  };
  return stream ? pino(options, stream) : pino(options);
}

function traceFields(): Record<string, string> {
  const context = trace.getActiveSpan()?.spanContext();
  return context && isSpanContextValid(context)
    ? { traceId: context.traceId, spanId: context.spanId }
    : {};
}

/** Errors are logged by name, message and stack; driver errors carry values in `detail`: dropped. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = (error as { code?: unknown }).code;
  return {
    name,
    message,
    stack,
    ...(code ? { code } : {}),
    ...(cause ? { cause: describeError(cause) } : {}),
  };
}
