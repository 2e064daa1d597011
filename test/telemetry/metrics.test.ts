import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runDemo } from '../../scripts/runtime/demo.mjs';
import { services } from '../../scripts/runtime/services.mjs';
import { until } from '../api/until';
import { startReceiver } from '../api/webhooks/endpoint';
import { startObserved, type ObservedDeployment } from './observed-deployment';

const root = join(__dirname, '..', '..');

let deployment: ObservedDeployment;
let apiKey: string;
let metrics: Record<string, string>;

beforeAll(async () => {
  deployment = await startObserved({ TIMBRE_LOG_LEVEL: 'warn' });
  const access = await deployment.bootstrap('Observed');
  apiKey = access.apiKey;
  await runDemo({ baseUrl: deployment.baseUrl, ...access }, join(deployment.dir, 'demo'));
  const key = randomUUID();
  for (const legalName of ['Uno', 'Uno', 'Otro']) await createContact(key, legalName);
  await deliverEvent();
  metrics = await until(
    30_000,
    scrape,
    ({ 'fiscal-cfdi': fiscal, webhooks }) =>
      Boolean(fiscal?.includes('timbre_consumer_events')) &&
      Boolean(webhooks?.includes('timbre_webhook_delay')),
  );
}, 240_000);
afterAll(() => deployment?.stop());

const createContact = (key: string, legalName: string) =>
  post('/v1/contacts', { kind: 'customer', legalName }, key);

/** Causes an event and waits for its delivery to an endpoint on this machine. */
async function deliverEvent(): Promise<void> {
  const { url } = await startReceiver();
  const webhook = await post('/v1/webhooks', { url, events: ['*'] });
  const { data } = (await webhook.json()) as { data: { webhookId: string } };
  await post(`/v1/webhooks/${data.webhookId}/test`, {});
}

const post = (path: string, body: object, key: string = randomUUID()) =>
  fetch(deployment.baseUrl + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'idempotency-key': key,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });

