import {
  context as otel,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span,
} from '@opentelemetry/api';
import type { Refusal } from '../refusal/refusal';

const tracer = trace.getTracer('@timbre/kit/grpc');

const attributesOf = (rpc: string) => ({ 'rpc.system': 'grpc', 'rpc.method': rpc });

/**
 * Makes a call in its own span, which is a child of the current request's span. Without a current
 * span, the call gets no span. `call` receives the traceparent to send.
 */
export function inClientSpan<T>(
  rpc: string,
  call: (carrier: { traceparent?: string }) => Promise<T>,
): Promise<T> {
  if (!trace.getActiveSpan()) return call({});
  const options = { kind: SpanKind.CLIENT, attributes: attributesOf(rpc) };
  return tracer.startActiveSpan(rpc, options, (span) => {
    const carrier: { traceparent?: string } = {};
    propagation.inject(otel.active(), carrier);
    return endWith(span, call(carrier));
  });
}

/**
 * Processes a call in a span that continues the caller's trace. A call without a trace gets no
 * span.
 */
export function inServerSpan<T>(
  rpc: string,
  traceparent: string | undefined,
  answer: () => Promise<T>,
): Promise<T> {
  if (!traceparent) return answer();
  // The active context would be wrong, because a connection's context belongs to the call that
  // opened the connection.
  const parent = propagation.extract(ROOT_CONTEXT, { traceparent });
  const options = { kind: SpanKind.SERVER, attributes: attributesOf(rpc) };
  return tracer.startActiveSpan(rpc, options, parent, (span) => endWith(span, answer()));
}

async function endWith<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code, message } = error as Refusal;
    span.setAttribute('error.type', code ?? 'internal');
    span.setStatus({ code: SpanStatusCode.ERROR, message });
    throw error;
  } finally {
    span.end();
  }
}
