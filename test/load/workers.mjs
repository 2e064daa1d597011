// Measures the CPU time that work takes in the processes of one system, including its database
// server.
import { readdirSync, readFileSync } from 'node:fs';
import { cpuMsOf } from './measure.mjs';

/** The unit in which Linux reports CPU time, in milliseconds. */
const tickMs = 10;

/** @param {string} pid */
const statOf = (pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');

/**
 * Returns the CPU time of a PostgreSQL server so far. The time includes the processes of the server
 * and its ended processes, which the kernel adds to the time of their parent. The time does not
 * include other servers on the machine.
 * @param {number} postmaster
 */
function serverCpuMs(postmaster) {
  const fields = statOf(String(postmaster));
  const ended = (Number(fields[13]) + Number(fields[14])) * tickMs;
  const children = readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && Number(statOf(name)[1]) === postmaster;
    } catch {
      return false;
    }
  });
  return children.reduce((sum, pid) => sum + safely(pid), cpuMsOf([postmaster]) + ended);
}

/** @param {string} pid */
function safely(pid) {
  try {
    return cpuMsOf([Number(pid)]);
  } catch {
    return 0;
  }
}

/**
 * Returns the id of the PostgreSQL main process, which is the parent of all processes of the
 * server.
 * @param {import('pg').Client} database
 */
export async function postmasterOf(database) {
  const { rows } = await database.query('select pg_backend_pid() as pid');
  return Number(statOf(String(rows[0].pid))[1]);
}

/**
 * Measures the CPU time of each process and of the database server, and the elapsed time, while
 * some work runs.
 * @template {string} Name
 * @param {{ pids: Record<Name, number>, postmaster: number }} workers
 * @param {() => Promise<unknown>} work
 */
export async function costOf({ pids, postmaster }, work) {
  const names = /** @type {Name[]} */ (Object.keys(pids));
  const cpu = () => [...names.map((name) => cpuMsOf([pids[name]])), serverCpuMs(postmaster)];
  const before = cpu();
  const startedMs = Date.now();
  await work();
  const wallMs = Date.now() - startedMs;
  const spent = cpu().map((ms, index) => ms - before[index]);
  const cpuMs = spent.reduce((sum, ms) => sum + ms, 0);
  const of = Object.fromEntries([...names, 'postgres'].map((name, index) => [name, spent[index]]));
  return { wallMs, cpuMs, of };
}
