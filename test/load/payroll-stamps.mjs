// P13 of facts/performance.md, of payroll runs: stamps in flight against a PAC of 100 ms, against what
// such a PAC allows. Those of single documents are in stamping.mjs.
import { createServer } from 'node:http';
import { cpuMsOf, report } from './measure.mjs';
import { calculate, connected, newEmployer, newRun, slowPacs, until } from './payroll-roster.mjs';
import { startSystem, withStops } from './system.mjs';

const inFlight = 32;
const pacMs = 100;
const stamps = 960;
/** Each has as many at the stamper as an organization may. */
const organizations = 4;

export const benchPayrollStamps = () =>
  withStops(async (stops) => {
    const system = await startSystem(stops);
    const employer = await newEmployer(system, system.access);
    const theirs = await plainSpeed();
    await slowPacs(system, pacMs);
    await ofRuns(system, employer, stops, theirs);
  });

/** @typedef {import('./payroll-roster.mjs').System} System */
/** @typedef {import('./payroll-roster.mjs').Employer} Employer */

/** @param {System} system @param {Employer} first @param {import('./system.mjs').Stops} stops @param {number} theirs */
async function ofRuns(system, first, stops, theirs) {
  const payroll = await connected(system, 'payroll', stops);
  const fiscal = await connected(system, 'fiscal_cfdi', stops);
  const employers = [first];
  while (employers.length < organizations) {
    const access = await system.bootstrap(`Bench ${employers.length}`);
    employers.push(await newEmployer(system, access));
  }
  const count = stamps / organizations;
  const runs = [];
  for (const { call } of employers) {
    const runId = await newRun({ call }, payroll, { count, frequency: '04' });
    await calculate(call, runId, count);
    runs.push({ call, runId });
  }
  const pids = ['payroll', 'fiscal-cfdi'].map(system.pidOf);
  const before = cpuMsOf(pids);
  await Promise.all(runs.map(({ call, runId }) => stampRun(call, runId)));
  const cpuMs = (cpuMsOf(pids) - before) / stamps;
  // From the first byte to a PAC to the last answer: sealing before it is P12.
  const { rows } = await fiscal.query(
    `select extract(epoch from max(finished_at) - min(sent_at))::float8 as seconds,
       count(*)::int as stamped from stamp_attempts
     where state = 'stamped' and requested_by like 'payroll %'`,
  );
  const [{ seconds, stamped }] = rows;
  if (stamped !== stamps) throw new Error(`${stamped} of ${stamps} receipts are stamped`);
  const speeds = { oursPerSecond: stamps / seconds, theirsPerSecond: theirs };
  const bench = `P13 stamps of ${organizations} payroll runs, 8 in flight each`;
  report({ bench, ratio: stamps / seconds / theirs, must: 0.9, ...speeds });
  // Queueing, building and sealing are in it; the gateway only asked for the runs.
  const own = 'P13 own CPU of a receipt from ready to stamped';
  report({ bench: own, ratio: 3 / cpuMs, must: 1, aim: 2, oursCpuMs: cpuMs });
}

/** @param {Employer['call']} call @param {string} runId */
async function stampRun(call, runId) {
  await call('POST', `/v1/payroll/runs/${runId}/stamp`);
  await until(call, runId, ({ state }) => state === 'stamped');
}

/** What a PAC of 100 ms lets through, asked without doing anything else. */
async function plainSpeed() {
  const plainPac = createServer((_, response) => void setTimeout(() => response.end('{}'), pacMs));
  await new Promise((resolve) => plainPac.listen(0, '127.0.0.1', () => resolve(undefined)));
  const url = `http://127.0.0.1:${/** @type {any} */ (plainPac.address()).port}`;
  const asks = Array.from({ length: stamps }, (_, index) => String(index));
  const perSecond = await flood(asks, () => fetch(url).then((r) => r.text()));
  plainPac.close();
  return perSecond;
}

/** How many a second, with as many in flight as there may be. @param {string[]} refs @param {(ref: string) => Promise<unknown>} work */
async function flood(refs, work) {
  const queue = refs.values();
  const startedMs = Date.now();
  const lane = async () => {
    for (const ref of queue) await work(ref);
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return (refs.length * 1_000) / (Date.now() - startedMs);
}
