import { SpanKind, SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api';

const tracer = trace.getTracer('@timbre/kit');

interface SpanOptions {
  /**
   * Attributes may contain only names, counts and outcomes, because the log's redaction does not
   * apply to spans.
   */
  attributes?: Attributes;
  /** `client` if the work waits for another system. */
  kind?: 'internal' | 'client';
}

/**
 * Runs a part of the work in its own span, a child of the current request's span. Without a trace
 * exporter, the span costs one function call.
 */
export function inSpan<T>(
  name: string,
  { attributes = {}, kind = 'internal' }: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const options = { kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes };
  return tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      throw failed(span, error);
    } finally {
      span.end();
    }
  });
}

/** Runs synchronous work in its own span. */
export function inSpanNow<T>(name: string, work: () => T): T {
  return tracer.startActiveSpan(name, (span) => {
    try {
      return work();
    } catch (error) {
      throw failed(span, error);
    } finally {
      span.end();
    }
  });
}

/** Records only the error's name, because its message may quote private values. */
function failed(span: Span, error: unknown): unknown {
  span.setAttribute('error.type', (error as Error).name);
  span.setStatus({ code: SpanStatusCode.ERROR });
  return error;
}

/**
 * Marks the span of a call to another system as failed, because the response is not the expected
 * one.
 */
export const markFailed = (span: Span): void => void span.setStatus({ code: SpanStatusCode.ERROR });
