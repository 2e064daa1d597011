import { SpanKind, SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api';

const tracer = trace.getTracer('@timbre/kit');

interface SpanOptions {
  /** Only names, counts and outcomes: spans leave the deployment's own log rules behind. */
  attributes?: Attributes;
  /** `client` where it waits for somebody outside. */
  kind?: 'internal' | 'client';
}

/**
 * Runs a part of the work in a span of its own, under the request in hand. Where no traces are sent
 * it costs a call of a function.
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

/** The same for work that waits for nothing. */
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

/** The name of the error and no more: its message may quote what nobody else should read. */
function failed(span: Span, error: unknown): unknown {
  span.setAttribute('error.type', (error as Error).name);
  span.setStatus({ code: SpanStatusCode.ERROR });
  return error;
}

/** Marks the span of a call outside that was answered, but not with what was asked for. */
export const markFailed = (span: Span): void => void span.setStatus({ code: SpanStatusCode.ERROR });
