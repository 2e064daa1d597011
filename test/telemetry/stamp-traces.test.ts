import { accessTo, created, newDraft, setUpIssuer, type Api } from '@timbre/testkit/client';
import { addEmployee, addRun, calculate } from '../api/payroll/people';
import { until } from '../api/until';
import { startCollector, type CollectedSpan, type Collector } from './collector';
import { startObserved, type ObservedDeployment } from './observed-deployment';

const password = 'word-that-opens-the-pac';

let collector: Collector;
let deployment: ObservedDeployment;
let api: Api;

beforeAll(async () => {
  collector = await startCollector();
  deployment = await startObserved({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    TIMBRE_LOG_LEVEL: 'warn',
  });
  const pacs = ['sw', 'finkok'].map((kind) => ({
    name: kind,
    kind,
    baseUrl: `${deployment.authorityUrl}/${kind}`,
    user: 'me',
    password,
  }));
  await deployment.restart('fiscal-cfdi', { TIMBRE_PACS: JSON.stringify(pacs) });
  const { organizationId, apiKey } = await deployment.bootstrap('Observed');
  api = accessTo(deployment.baseUrl, organizationId, apiKey);
  await setUpIssuer(api);
}, 240_000);
afterAll(async () => {
  await deployment?.stop();
  collector?.stop();
});

/**
 * Returns the spans of the request's trace when each of the named spans is connected to the root.
 */
async function traceOf(request: string, ...names: string[]): Promise<CollectedSpan[]> {
  const isWhole = (spans: CollectedSpan[]) =>
    names.every((wanted) => {
      const span = spans.find(({ name }) => name === wanted);
      return wayUp(spans, span).at(-1) === `gateway ${request}`;
    });
  const find = () =>
    [...Map.groupBy(collector.spans, ({ traceId }) => traceId).values()].find(isWhole);
  return (await until(40_000, () => Promise.resolve(find()), Boolean)) ?? [];
}

/** Returns the path from a span to the root, each span as `service name`. */
function wayUp(spans: CollectedSpan[], from: CollectedSpan | undefined): string[] {
  const parent = spans.find(({ spanId }) => spanId === from?.parentSpanId);
  return from ? [`${from.service} ${from.name}`, ...wayUp(spans, parent)] : [];
}

const stampPath = '/v1/cfdi/{documentRef}/stamp';

test('one trace goes from the HTTP request over gRPC to the PAC, and continues with the event', async () => {
  const ref = await newDraft(api);
  expect((await api.request('POST', `/v1/cfdi/${ref}/stamp`)).status).toBe(200);
  const published = 'publish fiscal_cfdi.cfdi.stamped';
  const spans = await traceOf(`POST ${stampPath}`, 'pac stamp', 'seal', published);
  const request = ['fiscal-cfdi stampCfdi', 'gateway stampCfdi', `gateway POST ${stampPath}`];
  const pac = spans.find(({ name }) => name === 'pac stamp');
  expect(wayUp(spans, pac)).toEqual(['fiscal-cfdi pac stamp', ...request]);
  expect(pac!.attributes).toMatchObject({
    'pac.name': 'sw',
    'pac.operation': 'stamp',
    'pac.outcome': 'stamped',
  });
  const sent = spans.find(
    ({ name, parentSpanId }) => name === 'HTTP POST' && parentSpanId === pac!.spanId,
  );
  expect(wayUp(spans, sent)).toEqual([
    'fiscal-cfdi HTTP POST',
    'fiscal-cfdi pac stamp',
    ...request,
  ]);
  const seal = spans.find(({ name }) => name === 'seal');
  expect(wayUp(spans, seal)).toEqual(['fiscal-cfdi seal', 'fiscal-cfdi step', ...request]);
  const event = spans.find(({ name }) => name === published);
  expect(wayUp(spans, event)).toEqual([
    `fiscal-cfdi ${published}`,
    'fiscal-cfdi finish',
    ...request,
  ]);
});

