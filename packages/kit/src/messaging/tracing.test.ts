import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { NodeSDK } from '@opentelemetry/sdk-node';
import type { ReceivedEvent } from './event';
import { inProcessSpan, inPublishSpan } from './tracing';

type Processor = NonNullable<
  NonNullable<ConstructorParameters<typeof NodeSDK>[0]>['spanProcessors']
>[number];
type Span = Parameters<Processor['onEnd']>[0];

const spans: Span[] = [];
const processor: Processor = {
  onStart: () => undefined,
  onEnd: (span) => void spans.push(span),
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};
const event: ReceivedEvent = {
  id: '0199b0c2-0000-7000-8000-000000000001',
  orgId: '0199b0c2-0000-7000-8000-000000000002',
  occurredAt: new Date(),
  subject: 'commerce.contact.changed',
  aggregate: 'contact',
  aggregateId: 'c-1',
  aggregateVersion: 7,
  payload: Buffer.from([1, 2, 3]),
};

/** Returns the trace of the running code as headers. */
function currentCarrier(): Record<string, string> {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

test('without an OpenTelemetry SDK, the trace headers are empty and the work still runs', async () => {
  expect(currentCarrier()).toEqual({});
  expect(await inPublishSpan(event, {}, () => Promise.resolve(7))).toBe(7);
});

describe('tracing with an SDK', () => {
  const sdk = new NodeSDK({
    spanProcessors: [processor],
    autoDetectResources: false,
    instrumentations: [],
  });
  beforeAll(() => sdk.start());
  afterAll(() => sdk.shutdown());
  beforeEach(() => spans.splice(0));

  test('one trace includes the request, the relay and the consumer', async () => {
    const tracer = trace.getTracer('test');
    const carrier = tracer.startActiveSpan('request', (span) => {
      span.end();
      return currentCarrier();
    });
    const wire = await inPublishSpan(event, carrier, () => Promise.resolve(currentCarrier()));
    await inProcessSpan(event, 'reports-contacts', wire, () => Promise.resolve());
    const [request, publish, process] = spans;
    expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(1);
    expect(publish?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
    expect(process?.parentSpanContext?.spanId).toBe(publish?.spanContext().spanId);
    expect([publish?.kind, process?.kind]).toEqual([SpanKind.PRODUCER, SpanKind.CONSUMER]);
  });

  test('spans have the messaging attributes', async () => {
    await inProcessSpan(event, 'reports-contacts', {}, () => Promise.resolve());
    expect(spans[0]?.name).toBe('process commerce.contact.changed');
    expect(spans[0]?.attributes).toEqual({
      'messaging.system': 'nats',
      'messaging.destination.name': 'commerce.contact.changed',
      'messaging.operation.name': 'process',
      'messaging.operation.type': 'process',
      'messaging.consumer.group.name': 'reports-contacts',
      'messaging.message.id': event.id,
      'messaging.message.body.size': 3,
    });
  });

  test('a failure is recorded in the span and rethrown to the caller', async () => {
    const work = inProcessSpan(event, 'c', {}, () => Promise.reject(new Error('no')));
    await expect(work).rejects.toThrow('no');
    expect(spans[0]?.status.code).toBe(SpanStatusCode.ERROR);
    expect(spans[0]?.events[0]?.name).toBe('exception');
  });
});
