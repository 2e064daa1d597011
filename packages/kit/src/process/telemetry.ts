/**
 * Telemetry of a process. Imported first by every main (before http and pg are loaded, which it
 * patches): metrics always, for `/metrics`; traces when OTEL_EXPORTER_OTLP_ENDPOINT says where to
 * send them, because patched libraries cost 0.1 ms and more for each request.
 */
import { basename, dirname } from 'node:path';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { exposeTelemetry } from './exposition';

/** The folder of the process (gateway, commerce, …) is its service name. */
const processName = basename(dirname(dirname(process.argv[1] ?? 'timbre/x/x')));

const prometheus = new PrometheusExporter({ preventServerStart: true });
const isTracing = Boolean(process.env['OTEL_EXPORTER_OTLP_ENDPOINT']);
const unobserved = /^\/(healthz|readyz|metrics)\b/;

/** Calls between processes are measured where they are made: grpc/call-span.ts. */
const tracing = () => ({
  traceExporter: new OTLPTraceExporter(),
  instrumentations: [
    new HttpInstrumentation({
      ignoreIncomingRequestHook: ({ url }) => unobserved.test(url ?? ''),
    }),
    new PgInstrumentation({ requireParentSpan: true }),
  ],
});

process.env['OTEL_TRACES_EXPORTER'] ??= isTracing ? 'otlp' : 'none';
process.env['OTEL_LOGS_EXPORTER'] ??= 'none';
const sdk = new NodeSDK({
  serviceName: process.env['OTEL_SERVICE_NAME'] ?? processName,
  metricReaders: [prometheus],
  autoDetectResources: false,
  ...(isTracing && tracing()),
});
sdk.start();

exposeTelemetry({
  async render() {
    const { resourceMetrics } = await prometheus.collect();
    return new PrometheusSerializer().serialize(resourceMetrics);
  },
  stop: () => sdk.shutdown(),
});
