// Measures goal P12 of facts/performance.md: a payroll run of 10,000 employees, from the calculation to the
// sealed and saved documents, compared with the RSA signatures alone. It also measures the memory growth and
// the API latency during the run. The bench P13 is in payroll-stamps.mjs.
import { generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { cpuOf } from './cpu.mjs';
import { median, megabytesOf, report } from './measure.mjs';
import { calculate, connected, newEmployer, newRun, slowPacs, until } from './payroll-roster.mjs';
import { analyze, startSystem, withStops } from './system.mjs';
import { costOf, postmasterOf } from './workers.mjs';

/** The number of cores in the definition of P12. */
const cores = 2;
const receipts = 10_000;
/**
 * The latency of the PAC exceeds the duration of the measurement, so that no stamp completes during the
 * measurement.
 */
const silentPacMs = 100_000;

export const benchPayroll = () => withStops(benchRun);

/** @param {import('./system.mjs').Stops} stops */
async function benchRun(stops) {
  const system = await startSystem(stops);
  const employer = await newEmployer(system, system.access);
  await slowPacs(system, silentPacMs);
  const payroll = await connected(system, 'payroll', stops);
  const fiscal = await connected(system, 'fiscal_cfdi', stops);
  const databases = { payroll, fiscal };
  const small = await measured(system, employer, databases, receipts / 10, '02');
  await analyze(system);
  const whole = await measured(system, employer, databases, receipts, '04');
  const signatureMs = signature();
  const cpuMs = whole.calculation.cpuMs + whole.sealing.cpuMs;
  report({
    bench:
      'P12 run of 10,000 calculated, built, sealed, saved; CPU of all processes but the gateway, on 2 cores',
    ratio: (receipts * signatureMs) / cpuMs,
    must: 0.17,
    aim: 0.44,
    seconds: cpuMs / cores / 1_000,
    wallSeconds: (whole.calculation.wallMs + whole.sealing.wallMs) / 1_000,
    calculateCpuMs: whole.calculation.cpuMs / receipts,
    sealCpuMs: whole.sealing.cpuMs / receipts,
    calculateWallMs: whole.calculation.wallMs,
    sealWallMs: whole.sealing.wallMs,
    ...ofEach('calculate', whole.calculation.of),
    ...ofEach('seal', whole.sealing.of),
    signatureMs,
  });
  for (const name of /** @type {const} */ (['payroll', 'fiscal-cfdi'])) {
    const peaks = { peakMb1k: small.peakMb[name], peakMb10k: whole.peakMb[name] };
    const ratio = peaks.peakMb1k / peaks.peakMb10k;
    report({
      bench: `P12 peak memory of ${name}, 1,000 against 10,000`,
      ratio,
      must: 0.8,
      ...peaks,
    });
  }
  const { slowestMs, medianMs } = whole.answers;
  const answers = { slowestMs, medianMs, requests: whole.answers.count };
  report({
    bench: 'P12 API during the run, 200 ms against the slowest answer',
    ratio: 200 / slowestMs,
    must: 1,
    ...answers,
  });
}

/** @typedef {Record<'payroll' | 'fiscal', import('pg').Client>} Databases */

/**
 * Measures one run, from its employees to its sealed documents.
 * @param
 * {import('./payroll-roster.mjs').System} system
 * @param {import('./payroll-roster.mjs').Employer}
 * employer
 * @param {Databases} databases
 * @param {number} count
 * @param {'02' | '04'} frequency
 */
async function measured(system, { call }, { payroll, fiscal }, count, frequency) {
  const runId = await newRun({ call }, payroll, { count, frequency });
  const names = /** @type {const} */ (['payroll', 'fiscal-cfdi']);
  // Writing 5 to clear_refs resets the kernel's record of the peak memory for this run.
  for (const name of names) writeFileSync(`/proc/${system.pidOf(name)}/clear_refs`, '5');
  const pids = Object.fromEntries(names.map((name) => [name, system.pidOf(name)]));
  const workers = { pids, postmaster: await postmasterOf(payroll) };
  const before = await saved(fiscal);
  const calculation = await costOf(workers, () => calculate(call, runId, count));
  const answering = askMeanwhile(call);
  const sealing = await costOf(workers, async () => {
    await call('POST', `/v1/payroll/runs/${runId}/stamp`);
    await until(call, runId, ({ rowCounts }) => rowCounts.stamping === count);
  });
  const answers = await answering();
  const after = await saved(fiscal);
  if (after.documents - before.documents !== count || after.folio !== after.documents)
    throw new Error(
      `some documents are not sealed, or folios have a gap: ${JSON.stringify({ before, after })}`,
    );
  const peaks = names.map((name) => [name, megabytesOf(system.pidOf(name), 'VmHWM')]);
  return { calculation, sealing, answers, peakMb: Object.fromEntries(peaks) };
}

/**
 * Reads the number of sealed payroll documents, and their last folio.
 * @param {import('pg').Client} fiscal
 */
async function saved(fiscal) {
  const { rows } = await fiscal.query(
    `select count(*)::int as documents, coalesce(max(folio), 0)::int as folio from cfdi
     where kind = 'payroll' and stage = 'stamping' and sealed_xml is not null`,
  );
  return rows[0];
}

/**
 * Sends ten reads per second, like a user who waits.
 * @param {import('./payroll-roster.mjs').Employer['call']} call
 */
function askMeanwhile(call) {
  const times = /** @type {number[]} */ ([]);
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      for (const path of ['/v1/employees', '/v1/cfdi']) {
        const startedMs = performance.now();
        await call('GET', path);
        times.push(performance.now() - startedMs);
      }
      await wait(100);
    }
  })();
  return async () => {
    isOver = true;
    await asking;
    return { slowestMs: Math.max(...times), medianMs: median(times), count: times.length };
  };
}

/**
 * Returns the CPU time per receipt in each process.
 * @param {string} what
 * @param {Record<string, number>} of
 */
const ofEach = (what, of) =>
  Object.fromEntries(Object.entries(of).map(([name, ms]) => [`${what} ${name}`, ms / receipts]));

/** Measures the current CPU time of one RSA-2048 signature on this machine. */
function signature() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const cadena = Buffer.alloc(900, 'a');
  return median(
    Array.from({ length: 9 }, () => cpuOf(() => sign('sha256', cadena, privateKey), 200)),
  );
}
