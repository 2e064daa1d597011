import {
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
} from '@opentelemetry/api';
import type { ReceivedEvent } from './event';
import type { Headers } from './envelope';

const tracer = trace.getTracer('@timbre/kit/messaging');

/**
 * Runs `publish` in a producer span that continues the trace of the request that wrote the event.
 */
export function inPublishSpan<T>(
  event: ReceivedEvent,
  carrier: Headers,
  publish: () => Promise<T>,
): Promise<T> {
  const attributes = { 'messaging.operation.name': 'publish', 'messaging.operation.type': 'send' };
  return inSpan(SpanKind.PRODUCER, 'publish', event, attributes, carrier, publish);
}

/** Runs `handle` in a consumer span that continues the publisher's trace. */
export function inProcessSpan<T>(
  event: ReceivedEvent,
  consumer: string,
  headers: Headers,
  handle: () => Promise<T>,
): Promise<T> {
  const attributes = {
    'messaging.operation.name': 'process',
    'messaging.operation.type': 'process',
    'messaging.consumer.group.name': consumer,
  };
  return inSpan(SpanKind.CONSUMER, 'process', event, attributes, headers, handle);
}

/**
 * The attribute names follow the OpenTelemetry semantic conventions for messaging, read 2026-11-21.
 */
function inSpan<T>(
  kind: SpanKind,
  verb: string,
  event: ReceivedEvent,
  attributes: Attributes,
  carrier: Headers,
  work: () => Promise<T>,
): Promise<T> {
  const parent = propagation.extract(ROOT_CONTEXT, carrier);
  const common = {
    'messaging.system': 'nats',
    'messaging.destination.name': event.subject,
    'messaging.message.id': event.id,
    'messaging.message.body.size': event.payload.byteLength,
  };
  const options = { kind, attributes: { ...common, ...attributes } };
  return tracer.startActiveSpan(`${verb} ${event.subject}`, options, parent, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.recordException(error as Error);
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
