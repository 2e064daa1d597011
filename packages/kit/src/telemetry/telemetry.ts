/**
 * The telemetry of a process. Every main file imports this module first, before http and pg are
 * loaded, because the module patches them. Metrics for `/metrics` are always enabled. Traces are
 * enabled only if OTEL_EXPORTER_OTLP_ENDPOINT names a collector, because patched libraries cost 0.1
 * ms or more per request.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { metrics } from '@opentelemetry/api';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { RuntimeNodeInstrumentation } from '@opentelemetry/instrumentation-runtime-node';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { exposeTelemetry } from './exposition';
import { privately } from './private-spans';

/**
 * The name of the process's folder (gateway, commerce, …), from which the service name is derived.
 */
const processDir = dirname(dirname(process.argv[1] ?? 'timbre/x/x'));

function versionOf(dir: string): string {
  try {
    const manifest = readFileSync(join(dir, 'package.json'), 'utf8');
    return (JSON.parse(manifest) as { version?: string }).version ?? 'unknown';
  } catch {
    // The version is only informational, so a missing version is not an error.
    return 'unknown';
  }
}

/**
 * The resource attributes of every span; environment variables of the deployment can override each
 * of them.
 */
const resource = {
  'service.name': basename(processDir),
  'service.version': process.env['TIMBRE_VERSION'] ?? versionOf(processDir),
  'service.instance.id': randomUUID(),
  'deployment.environment.name': process.env['TIMBRE_ENVIRONMENT'] ?? 'unknown',
  'host.name': hostname(),
};

const prometheus = new PrometheusExporter({ preventServerStart: true });
const isTracing = Boolean(process.env['OTEL_EXPORTER_OTLP_ENDPOINT']);
const unobserved = /^\/(healthz|readyz|metrics)\b/;

/**
 * Returns the instrumentations of libraries. gRPC is not among them, because grpc/call-span.ts
 * creates the spans of calls between processes.
 */
const traced = () => [
  new HttpInstrumentation({ ignoreIncomingRequestHook: ({ url }) => unobserved.test(url ?? '') }),
  new PgInstrumentation({ requireParentSpan: true }),
];

process.env['OTEL_TRACES_EXPORTER'] ??= isTracing ? 'otlp' : 'none';
process.env['OTEL_LOGS_EXPORTER'] ??= 'none';
process.env['OTEL_NODE_RESOURCE_DETECTORS'] ??= 'env';
// If two entries have the same name, the later entry applies.
const own = Object.entries(resource).map((entry) => entry.map(encodeURIComponent).join('='));
process.env['OTEL_RESOURCE_ATTRIBUTES'] = [
  ...own,
  process.env['OTEL_RESOURCE_ATTRIBUTES'] ?? '',
].join();
const sdk = new NodeSDK({
  metricReaders: [prometheus],
  instrumentations: [new RuntimeNodeInstrumentation(), ...(isTracing ? traced() : [])],
  ...(isTracing && { traceExporter: privately(new OTLPTraceExporter()) }),
});
sdk.start();

const build = {
  version: resource['service.version'],
  revision: process.env['TIMBRE_REVISION'] ?? 'unknown',
  node: process.version,
};
metrics
  .getMeter('timbre')
  .createObservableGauge('timbre_build_info', {
    description: 'always 1; the attributes are the version, the commit and the version of Node',
  })
  .addCallback((result) => result.observe(1, build));

exposeTelemetry({
  async render() {
    const { resourceMetrics } = await prometheus.collect();
    return new PrometheusSerializer().serialize(resourceMetrics);
  },
  stop: () => sdk.shutdown(),
});
