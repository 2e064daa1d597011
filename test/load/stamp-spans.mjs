// Measures the time of a stamp by span: gateway, gRPC, PostgreSQL, the seal, the PAC, the outbox. The own
// time of a span is the time that none of its child spans covers.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runDemo } from '../../scripts/runtime/demo.mjs';
import { startCollector } from '../telemetry/collector.ts';
import { median } from './measure.mjs';
import { startSystem, withStops } from './system.mjs';

/** @typedef {import('../telemetry/collector.ts').CollectedSpan} Span */

const warmUps = 10;
const stamps = 60;
const settleMs = 10_000;

/** Prints the table, and then the same data as a JSON line. */
export const benchStampSpans = () => withStops(async (stops) => show(await stampTraced(stops)));

/**
 * @param {import('./system.mjs').Stops} stops
 * @returns {Promise<Span[][]>} one trace per stamp
 */
async function stampTraced(stops) {
  const collector = await startCollector();
  stops.push(async () => collector.stop());
  const system = await startSystem(stops, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '200',
    OTEL_BSP_MAX_QUEUE_SIZE: '100000',
  });
  const { access, dir } = system;
  const { cfdi } = await runDemo({ baseUrl: system.baseUrl, ...access }, join(dir, 'demo'));
  for (let n = 0; n < warmUps; n++) await stampCopy(system.baseUrl, access.apiKey, cfdi, n);
  await wait(1_000);
  collector.spans.length = 0;
  for (let n = 0; n < stamps; n++)
    await stampCopy(system.baseUrl, access.apiKey, cfdi, warmUps + n);
  return stampTraces(collector);
}

/**
 * @param {string} baseUrl
 * @param {string} apiKey
 * @param {{ documentRef: string }} cfdi the draft that is copied and stamped
 * @param {number} n
 */
async function stampCopy(baseUrl, apiKey, { documentRef }, n) {
  const headers = () => ({
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  });
  const post = async (/** @type {string} */ path) => {
    const answer = await fetch(`${baseUrl}${path}`, { method: 'POST', headers: headers() });
    if (!answer.ok) throw new Error(`stamp ${n}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).data;
  };
  const copy = await post(`/v1/cfdi/${documentRef}/duplicate`);
  await post(`/v1/cfdi/${copy.documentRef}/stamp`);
}

/** @param {import('../telemetry/collector.ts').Collector} collector */
async function stampTraces(collector) {
  const whole = () =>
    [...Map.groupBy(collector.spans, ({ traceId }) => traceId).values()].filter(
      (spans) =>
        spans.some(({ name }) => name === root) &&
        spans.some(({ name }) => name === 'publish fiscal_cfdi.cfdi.stamped'),
    );
  const untilMs = Date.now() + settleMs;
  while (whole().length < stamps && Date.now() < untilMs) await wait(200);
  const traces = whole();
  if (traces.length < stamps * 0.9) throw new Error(`only ${traces.length} traces arrived`);
  return traces;
}

const root = 'POST /v1/cfdi/{documentRef}/stamp';

/** @param {Span} span */
const startOf = (span) => Number(BigInt(span.startTimeUnixNano) / 1_000n) / 1_000;
/** @param {Span} span */
const endOf = (span) => Number(BigInt(span.endTimeUnixNano) / 1_000n) / 1_000;

/**
 * Returns the service and the name of a span. For a query, the name is only the SQL command.
 * @param
 * {Span} span
 */
const nameOf = ({ service, name }) => `${service} ${name.replace(/^(pg\.query:\w+).*$/s, '$1')}`;

/**
 * Returns the time of a span that none of its children covers. The children can overlap.
 * @param {Span} span
 * @param {Span[]} children
 */
function ownMsOf(span, children) {
  const inside = children
    .map((child) => [Math.max(startOf(child), startOf(span)), Math.min(endOf(child), endOf(span))])
    .filter(([from, to]) => to > from)
    .sort(([a], [b]) => a - b);
  let covered = 0;
  let until = startOf(span);
  for (const [from, to] of inside) {
    covered += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return endOf(span) - startOf(span) - covered;
}

/**
 * Sums the spans of each trace by their path from the root.
 * @param {Span[]} spans
 */
function rowsOf(spans) {
  const children = Map.groupBy(spans, ({ parentSpanId }) => parentSpanId ?? '');
  /** @type {Map<string, { path: string[], count: number, ms: number, ownMs: number }>} */
  const rows = new Map();
  const visit = (/** @type {Span} */ span, /** @type {string[]} */ above) => {
    const path = [...above, nameOf(span)];
    const key = path.join(' > ');
    const row = rows.get(key) ?? { path, count: 0, ms: 0, ownMs: 0 };
    const below = (children.get(span.spanId) ?? []).sort((a, b) => startOf(a) - startOf(b));
    row.count += 1;
    row.ms += endOf(span) - startOf(span);
    row.ownMs += ownMsOf(span, below);
    rows.set(key, row);
    for (const child of below) visit(child, path);
  };
  const top = spans.find(({ name }) => name === root);
  if (top) visit(top, []);
  return rows;
}

/** @param {Span[][]} traces */
function show(traces) {
  const all = traces.map(rowsOf);
  const order = [...new Set(all.flatMap((rows) => [...rows.keys()]))];
  const of = (/** @type {string} */ key, /** @type {'count' | 'ms' | 'ownMs'} */ field) =>
    median(all.map((rows) => rows.get(key)?.[field] ?? 0));
  const rows = nested(order.map((key) => ({ key, path: key.split(' > ') })))
    .map(({ key, path }) => ({
      span: `${'  '.repeat(path.length - 1)}${path.at(-1)}`,
      times: of(key, 'count'),
      ms: of(key, 'ms'),
      ownMs: of(key, 'ownMs'),
    }))
    .filter(({ times }) => times > 0);
  const totalMs = of(root === order[0] ? order[0] : `gateway ${root}`, 'ms');
  const width = Math.max(...rows.map(({ span }) => span.length));
  const number = (/** @type {number} */ ms) => ms.toFixed(2).padStart(8);
  console.log(`${'a stamp, by span (medians)'.padEnd(width)}  times      ms   own ms`);
  for (const { span, times, ms, ownMs } of rows)
    console.log(
      `${span.padEnd(width)}  ${String(times).padStart(5)}${number(ms)} ${number(ownMs)}`,
    );
  const spans = rows.map((row) => ({
    ...row,
    span: row.span.trim(),
    ms: round(row.ms),
    ownMs: round(row.ownMs),
  }));
  console.log(
    JSON.stringify({ bench: 'stamp by span', stamps: traces.length, ms: round(totalMs), spans }),
  );
}

const round = (/** @type {number} */ ms) => Number(ms.toFixed(3));

/**
 * Sorts the rows so that parents come before their children, in the order of first occurrence.
 * @template {{ key: string, path: string[] }} Row a row of the printed table
 * @param {Row[]} rows
 */
function nested(rows) {
  /** @type {Row[]} */
  const ordered = [];
  const add = (/** @type {Row} */ row) => {
    ordered.push(row);
    for (const child of rows)
      if (child.path.length === row.path.length + 1 && child.key.startsWith(`${row.key} > `))
        add(child);
  };
  for (const row of rows) if (row.path.length === 1) add(row);
  return ordered;
}
