import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toStartError } from '../refusal/start-error';

/** A named readiness check. A check fails if it throws or returns false. */
export type Check = () => Promise<boolean>;

/**
 * The address of the health server. The response of `/readyz` contains the instance's name, so that
 * a prober can tell which instance has responded.
 */
export interface HealthAddress {
  TIMBRE_BIND_HOST: string;
  TIMBRE_HEALTH_PORT: number;
  TIMBRE_INSTANCE_ID: string;
}

export interface HealthServer {
  port: number;
  close(): Promise<void>;
}

/** Runs the checks and returns the names of the failed checks. */
async function runChecks(checks: Record<string, Check>): Promise<string[]> {
  const entries = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      // A failure is reported only by the check's name, because the checked system logs its own
      // failures.
      const holds = await check().catch(() => false);
      return holds ? undefined : name;
    }),
  );
  return entries.filter((name) => name !== undefined);
}

/** The time in milliseconds for which results are reused, however often readiness is requested. */
const rememberedMs = 1_000;

/** Runs the checks at most once a second. Requests that arrive during a run share its result. */
function remembered(checks: Record<string, Check>): () => Promise<string[]> {
  let known: { failing: Promise<string[]>; endMs: number } | undefined;
  return () => {
    if (known && performance.now() < known.endMs) return known.failing;
    const run = { failing: runChecks(checks), endMs: Infinity };
    known = run;
    return run.failing.finally(() => (run.endMs = performance.now() + rememberedMs));
  };
}

/**
 * Serves `/healthz` (the process runs), `/readyz` (the database is reachable and migrated) and
 * `/metrics` on a separate port. NATS and providers have no effect on readiness, because the
 * service can answer requests without them. `/readyz` also shows `facts`, which do not affect
 * readiness.
 */
export function serveHealth(
  address: HealthAddress,
  checks: Record<string, Check>,
  metrics: () => Promise<string>,
  facts: () => object = () => ({}),
): Promise<HealthServer> {
  const failingChecks = remembered(checks);
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type }).end(body);
    const path = request.url?.split('?')[0];
    if (path === '/healthz') return answer(200, 'application/json', '{"status":"alive"}');
    if (path === '/metrics') {
      metrics().then(
        (text) => answer(200, 'text/plain; version=0.0.4', text),
        () => answer(500, 'text/plain', 'metrics are not available'),
      );
      return;
    }
    if (path !== '/readyz') return answer(404, 'application/json', '{}');
    void failingChecks().then((failing) =>
      answer(
        failing.length ? 503 : 200,
        'application/json',
        JSON.stringify({
          ...(failing.length ? { status: 'not_ready', failing } : { status: 'ready' }),
          instance: address.TIMBRE_INSTANCE_ID,
          ...facts(),
        }),
      ),
    );
    return;
  });
  const close = () =>
    new Promise<void>((done) => {
      server.closeAllConnections();
      server.close(() => done());
    });
  const { TIMBRE_BIND_HOST: host, TIMBRE_HEALTH_PORT: port } = address;
  return listen(server, 'TIMBRE_HEALTH_PORT', port, host).then((bound) => ({ port: bound, close }));
}

/**
 * Listens on the port of a setting.
 * @returns the port, which differs from the setting if the setting is 0 (any free port)
 * @throws StartError that names the variable if the port is already in use
 */
export function listen(
  server: Server,
  variable: string,
  port: number,
  host: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(toStartError(error, variable, port));
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
