// Starts a separate system for a bench, with PostgreSQL, NATS and every process, but without rate limits.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startDeployment } from '../../scripts/runtime/deployment.mjs';
import { startNats } from '../../scripts/runtime/nats.mjs';
import { startPostgres } from '../../scripts/runtime/postgres.mjs';
import { createProgress } from '../../scripts/runtime/progress.mjs';
import { stopAll } from '../../scripts/runtime/stops.mjs';

/** @typedef {import('../../scripts/runtime/stops.mjs').Stops} Stops */
/** @typedef {Awaited<ReturnType<typeof startSystem>>} System */

/**
 * Runs a bench on a system and stops everything, even if the bench fails.
 * @param {(stops: Stops) => Promise<void>} bench
 */
export async function withStops(bench) {
  /** @type {Stops} */
  const stops = [];
  try {
    await bench(stops);
  } finally {
    await stopAll(stops);
  }
}

/**
 * @param {Stops} stops
 * @param {Record<string, string>} [settings] in addition to the usual settings
 * @param {{ postgres?: string[], nats?: string[] }} [args] additional arguments of the two servers
 */
export async function startSystem(stops, settings = {}, args = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'timbre-bench-'));
  stops.push(async () => rmSync(dir, { recursive: true, force: true }));
  const postgres = await startPostgres({ keep: false, args: args.postgres });
  stops.push(postgres.stop);
  const nats = await startNats({ keep: false, args: args.nats });
  stops.push(nats.stop);
  const unlimited = { perSecond: 1e6, burst: 1e6 };
  const limits = { read: unlimited, write: unlimited, stamp: unlimited, export: unlimited };
  const deployment = await startDeployment({
    dir,
    postgresUrl: postgres.url,
    natsUrl: nats.url,
    progress: createProgress(),
    stops,
    environment: {
      TIMBRE_LOG_LEVEL: 'warn',
      TIMBRE_RATE_LIMITS: JSON.stringify(limits),
      ...settings,
    },
    onWarning: console.error,
    onDeath: console.error,
  });
  const access = await deployment.bootstrap('Bench');
  const pidOf = (/** @type {string} */ name) =>
    Number(readFileSync(join(dir, 'run', name), 'utf8'));
  return { ...deployment, ...access, access, dir, postgresUrl: postgres.url, nats, pidOf };
}

/**
 * Analyzes all tables, as autovacuum does within a minute. The plans for empty tables would read all rows
 * of a tenant.
 * @param {System} system
 */
export async function analyze({ adminUrls }) {
  for (const url of Object.values(adminUrls)) {
    const database = new pg.Client(url);
    await database.connect();
    await database.query('analyze');
    await database.end();
  }
}

/**
 * Suspends processes.
 * @param {Stops} stops
 * @param {number[]} pids
 * @returns a function that resumes the processes
 */
export function pause(stops, pids) {
  const signal = (/** @type {NodeJS.Signals} */ name) => {
    for (const pid of pids) process.kill(pid, name);
  };
  const resume = () => signal('SIGCONT');
  signal('SIGSTOP');
  // A suspended process cannot be stopped, so the process is resumed first.
  stops.push(async () => resume());
  return resume;
}

/**
 * Starts a minimal PAC with this latency in milliseconds.
 * @returns the settings for a system that uses this PAC
 * @param {Stops} stops
 * @param {number} latencyMs
 */
export async function startPac(stops, latencyMs) {
  const file = new URL('plain-pac.mjs', import.meta.url).pathname;
  const stdio = /** @type {const} */ (['ignore', 'pipe', 'inherit']);
  const child = spawn(process.execPath, [file, String(latencyMs)], { stdio });
  stops.push(async () => void child.kill());
  const [port] = await once(child.stdout, 'data');
  const url = `http://127.0.0.1:${Number(port)}`;
  const pac = { name: 'plain', kind: 'sw', baseUrl: url, user: 'bench', password: 'bench' };
  return { url, settings: { TIMBRE_PACS: JSON.stringify([pac]) } };
}
