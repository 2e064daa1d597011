import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span that the collector received: its OTLP fields and the process that sent it. */
export interface CollectedSpan {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** Nanoseconds since the epoch, as text. */
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Record<string, unknown>;
  resource: Record<string, unknown>;
}

export interface Collector {
  url: string;
  spans: CollectedSpan[];
  /** The distinct `authorization` headers of the exports. */
  authorizations: Set<string | undefined>;
  stop(): void;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: (Omit<CollectedSpan, 'attributes' | 'resource'> & { attributes: Attribute[] })[];
    }[];
  }[];
}

/** Starts an OTLP collector that stores every span. */
export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const authorizations = new Set<string | undefined>();
  const server = createServer((request, response) => {
    authorizations.add(request.headers.authorization);
    void request.toArray().then((chunks) => {
      const body = Buffer.concat(chunks as Buffer[]).toString();
      if (request.url === '/v1/traces') spans.push(...spansOf(JSON.parse(body) as Export));
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, spans, authorizations, stop: () => stop(server) };
}

function stop(server: Server): void {
  server.close();
  server.closeAllConnections();
}

function spansOf({ resourceSpans }: Export): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource: { attributes: kept }, scopeSpans }) => {
    const resource = valuesOf(kept);
    const service = String(resource['service.name']);
    return scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({
        ...span,
        service,
        resource,
        attributes: valuesOf(span.attributes),
      })),
    );
  });
}

const valuesOf = (attributes: Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