test('one trace follows a payroll run over the outbox and NATS to the PAC', async () => {
  await created(api, '/v1/settings/series', { code: 'N', kind: 'payroll' });
  const runId = await addRun(api, { employeeIds: [await addEmployee(api)] });
  await calculate(api, runId);
  await api.request('POST', `/v1/payroll/runs/${runId}/stamp`);
  const asked = 'publish payroll.run.stamping_requested';
  const spans = await traceOf('POST /v1/payroll/runs/{runId}/stamp', 'pac stamp', asked);
  const way = wayUp(
    spans,
    spans.find(({ name }) => name === 'pac stamp'),
  );
  expect(way[0]).toBe('fiscal-cfdi pac stamp');
  expect(way).toEqual(expect.arrayContaining([`payroll ${asked}`]));
});

test('the span and the metric of a call report that no PAC is available', async () => {
  const knob = (down: string) =>
    fetch(`${deployment.authorityUrl}/__sim/pacs/sw`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account: down }),
    });
  await knob('suspended');
  const ref = await newDraft(api);
  expect((await api.request('POST', `/v1/cfdi/${ref}/stamp`)).status).toBe(200);
  await knob('active');
  const outcomes = () =>
    collector.spans
      .filter(({ name }) => name === 'pac stamp')
      .map(({ attributes }) => [attributes['pac.name'], attributes['pac.outcome']].join(' '));
  const seen = await until(
    30_000,
    () => Promise.resolve(outcomes()),
    (all) => all.includes('finkok stamped'),
  );
  expect(seen).toContain('sw account');
  const metrics = await (await fetch(`${deployment.healthUrls['fiscal-cfdi']}/metrics`)).text();
  const count =
    /timbre_pac_call_duration_seconds_count\{[^}]*pac="sw"[^}]*outcome="account"[^}]*\} (\d+)/;
  expect(Number(count.exec(metrics)?.[1])).toBeGreaterThan(0);
  expect(metrics).toMatch(/timbre_pac_clock_skew_seconds(\{[^}]*\})? 0/);
});

test('no span contains credentials, keys or documents', () => {
  const all = JSON.stringify(collector.spans);
  expect(all).toContain('pac.outcome');
  for (const secret of [password, Buffer.from(password).toString('base64'), 'Bearer ', '<cfdi:']) {
    expect(all).not.toContain(secret);
  }
  expect(all).not.toMatch(/[?&]sig=/);
});

test('no span contains names, wages or bank accounts of people', async () => {
  const customer = { legalName: "Ximena Ñáñez O'Gorman", rfc: 'NAOX900101AB2' };
  await created(api, '/v1/contacts', { kind: 'customer', ...customer });
  const person = {
    legalName: 'ADRIANA GOMEZ LARA',
    rfc: 'GOLA850312AB1',
    curp: 'GOLA850312MDFMPN03',
    socialSecurityNumber: '12345678903',
    bankAccount: '002010077777777771',
    dailyWage: 517.37,
    integratedDailySalary: 543.21,
  };
  const employeeId = await addEmployee(api, person);
  const runId = await addRun(api, { employeeIds: [employeeId] });
  await calculate(api, runId);
  await api.request('GET', '/v1/contacts?search=Ximena');
  await api.request('PATCH', `/v1/employees/${employeeId}`, {
    body: { legalName: 'ADRIANA LARA' },
  });
  const isWritten = (table: string) =>
    collector.spans.some(({ attributes }) =>
      new RegExp(`(insert into|update) "?${table}"?`, 'i').test(`${attributes['db.query.text']}`),
    );
  const tables = ['employees', 'contacts', 'payroll_rows'];
  const written = await until(
    30_000,
    () => Promise.resolve(tables.filter(isWritten)),
    ({ length }) => length === tables.length,
  );
  expect(written).toEqual(tables);
  await until(
    30_000,
    () => Promise.resolve(collector.spans.some(({ name }) => name.startsWith('PATCH'))),
    Boolean,
  );
  const all = JSON.stringify(collector.spans).toLowerCase();
  const values = [...Object.values(customer), ...Object.values(person), 'Ximena', 'ADRIANA'];
  const leaked = values.filter((value) => all.includes(String(value).toLowerCase()));
  expect(leaked).toEqual([]);
});
