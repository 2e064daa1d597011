// Measures goal P13 of facts/performance.md for payroll runs: concurrent stamps with a PAC that takes 100 ms,
// compared with the maximum rate of this PAC. The bench for single documents is in stamping.mjs.
import { cpuMsOf, flood, report } from './measure.mjs';
import { calculate, connected, newEmployer, newRun, until } from './payroll-roster.mjs';
import { analyze, startPac, startSystem, withStops } from './system.mjs';

const inFlight = 32;
const pacMs = 100;
const stamps = 960;
/** The number of organizations. Each organization has as many concurrent stamps as its limit allows. */
const organizations = 4;

export const benchPayrollStamps = () =>
  withStops(async (stops) => {
    const pac = await startPac(stops, pacMs);
    const system = await startSystem(stops, pac.settings);
    const employer = await newEmployer(system, system.access);
    const load = { inFlight, amount: stamps };
    const theirs = await flood(pac.url, load, () => ({ path: '/plain', headers: {} }));
    await ofRuns(system, employer, stops, theirs);
  });

/** @typedef {import('./payroll-roster.mjs').System} System */
/** @typedef {import('./payroll-roster.mjs').Employer} Employer */

/**
 * @param {System} system
 * @param {Employer} first
 * @param {import('./system.mjs').Stops} stops
 * @param {number} theirs
 */
async function ofRuns(system, first, stops, theirs) {
  const payroll = await connected(system, 'payroll', stops);
  const fiscal = await connected(system, 'fiscal_cfdi', stops);
  const employers = [first];
  while (employers.length < organizations) {
    const access = await system.bootstrap(`Bench ${employers.length}`);
    employers.push(await newEmployer(system, access));
  }
  const stampAll = async (/** @type {'02' | '04'} */ frequency) => {
    const count = stamps / organizations;
    const runs = [];
    for (const { call } of employers) {
      const runId = await newRun({ call }, payroll, { count, frequency });
      await calculate(call, runId, count);
      runs.push({ call, runId });
    }
    const pids = ['payroll', 'fiscal-cfdi'].map(system.pidOf);
    const begun = await fiscal.query('select now() as at');
    const before = cpuMsOf(pids);
    await Promise.all(runs.map(({ call, runId }) => stampRun(call, runId)));
    return { begunAt: begun.rows[0].at, cpuMs: (cpuMsOf(pids) - before) / stamps };
  };
  // The first run is a warm-up, because it opens connections and fills caches.
  await stampAll('02');
  await analyze(system);
  const { begunAt, cpuMs } = await stampAll('04');
  // The measured time runs from the first byte that is sent to a PAC to the last response. The sealing before
  // that time is measured by the bench P12.
  const { rows } = await fiscal.query(
    `select extract(epoch from max(finished_at) - min(sent_at))::float8 as seconds,
       count(*)::int as stamped from stamp_attempts
     where state = 'stamped' and requested_by like 'payroll %' and created_at >= $1`,
    [begunAt],
  );
  const [{ seconds, stamped }] = rows;
  if (stamped !== stamps) throw new Error(`${stamped} of ${stamps} receipts are stamped`);
  const speeds = { oursPerSecond: stamps / seconds, theirsPerSecond: theirs };
  const bench = `P13 stamps of ${organizations} payroll runs, 8 in flight each`;
  report({ bench, ratio: stamps / seconds / theirs, must: 0.8, aim: 0.95, ...speeds });
  // The time includes queueing, building and sealing. The gateway is excluded, because it only requests the
  // runs.
  const own = 'P13 own CPU of a receipt from ready to stamped';
  report({ bench: own, ratio: 3 / cpuMs, must: 1, aim: 2, oursCpuMs: cpuMs });
}

/**
 * @param {Employer['call']} call
 * @param {string} runId
 */
async function stampRun(call, runId) {
  await call('POST', `/v1/payroll/runs/${runId}/stamp`);
  await until(call, runId, ({ state }) => state === 'stamped');
}
