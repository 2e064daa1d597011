/**
 * Telemetry of a process. Imported first by every main (before express, grpc and pg are loaded,
 * which it patches): metrics always, for `/metrics`; traces when OTEL_EXPORTER_OTLP_ENDPOINT says
 * where to send them, because patched libraries cost 0.1 ms and more for each request.
 */
import { basename, dirname } from 'node:path';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { ExpressInstrumentation } from '@opentelemetry/instrumentation-express';
import { GrpcInstrumentation } from '@opentelemetry/instrumentation-grpc';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { NodeSDK } from '@opentelemetry/sdk-node';

/** The folder of the process (gateway, commerce, …) is its service name. */
const processName = basename(dirname(dirname(process.argv[1] ?? 'timbre/x/x')));

const prometheus = new PrometheusExporter({ preventServerStart: true });
const isTracing = Boolean(process.env['OTEL_EXPORTER_OTLP_ENDPOINT']);

const sdk = new NodeSDK({
  serviceName: process.env['OTEL_SERVICE_NAME'] ?? processName,
  metricReaders: [prometheus],
  autoDetectResources: false,
  ...(isTracing
    ? {
        traceExporter: new OTLPTraceExporter(),
        instrumentations: [
          new HttpInstrumentation({
            ignoreIncomingRequestHook: (r) => r.url === '/healthz' || r.url === '/readyz',
          }),
          new ExpressInstrumentation(),
          new GrpcInstrumentation(),
          new PgInstrumentation({ requireParentSpan: true }),
        ],
      }
    : {}),
});

process.env['OTEL_TRACES_EXPORTER'] ??= isTracing ? 'otlp' : 'none';
process.env['OTEL_LOGS_EXPORTER'] ??= 'none';
sdk.start();

/** The process's metrics in Prometheus text format. */
export async function renderMetrics(): Promise<string> {
  const { resourceMetrics } = await prometheus.collect();
  return new PrometheusSerializer().serialize(resourceMetrics);
}

/** Sends what is left; called at the end of the process. */
export const stopTelemetry = (): Promise<void> => sdk.shutdown();
