// P14: Measures how fast SAT packages with 100,000 CFDI are imported: the stored ZIP is opened, and the CFDI
// are parsed, verified, de-duplicated and saved with their events. The download itself is excluded, because
// it would measure the simulator. The services that consume the events are suspended during the measurement,
// because in a cluster they run on other processors. The last measured value is the time until the service
// reports has consumed all events. The variable TIMBRE_BENCH_DOCUMENTS sets a smaller number of documents.
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { call } from '../../scripts/runtime/api-client.mjs';
import { openState } from '../../scripts/runtime/demo-state.mjs';
import { ensureDir } from '../../scripts/runtime/paths.mjs';
import { setUpTaxpayer, simulate } from '../../scripts/sat/year.mjs';
import { cpuMsOf, megabytesOf, report } from './measure.mjs';
import { connected } from './payroll-roster.mjs';
import { analyze, pause, startSystem, withStops } from './system.mjs';

const documents = Number(process.env['TIMBRE_BENCH_DOCUMENTS'] ?? 100_000);
const followers = ['accounts', 'commerce', 'reports', 'webhooks'];
const secondsMax = 22;
const secondsAim = 14;
const megabytesMax = 350;
const warmUp = { dateFrom: '2025-09-01', dateTo: '2025-09-30' };
const period = { dateFrom: '2025-10-01', dateTo: '2025-10-31' };

export const benchSatPackages = () => withStops(measure);

/** @param {import('./system.mjs').Stops} stops */
async function measure(stops) {
  const environment = { TIMBRE_ENVIRONMENT: 'production', TIMBRE_SAT_POLL_SECONDS: '1' };
  const system = await startSystem(stops, environment);
  const { authorityUrl, baseUrl, access } = system;
  const demo = { baseUrl, ...access };
  await setUpTaxpayer(
    openState(demo, join(ensureDir(system.dir, 'demo'), 'state.json')),
    authorityUrl,
  );
  await simulate(authorityUrl, '/__sim/mass-download', { packageSize: 5_000 }, 'PATCH');
  await mint(authorityUrl, 500, warmUp);
  await finished(demo, await start(demo, warmUp));
  await analyze(system);
  await mint(authorityUrl, documents, period);
  const database = await connected(system, 'sat_sync', stops);
  const names = ['sat-sync', 'fiscal-cfdi'];
  const pids = names.map((name) => system.pidOf(name));
  const startedMs = performance.now();
  const syncId = await start(demo, period);
  const resume = pause(
    stops,
    followers.map((name) => system.pidOf(name)),
  );
  const opening = await opened(database, syncId, pids);
  const sync = await finished(demo, syncId);
  const wholeMs = performance.now() - startedMs;
  resume();
  const [source] = sync.sources;
  if (source.imported !== documents) throw new Error(JSON.stringify(source));
  const seconds = opening.ms / 1_000;
  const peaks = pids.map((pid) => megabytesOf(pid, 'VmHWM'));
  report({
    bench: `P14 ${documents} CFDI of stored packages, ${secondsMax} s against their time`,
    ratio: secondsMax / seconds,
    must: 1,
    aim: secondsMax / secondsAim,
    seconds,
    satSyncCpuSeconds: opening.cpuMs[0] / 1_000,
    fiscalCfdiCpuSeconds: opening.cpuMs[1] / 1_000,
    wholeSynchronizationSeconds: wholeMs / 1_000,
    reportsCaughtUpSeconds: (await caughtUp(demo, startedMs)) / 1_000,
  });
  report({
    bench: `P14 ${documents} CFDI of stored packages, ${megabytesMax} MB against the larger process`,
    ratio: megabytesMax / Math.max(...peaks),
    must: 1,
    satSyncMb: peaks[0],
    fiscalCfdiMb: peaks[1],
  });
}

const rfc = 'EKU9003173C9';

/**
 * @param {string} authorityUrl
 * @param {number} count
 * @param {typeof period} days
 */
const mint = (authorityUrl, count, days) =>
  simulate(authorityUrl, '/__sim/foreign-cfdi', { receiverRfc: rfc, count, seed: 'p14', ...days });

/**
 * @param {import('../../scripts/runtime/api-client.mjs').Access} demo
 * @param {typeof period} days
 */
async function start(demo, days) {
  const body = { sources: ['received_cfdi'], ...days };
  const idempotencyKey = `p14 ${days.dateFrom}`;
  return (await call(demo, 'startSatSync', { idempotencyKey, body })).syncId;
}

/**
 * @param {import('../../scripts/runtime/api-client.mjs').Access} demo
 * @param {number} startedMs
 */
async function caughtUp(demo, startedMs) {
  const { dateFrom, dateTo } = period;
  const query = { direction: 'received', dateFrom, dateTo };
  for (;;) {
    const { totals } = await call(demo, 'getCfdiReport', { query });
    if (totals.count === documents) return performance.now() - startedMs;
    await wait(500);
  }
}

/**
 * Measures the time to process stored packages of XML, until the last package is imported.
 * @param {import('pg').Client} database
 * @param {string} syncId
 * @param {number[]} pids
 */
async function opened(database, syncId, pids) {
  const everyMs = 20;
  const cpuMs = pids.map(() => 0);
  let ms = 0;
  for (;;) {
    const { rows } = await database.query(
      `select count(*) filter (where p.state = 'stored')::int as stored,
         count(*) filter (where p.state in ('listed', 'stored'))::int as left, count(*)::int as all
       from packages p join sat_requests q on q.org_id = p.org_id and q.id = p.request_id
       join sync_sources s on s.org_id = q.org_id and s.id = q.source_id
       where q.request_type = 'cfdi' and s.sync_id = $1`,
      [syncId],
    );
    const [{ stored, left, all }] = rows;
    if (all > 0 && left === 0) return { ms, cpuMs };
    const [atMs, before] = [performance.now(), pids.map((pid) => cpuMsOf([pid]))];
    await wait(everyMs);
    if (stored === 0) continue;
    ms += performance.now() - atMs;
    pids.forEach((pid, at) => (cpuMs[at] += cpuMsOf([pid]) - before[at]));
  }
}

/**
 * @param {import('../../scripts/runtime/api-client.mjs').Access} demo
 * @param {string} syncId
 */
async function finished(demo, syncId) {
  for (;;) {
    const sync = await call(demo, 'getSatSync', { path: { syncId } });
    if (sync.state === 'completed') return sync;
    if (sync.state === 'failed') throw new Error(JSON.stringify(sync));
    await wait(500);
  }
}
