// Measures what the whole system consumes until no background work remains: the CPU time of all
// processes, of PostgreSQL and of NATS, and the number of statements in all databases.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../scripts/runtime/ports.mjs';
import { cpuMsOf, tickMs } from './measure.mjs';
import { startSystem } from './system.mjs';

/** @typedef {import('./system.mjs').Stops} Stops */
/** @typedef {Record<string, number>} ByPart */
/**
 * @typedef {{ cpuMs: ByPart, statements: ByPart }} Spent the CPU time spent and the number of
 * statements, by process or database
 */
/** @typedef {{ spent(): Promise<Spent>, settled(): Promise<void> }} Metered */

/**
 * The setting that makes PostgreSQL count statements. Counting costs a few percent of the CPU time
 * of PostgreSQL.
 */
const statements = ['shared_preload_libraries=pg_stat_statements'];

/** Settings of a PostgreSQL server that writes each commit to the disk, as in production. */
const durable = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on'];

const isDurable = process.env['TIMBRE_BENCH_FSYNC'] === 'on';

/**
 * The arguments of the two PostgreSQL servers in a comparison: Timbre's and the server of the plain
 * process.
 */
export const counting = [...statements, ...(isDurable ? durable : [])].flatMap((setting) => [
  '-c',
  setting,
]);

/**
 * Starts a system whose resource consumption can be measured. The programs of PostgreSQL and NATS
 * must be installed on this machine.
 * @param {Stops} stops
 * @param {Record<string, string>} settings
 */
export async function startMetered(stops, settings) {
  const port = await freePort();
  const args = { postgres: counting, nats: ['-m', String(port)] };
  const system = await startSystem(stops, settings, args);
  const postgres = await statementsOf(system.postgresUrl, stops);
  const databases = await Promise.all(
    Object.values(system.adminUrls).map((url) => opened(url, stops)),
  );
  const natsPid = pidOf('nats-server', new URL(system.nats.url).port);
  return {
    ...system,
    async spent() {
      const nodes = system.names.map((name) => [name, cpuMsOf([system.pidOf(name)])]);
      const { cpuMs, statements } = await postgres();
      return {
        cpuMs: { ...Object.fromEntries(nodes), nats: cpuMsOf([natsPid]), ...cpuMs },
        statements,
      };
    },
    /**
     * Waits until two consecutive checks find no remaining background work. One check is not
     * enough, because an event that was just consumed can cause further events.
     */
    async settled() {
      for (let quiet = 0; quiet < 2; await wait(100)) {
        const left = (await unpublished(databases)) + (await pendingOf(port));
        quiet = left === 0 ? quiet + 1 : 0;
      }
    },
  };
}

/**
 * Starts the measurement of a plain process that uses a separate PostgreSQL server.
 * @param {string} postgresUrl
 * @param {number} pid
 * @param {Stops} stops
 * @returns {Promise<Metered>}
 */
export async function meteredPlain(postgresUrl, pid, stops) {
  const postgres = await statementsOf(postgresUrl, stops);
  return {
    async spent() {
      const { cpuMs, statements } = await postgres();
      return { cpuMs: { node: cpuMsOf([pid]), ...cpuMs }, statements };
    },
    settled: async () => {},
  };
}

/**
 * Measures the cost of an operation, from its start until all its consequences have been processed.
 * @param {Metered} metered
 * @param {number} amount the number of operations that the work performs
 * @param
 * {() => Promise<unknown>} work
 */
export async function eachOf({ spent, settled }, amount, work) {
  await settled();
  const before = await spent();
  await work();
  await settled();
  const after = await spent();
  const each = (/** @type {keyof Spent} */ what) =>
    Object.fromEntries(
      Object.entries(after[what])
        .map(([part, now]) => [part, (now - (before[what][part] ?? 0)) / amount])
        .filter(([, used]) => Number(used) >= 0.005),
    );
  return { cpuMs: each('cpuMs'), statements: each('statements') };
}

