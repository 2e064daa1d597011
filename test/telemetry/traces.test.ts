import { randomUUID } from 'node:crypto';
import { until } from '../api/until';
import { startCollector, type CollectedSpan, type Collector } from './collector';
import { startObserved, type ObservedDeployment } from './observed-deployment';

let collector: Collector;
let deployment: ObservedDeployment;
let apiKey: string;

beforeAll(async () => {
  collector = await startCollector();
  deployment = await startObserved({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20dGltYnJl',
    OTEL_RESOURCE_ATTRIBUTES: 'cloud.region=mx-central-1,service.namespace=invoicing',
    TIMBRE_LOG_LEVEL: 'debug',
  });
  ({ apiKey } = await deployment.bootstrap('Observed'));
}, 240_000);
afterAll(async () => {
  await deployment?.stop();
  collector?.stop();
});

const contact = { kind: 'customer', legalName: 'Escuela Kemper Urgate' };

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${deployment.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Returns the trace that the gateway logged for a response, when `isWhole` accepts it. */
async function traceOf(response: Response, isWhole: (spans: CollectedSpan[]) => boolean) {
  const requestId = response.headers.get('request-id')!;
  const find = () => deployment.logOf('gateway').find((line) => line['requestId'] === requestId);
  const line = await until(30_000, async () => find(), Boolean);
  const inTrace = () => collector.spans.filter(({ traceId }) => traceId === line?.['traceId']);
  return { requestId, line: line!, spans: await until(30_000, async () => inTrace(), isWhole) };
}

/** Returns the path from a span to the root, each span as `service name`. */
function wayUp(spans: CollectedSpan[], from: CollectedSpan | undefined): string[] {
  const parent = spans.find(({ spanId }) => spanId === from?.parentSpanId);
  return from ? [`${from.service} ${from.name}`, ...wayUp(spans, parent)] : [];
}

/** Whether each of these spans is connected to the root. Each process exports its spans independently. */
const isWhole = (spans: CollectedSpan[], from: (CollectedSpan | undefined)[]) =>
  from.every((span) => wayUp(spans, span).at(-1) === 'gateway POST /v1/contacts');
/** The services that consume the events of a contact. */
const consumers = ['accounts', 'fiscal-cfdi', 'webhooks'];
const consumption = (spans: CollectedSpan[], by = 'fiscal-cfdi') =>
  spans.find(
    ({ name, service }) => service === by && name.startsWith('process commerce.contact.changed'),
  );
const isConsumed = (spans: CollectedSpan[]) =>
  isWhole(
    spans,
    consumers.map((by) => consumption(spans, by)),
  );

test('one trace goes from the HTTP request over gRPC, outbox and NATS into the consumer', async () => {
  const response = await send('POST', '/v1/contacts', contact);
  expect(response.status).toBe(201);
  const { spans } = await traceOf(response, isConsumed);
  expect(wayUp(spans, consumption(spans))).toEqual([
    'fiscal-cfdi process commerce.contact.changed',
    'commerce publish commerce.contact.changed',
    'commerce createContact',
    'gateway createContact',
    'gateway POST /v1/contacts',
  ]);
});

test('an SQL span is a child of the RPC call or event that caused it', async () => {
  const sqlBelow = (spans: CollectedSpan[], asker: string) =>
    spans.find(
      (span) => span.name.startsWith('pg.query') && wayUp(spans, span).slice(1).includes(asker),
    );
  const askers = ['commerce createContact', 'fiscal-cfdi process commerce.contact.changed'];
  const sqlOf = (spans: CollectedSpan[]) => askers.map((asker) => sqlBelow(spans, asker));
  const { spans } = await traceOf(await send('POST', '/v1/contacts', contact), (found) =>
    isWhole(found, sqlOf(found)),
  );
  expect(isWhole(spans, sqlOf(spans))).toBe(true);
});

test('RPC calls that share a stream have separate traces', async () => {
  const isRead = (spans: CollectedSpan[]) =>
    spans.some(({ name }) => name === 'GET /v1/contacts') &&
    spans.filter(({ name }) => name === 'listContacts').length === 2;
  const responses = await Promise.all(Array.from({ length: 5 }, () => send('GET', '/v1/contacts')));
  const traces = await Promise.all(responses.map((response) => traceOf(response, isRead)));
  expect(new Set(traces.map(({ line }) => line['traceId'])).size).toBe(5);
  for (const { spans } of traces) {
    const calls = spans.filter(({ name }) => name === 'listContacts');
    expect(calls.map((span) => wayUp(spans, span)).toSorted()).toEqual([
      ['commerce listContacts', 'gateway listContacts', 'gateway GET /v1/contacts'],
      ['gateway listContacts', 'gateway GET /v1/contacts'],
    ]);
  }
});

test('every process logs the request id and the trace id', async () => {
  const { requestId, line } = await traceOf(
    await send('POST', '/v1/contacts', contact),
    isConsumed,
  );
  expect(line).toMatchObject({ operation: 'createContact', status: 201, msg: 'answered' });
  expect(line['ms']).toBeGreaterThan(0);
  const inRequest = (service: string) =>
    until(
      30_000,
      async () => deployment.logOf(service).filter((entry) => entry['requestId'] === requestId),
      ({ length }) => length > 0,
    );
  const { organizationId } = line;
  expect(organizationId).toMatch(/^[0-9a-f-]{36}$/);
  const expected = { requestId, traceId: line['traceId'] };
  expect(await inRequest('commerce')).toMatchObject([
    { ...expected, organizationId, operation: 'createContact' },
  ]);
  expect(await inRequest('fiscal-cfdi')).toMatchObject([{ ...expected, outcome: 'handled' }]);
});

test('a rejected request is logged once with its code', async () => {
  const response = await send('GET', `/v1/contacts/${randomUUID()}`);
  const { requestId } = await traceOf(response, (spans) => spans.length > 0);
  const lines = deployment.logOf('gateway').filter((entry) => entry['requestId'] === requestId);
  expect(lines).toMatchObject([{ operation: 'getContact', status: 404, code: 'not_found' }]);
});

test('every span names its version, instance, environment and the configured resource attributes', async () => {
  await traceOf(await send('POST', '/v1/contacts', contact), isConsumed);
  for (const { resource } of collector.spans) {
    expect(resource).toMatchObject({
      'service.version': expect.stringMatching(/^\d+[.]\d+[.]\d+$/),
      'service.instance.id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'deployment.environment.name': 'sandbox',
      'cloud.region': 'mx-central-1',
      'service.namespace': 'invoicing',
    });
  }
  const instances = collector.spans.map(({ resource }) => resource['service.instance.id']);
  const names = collector.spans.map(({ service }) => service);
  expect(new Set(instances).size).toBe(new Set(names).size);
  // Spans of other services are allowed, because their jobs send spans when they are due.
  expect(names).toEqual(expect.arrayContaining(['gateway', 'commerce', ...consumers]));
});

test('no span contains the RFC in a path, the token of a link or the address of its caller', async () => {
  const paths = [
    '/v1/sat/blacklist/XAXX010101000',
    '/p/AAAAAAAAAAAAAAAAAAAAAA',
    '/v1/unknown/XAXX010101000',
  ];
  for (const path of paths) await (await send('GET', path)).arrayBuffer();
  await until(
    30_000,
    async () => collector.spans.map(({ name }) => name),
    (names) => names.includes('GET /p/{token}') && names.includes('GET /v1/sat/blacklist/{rfc}'),
  );
  const text = JSON.stringify(
    collector.spans.map(({ name, attributes }) => ({ name, attributes })),
  );
  expect(text).not.toMatch(/XAXX010101000|A{22}|"(url|client|network|user_agent)\./);
  expect(text).toContain('"http.route":"/p/{token}"');
});

test('telemetry exports carry the configured headers', () => {
  expect([...collector.authorizations]).toEqual(['Basic dGltYnJl']);
});

test('a sampler that samples nothing drops every span of a trace', async () => {
  await deployment.restart('gateway', {
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  });
  const before = collector.spans.length;
  expect((await send('POST', '/v1/contacts', contact)).status).toBe(201);
  await deployment.restart('gateway', { OTEL_TRACES_SAMPLER_ARG: '1' });
  await traceOf(await send('GET', '/v1/contacts'), (spans) =>
    spans.some(({ name }) => name === 'GET /v1/contacts'),
  );
  const since = collector.spans.slice(before).map(({ name }) => name);
  expect(since).toContain('GET /v1/contacts');
  expect(since).not.toContain('POST /v1/contacts');
  expect(since).not.toContain('createContact');
});
