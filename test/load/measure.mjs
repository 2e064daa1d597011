// Measures CPU and memory of processes with the kernel's accounting, and generates load for a limited
// time.
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

/** The unit in which Linux reports CPU time, in milliseconds. */
export const tickMs = 10;

/**
 * Returns the user and system CPU time of processes so far, in milliseconds.
 * @param {number[]} pids
 */
export function cpuMsOf(pids) {
  return pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return sum + (Number(fields[11]) + Number(fields[12])) * tickMs;
  }, 0);
}

/**
 * Returns the memory of a process, in megabytes.
 * @param {number} pid
 * @param {'VmRSS' | 'VmHWM'} field the current memory or the peak memory
 */
export const megabytesOf = (pid, field) =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) /
  1024;

/**
 * Sends load to a server and measures the CPU time of its processes per response.
 * @param {{ pids: number[], url: string, seconds: number, requests: object[], connections?: number }} load
 */
export async function cpuPerRequest({ pids, url, seconds, requests, connections = 16 }) {
  const before = cpuMsOf(pids);
  const result = await autocannon({ url, connections, duration: seconds, requests });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refusals and ${result.errors} errors under load`);
  }
  const answered = result['2xx'];
  return { cpuMs: (cpuMsOf(pids) - before) / answered, perSecond: answered / seconds, answered };
}

/**
 * Sends requests (by default POST) with a limited number in flight.
 * @returns responses per second
 * @param {string} url
 * @param {{ amount: number, inFlight: number }} load
 * @param {(n: number) => { path: string, headers: Record<string, string>, method?: string, body?: string }} next
 */
export async function flood(url, { amount, inFlight }, next) {
  let n = 0;
  const setupRequest = (/** @type {object} */ request) => ({ ...request, ...next(n++ % amount) });
  const requests = [{ method: 'POST', setupRequest }];
  const load = { url, connections: inFlight, amount, requests };
  const startedMs = performance.now();
  const running = autocannon(/** @type {any} */ (load));
  // autocannon ends only at the next full second, so the end time is the time of the last response.
  let answeredMs = startedMs;
  running.on('response', () => void (answeredMs = performance.now()));
  const { non2xx, errors } = await running;
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx + errors} requests failed`);
  return (amount * 1_000) / (answeredMs - startedMs);
}

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/**
 * Sends load to Timbre and to the baseline alternately for several rounds, and prints the ratio of the CPU time
 * per response (theirs / ours). A higher ratio is better.
 * @param {object} comparison
 * @param {string} comparison.bench
 * @param {number} comparison.must
 * @param {number} comparison.aim
 * @param {number} [comparison.rounds]
 * @param {() => Promise<{ cpuMs: number, perSecond: number }>} comparison.ours
 * @param {() => Promise<{ cpuMs: number, perSecond: number }>} comparison.theirs
 * @param {Record<string, number>} [comparison.more]
 */
export async function compare({ bench, must, aim, ours, theirs, rounds = 5, more = {} }) {
  await ours();
  await theirs();
  const pairs = [];
  for (let round = 0; round < rounds; round++) pairs.push([await ours(), await theirs()]);
  const ratio = median(pairs.map(([a, b]) => b.cpuMs / a.cpuMs));
  report({
    bench,
    ratio,
    must,
    aim,
    oursCpuMs: median(pairs.map(([a]) => a.cpuMs)),
    theirsCpuMs: median(pairs.map(([, b]) => b.cpuMs)),
    oursPerSecond: median(pairs.map(([a]) => a.perSecond)),
    theirsPerSecond: median(pairs.map(([, b]) => b.perSecond)),
    ...more,
  });
}

/**
 * Returns the CPU time of the baseline divided by the CPU time of Timbre.
 * @param {() => Promise<{ cpuMs: number }>} ours
 * @param {() => Promise<{ cpuMs: number }>} theirs
 * @param {number} rounds
 */
export async function ratioOf(ours, theirs, rounds) {
  const ratios = [];
  for (let round = 0; round < rounds; round++) {
    const a = await ours();
    ratios.push((await theirs()).cpuMs / a.cpuMs);
  }
  return median(ratios);
}

/** @param {{ bench: string, ratio: number, must: number } & Record<string, unknown>} figure */
export function report(figure) {
  const rounded = Object.entries(figure).map(([k, v]) => [
    k,
    typeof v === 'number' ? Number(v.toPrecision(4)) : v,
  ]);
  const verdict = figure.ratio >= figure.must ? 'reaches' : 'misses';
  console.log(
    `${figure.bench}: ${figure.ratio.toFixed(2)} (${verdict} the must of ${figure.must})`,
  );
  console.log(JSON.stringify(Object.fromEntries(rounded)));
}