/** @param {ByPart} parts */
export const sum = (parts) => Object.values(parts).reduce((total, part) => total + part, 0);

/**
 * @param {string} url
 * @param {Stops} stops
 */
async function opened(url, stops) {
  const client = new pg.Client(url);
  await client.connect();
  stops.push(() => client.end());
  return client;
}

/**
 * Measures the CPU time of the PostgreSQL server, and the number of statements by database.
 * @param
 * {string} url
 * @param {Stops} stops
 */
async function statementsOf(url, stops) {
  const client = await opened(url, stops);
  await client.query('create extension if not exists pg_stat_statements');
  await client.query('select pg_stat_statements_reset()');
  const server = pidOf('postgres', `port=${new URL(url).port}`);
  return async () => {
    const { rows } = await client.query(
      `select d.datname as name, sum(s.calls)::float8 as calls from pg_stat_statements s
       join pg_database d on d.oid = s.dbid group by 1`,
    );
    return {
      cpuMs: serverCpu(server),
      statements: Object.fromEntries(rows.map(({ name, calls }) => [name, calls])),
    };
  };
}

/**
 * Returns the CPU time by database. The CPU time of the main PostgreSQL process includes ended
 * backends, so it is read last.
 * @param {number} server
 */
function serverCpu(server) {
  /** @type {ByPart} */
  const parts = { postgres: 0 };
  for (const pid of processes().filter((one) => parentOf(one) === server)) {
    const database = /^postgres: \w+ (\w+) [\d.]+\(/.exec(commandOf(pid))?.[1];
    const part = database ? `postgres ${database}` : 'postgres';
    const [user, system] = timesOf(pid);
    parts[part] = (parts[part] ?? 0) + user + system;
  }
  parts.postgres += timesOf(server).reduce((total, ms) => total + ms, 0);
  return parts;
}

/**
 * Counts the events that the relay has not published yet.
 * @param {pg.Client[]} databases
 */
async function unpublished(databases) {
  const counts = await Promise.all(
    databases.map((database) =>
      database.query('select count(*)::int as left from outbox where published_at is null'),
    ),
  );
  return counts.reduce((total, { rows }) => total + rows[0].left, 0);
}

/**
 * Counts the events that consumers have not acknowledged.
 * @param {number} port of the NATS
 * monitoring endpoint
 */
async function pendingOf(port) {
  const answer = await fetch(`http://127.0.0.1:${port}/jsz?streams=true&consumers=true`);
  const { account_details: accounts = [] } = await answer.json();
  /** @type {{ num_pending: number, num_ack_pending: number }[]} */
  const consumers = accounts
    .flatMap((/** @type {any} */ account) => account.stream_detail ?? [])
    .flatMap((/** @type {any} */ stream) => stream.consumer_detail ?? []);
  return consumers.reduce((total, one) => total + one.num_pending + one.num_ack_pending, 0);
}

const processes = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** @param {number} pid */
function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/**
 * Returns the fields of the kernel's process statistics after the process name; empty if the
 * process has ended.
 * @param {number} pid
 */
function statOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  } catch {
    return [];
  }
}

/**
 * Returns the user and system time of a process and its ended children, in milliseconds.
 * @param
 * {number} pid
 */
const timesOf = (pid) => [11, 12, 13, 14].map((at) => Number(statOf(pid)[at] ?? 0) * tickMs);

/** @param {number} pid */
const parentOf = (pid) => Number(statOf(pid)[1] ?? 0);

/**
 * Returns the child process that runs a program with this argument.
 * @param {string} program
 * @param {string} arg
 */
function pidOf(program, arg) {
  const pid = processes().find((one) => {
    const [path = '', ...args] = commandOf(one).split(' ');
    return parentOf(one) === process.pid && path.endsWith(program) && args.includes(arg);
  });
  if (pid === undefined) throw new Error(`${program} does not run on this machine`);
  return pid;
}