async function scrape(): Promise<Record<string, string>> {
  const texts = Object.entries(deployment.healthUrls).map(async ([name, url]) => {
    const response = await fetch(`${url}/metrics`);
    return [name, await response.text()] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

/** Returns the value of the only series with this name and all of these attributes. */
function valueOf(service: string, name: string, attributes: Record<string, string>): number {
  const wanted = Object.entries(attributes).map(([key, value]) => `${key}="${value}"`);
  const lines = metrics[service]!.split('\n').filter((line) => line.startsWith(`${name}{`));
  const found = lines.filter((line) => wanted.every((attribute) => line.includes(attribute)));
  expect(found).toHaveLength(1);
  return Number(found[0]!.split(' ').at(-1));
}

test('docs/metrics.md explains every metric that a process exports, and no other metric', () => {
  const text = readFileSync(join(root, 'docs', 'metrics.md'), 'utf8');
  const documented = [...text.matchAll(/^\| `(timbre_\w+)` .*\| +(.+?) +\|$/gm)].map(
    ([, name, meaning]) => [name, meaning],
  );
  const shown = Object.values(metrics).flatMap((page) =>
    [...page.matchAll(/^# HELP (timbre_\w+) (.+)$/gm)].map(([, name, help]) => [name, help]),
  );
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(documented));
});

const promtool = spawnSync('promtool', ['--version']).status === 0;

(promtool ? test : test.skip)('names and units are those that promtool expects', () => {
  for (const page of Object.values(metrics)) {
    const own = page.split('\n').filter((line) => /^(# \w+ )?timbre_/.test(line));
    const input = `${own.join('\n')}\n`;
    const { stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
    expect(stderr).toBe('');
  }
});

test('dashboards and alerts query only metrics and attributes that exist', () => {
  const files = ['alerts.yaml', 'dashboard.json'].map((name) =>
    readFileSync(join(root, 'deploy', 'helm', 'timbre', 'files', name), 'utf8'),
  );
  const text = files.join('\n').replaceAll('\\"', '"');
  const pages = Object.values(metrics).join('\n');
  const asked = [...text.matchAll(/\b(timbre_\w+)\{([^}]*)\}/g)];
  expect(asked.length).toBeGreaterThan(25);
  for (const [, name, selector] of asked) {
    const line = pages.split('\n').find((one) => one.startsWith(`${name}{`)) ?? `no ${name}`;
    for (const [, attribute] of selector!.matchAll(/(\w+)(?==~?|!~)/g))
      if (attribute !== 'job') expect(line).toContain(`${attribute}="`);
  }
  // Labels that Prometheus adds from the Pod.
  const added = ['le', 'pod', 'app_kubernetes_io_component', 'job'];
  for (const [, names, rest] of text.matchAll(/ by \(([^)]+)\) \(([^\n]*)/g)) {
    const [name] = /timbre_\w+/.exec(rest!) ?? [];
    // The test skips series of other exporters.
    if (!name) continue;
    const line = pages.split('\n').find((one) => one.startsWith(`${name}{`))!;
    for (const attribute of names!.split(', '))
      if (!added.includes(attribute)) expect(line).toContain(`${attribute}="`);
  }
});

test('every event consumer and every queue has its metrics', () => {
  const labels = (name: string, attribute: string) => {
    const found = Object.values(metrics).flatMap((page) => [
      ...page.matchAll(new RegExp(`^${name}\\{[^}]*${attribute}="([^"]+)"`, 'gm')),
    ]);
    return [...new Set(found.map(([, value]) => value!))].toSorted();
  };
  const events = readFileSync(join(root, 'docs/events.md'), 'utf8');
  const listened = [...events.matchAll(/^\| `([^|]+)` +\|[^|]+\|([^|]+)\|/gm)].flatMap(
    ([, subject, handlers]) =>
      [...handlers!.matchAll(/`([^`]+\/events\/on-[^`]+)`/g)].map(
        ([, handler]) => [subject, handler] as const,
      ),
  );
  // A handler has one consumer for each of its subjects, or one consumer for all subjects with the
  // same prefix.
  const consumers = listened.map(([subject, handler]) => {
    const text = readFileSync(join(root, handler!), 'utf8');
    const [begun] = [...text.matchAll(/subject: '([^']+[.])\*'/g)]
      .map(([, start]) => start!)
      .filter((start) => subject!.startsWith(start));
    return `${begun ?? subject} ${handler}`;
  });
  // Each service that follows the sandbox clock has the clock consumer of kit.
  const clocks = globSync('services/*/src/main.ts', { cwd: root }).filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('followsClocks: true'),
  );
  // The webhooks service reads the whole stream of each service that publishes public events.
  const announcing = new Set([...events.matchAll(/^\| `\w+[.]\w+[.]\w+` +\| `(?:services\/)?([^/]+)/gm)]
    .map(([, service]) => `webhooks-${service}`)); // prettier-ignore
  const isOfStream = (name: string) => announcing.has(name);
  const names = labels('timbre_consumer_backlog', 'consumer');
  expect(names.filter((name) => !isOfStream(name))).toHaveLength(
    new Set(consumers.filter((name) => !name.endsWith('webhooks/src/events/on-event.ts'))).size +
      clocks.length,
  );
  expect(names.filter(isOfStream)).toEqual([...announcing].toSorted());
  expect(labels('timbre_consumer_backlog', 'state')).toEqual([
    'ack_pending',
    'pending',
    'redelivered',
  ]);
  const files = globSync('services/*/src/store/queues.ts', { cwd: root });
  const queues = files
    .flatMap((file) => jest.requireActual<{ queues: { name: string }[] }>(join(root, file)).queues)
    .map(({ name }) => name)
    .toSorted();
  expect(queues.length).toBeGreaterThan(5);
  expect(labels('timbre_queue_waiting', 'queue')).toEqual(queues);
  expect(labels('timbre_queue_lag_seconds', 'queue')).toEqual(queues);
  for (const { name, folder } of services)
    if (globSync(`${folder}/src/events/on-*.ts`, { cwd: root }).length > 0)
      expect(valueOf(name, 'timbre_dead_letters', {})).toBe(0);
});

test('each connection pool has metrics of its connections and of the requests that wait for a connection', () => {
  for (const { name: service } of services.filter(({ database }) => database))
    for (const pool of ['app', 'pipelines', 'system'])
      for (const state of ['used', 'idle'])
        expect(valueOf(service, 'timbre_pg_connections', { pool, state })).toBeLessThanOrEqual(8);
  expect(valueOf('gateway', 'timbre_pg_waiting', { pool: 'app' })).toBe(0);
});

test('a write is counted as new the first time, and later as replayed or as a conflict', () => {
  const count = (outcome: string) =>
    valueOf('commerce', 'timbre_idempotent_writes_total', { outcome });
  // The demo creates a customer and a product, which are also counted as writes.
  expect(count('new')).toBe(3);
  expect(count('replayed')).toBe(1);
  expect(count('conflict')).toBe(1);
});

test('requests and RPC calls have metrics by operation and outcome', () => {
  const http = { operation: 'createContact', status: '409' };
  expect(valueOf('gateway', 'timbre_http_request_duration_seconds_count', http)).toBe(1);
  const rpc = { operation: 'createContact', outcome: 'idempotency_conflict' };
  expect(valueOf('commerce', 'timbre_rpc_duration_seconds_count', rpc)).toBe(1);
});

test('a stamp has metrics of the PAC call and of the time since its seal', () => {
  const call = { pac: 'sw', call: 'stamp', outcome: 'stamped' };
  expect(valueOf('fiscal-cfdi', 'timbre_pac_call_duration_seconds_count', call)).toBe(1);
  const outcome = { outcome: 'stamped' };
  expect(valueOf('fiscal-cfdi', 'timbre_stamping_duration_seconds_count', outcome)).toBe(1);
});

test('publishers and consumers have metrics that count their events', () => {
  const arrived = { consumer: 'fiscal-cfdi-customers', outcome: 'handled' };
  expect(valueOf('fiscal-cfdi', 'timbre_consumer_events_total', arrived)).toBeGreaterThan(0);
  expect(valueOf('commerce', 'timbre_outbox_published_total', {})).toBeGreaterThan(0);
  expect(valueOf('commerce', 'timbre_outbox_lag_seconds', {})).toBeLessThan(60);
  expect(valueOf('commerce', 'timbre_outbox_waiting', {})).toBeLessThan(60);
});
