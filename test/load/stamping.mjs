// Measures goal P13 of facts/performance.md: concurrent stamps through the whole stack, from the HTTP request to
// the response, with a PAC that takes 100 ms. The bench counts the user and system CPU time of gateway and
// fiscal-cfdi, including their other work during the stamps: outbox, jobs, garbage collection. The bench does not
// count PostgreSQL, NATS, the PAC and the client.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { runDemo } from '../../scripts/runtime/demo.mjs';
import { cpuMsOf, flood, median, report } from './measure.mjs';
import { analyze, startPac, startSystem, withStops } from './system.mjs';

const inFlight = 32;
const pacMs = 100;
/**
 * The number of stamps. It must be much larger than the number of concurrent stamps, because the first stamps all
 * start at the same time.
 */
const stamps = 1_280;
const load = { inFlight, amount: stamps };
const rounds = 3;

/** Runs the bench for goal P13 of facts/performance.md: concurrent stamps. */
export const benchStamping = () => withStops(measure);

/** @param {import('./system.mjs').Stops} stops */
async function measure(stops) {
  const pac = await startPac(stops, pacMs);
  const system = await startSystem(stops, pac.settings);
  const { baseUrl, access, dir } = system;
  const { cfdi } = await runDemo({ baseUrl, ...access }, join(dir, 'demo'));
  const headers = () => ({
    authorization: `Bearer ${access.apiKey}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  });
  const drafts = () => drafted(`${baseUrl}/v1/cfdi/${cfdi.documentRef}/duplicate`, headers);
  const ours = (/** @type {string[]} */ refs) =>
    flood(baseUrl, load, (n) => ({ path: `/v1/cfdi/${refs[n]}/stamp`, headers: headers() }));
  // The first calls are a warm-up, because the first call of each kind opens connections and fills caches.
  await ours(await drafts());
  await analyze(system);
  const [gateway, fiscal] = ['gateway', 'fiscal-cfdi'].map(system.pidOf);
  const runs = [];
  for (let round = 0; round < rounds; round++) {
    const refs = await drafts();
    const before = [gateway, fiscal].map((pid) => cpuMsOf([pid]));
    const oursPerSecond = await ours(refs);
    const [gatewayCpuMs, fiscalCpuMs] = [gateway, fiscal].map(
      (pid, n) => (cpuMsOf([pid]) - before[n]) / stamps,
    );
    const theirsPerSecond = await flood(pac.url, load, () => ({ path: '/plain', headers: {} }));
    runs.push({ gatewayCpuMs, fiscalCpuMs, oursPerSecond, theirsPerSecond });
  }
  show(runs);
}

/** @param {{ gatewayCpuMs: number, fiscalCpuMs: number, oursPerSecond: number, theirsPerSecond: number }[]} runs */
function show(runs) {
  report({
    bench: 'P13 stamps in flight',
    ratio: median(runs.map((run) => run.oursPerSecond / run.theirsPerSecond)),
    must: 0.8,
    aim: 0.95,
    oursPerSecond: median(runs.map((run) => run.oursPerSecond)),
    theirsPerSecond: median(runs.map((run) => run.theirsPerSecond)),
    inFlight,
    pacMs,
  });
  const oursCpuMs = median(runs.map((run) => run.gatewayCpuMs + run.fiscalCpuMs));
  report({
    bench: 'P13 own CPU of a stamp',
    ratio: 3 / oursCpuMs,
    must: 1,
    aim: 2,
    oursCpuMs,
    gatewayCpuMs: median(runs.map((run) => run.gatewayCpuMs)),
    fiscalCpuMs: median(runs.map((run) => run.fiscalCpuMs)),
  });
}

/**
 * Creates drafts for the stamps.
 * @param {string} url
 * @param {() => Record<string, string>} headers
 * @param
 * {number} [amount] the number of drafts, a multiple of eight
 */
export async function drafted(url, headers, amount = stamps) {
  /** @type {string[]} */
  const refs = [];
  while (refs.length < amount) {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => fetch(url, { method: 'POST', headers: headers() })),
    );
    for (const answer of answers) {
      if (!answer.ok) throw new Error(`drafting: ${answer.status} ${await answer.text()}`);
      refs.push((await answer.json()).data.documentRef);
    }
  }
  return refs;
}
