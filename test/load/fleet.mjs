// Measures the goals P8, P9, P13, P17, P18 and P19 of facts/performance.md for the whole system. The result is
// the CPU time of all processes, including PostgreSQL and NATS, and the number of statements, until all
// consequences have been processed. The baseline is a plain express + pg service with its own PostgreSQL. With
// TIMBRE_BENCH_OPERATIONS=sale,stamp the bench measures only these operations. With TIMBRE_BENCH_FSYNC=on, the
// PostgreSQL servers of Timbre and of the baseline write each commit to the disk.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { runDemo } from '../../scripts/runtime/demo.mjs';
import { startPostgres } from '../../scripts/runtime/postgres.mjs';
import { addContacts, owe, paying, startPlainLedger } from './accounts.mjs';
import { counting, eachOf, meteredPlain, startMetered, sum } from './fleet-meter.mjs';
import { startPlainList } from './listed.mjs';
import { flood, median, report } from './measure.mjs';
import { five, headersOf, openShop, selling, startPlainTill } from './sales.mjs';
import { fill, startPlainContacts, writing } from './service.mjs';
import { drafted } from './stamping.mjs';
import { analyze, startPac, withStops } from './system.mjs';

/** @typedef {import('./system.mjs').Stops} Stops */
/** @typedef {Awaited<ReturnType<typeof startMetered>> & { pacUrl: string }} Fleet */
/** @typedef {(n: number) => any} Next a function that returns the n-th request */
/** @typedef {import('./fleet-meter.mjs').Spent & { perSecond: number }} Measured */

const rounds = 3;
const inFlight = 16;
const tills = 32;
const pacMs = 100;
/** The number of contacts of an organization that has used Timbre for years. */
const contacts = 10_000;

/** Measures the goals P8, P9, P13, P17, P18 and P19 of facts/performance.md over all processes. */
export const benchFleet = () => withStops(measure);

/** @param {Stops} stops */
async function measure(stops) {
  const pac = await startPac(stops, pacMs);
  const fleet = await startMetered(stops, pac.settings);
  const plain = await startPostgres({ keep: false, args: counting });
  stops.push(plain.stop);
  const wanted = process.env['TIMBRE_BENCH_OPERATIONS']?.split(',') ?? Object.keys(operations);
  for (const name of wanted)
    await operations[name]({ ...fleet, pacUrl: pac.url }, plain.url, stops);
}

/** @type {Record<string, (fleet: Fleet, plainUrl: string, stops: Stops) => Promise<void>>} */
const operations = {
  async contact(fleet, plainUrl, stops) {
    const plain = await startPlainContacts(plainUrl, stops);
    await fill(fleet.baseUrl, fleet.apiKey, plain);
    await analyze(fleet);
    const metered = await meteredPlain(plainUrl, plain.pid, stops);
    const both = { fleet, plain: { ...metered, url: plain.url } };
    const list = () => ({ method: 'GET', path: '/v1/contacts?limit=50' });
    await compared('P8 list of 50 contacts', { must: 0.55, aim: 0.8 }, 1_500, both, list);
    const write = nextOf(writing());
    await compared('P9 contact written and followed', { must: 0.45, aim: 0.7 }, 1_000, both, write);
  },
  async sale(fleet, plainUrl, stops) {
    const { locationId, productIds } = await openShop(fleet);
    const plain = await startPlainTill(plainUrl, productIds, stops);
    await analyze(fleet);
    const metered = await meteredPlain(plainUrl, plain.pid, stops);
    const both = { fleet, plain: { ...metered, url: plain.url } };
    const sell = nextOf(selling(locationId, five(productIds)));
    await compared('P17 sale of five lines', { must: 0.65, aim: 1 }, 1_000, both, sell);
    const [hot] = productIds;
    const sellHot = nextOf(selling(locationId, () => [hot]));
    const hotGoals = { must: 0.9, aim: 1.2 };
    const name = `P18 sale of one hot product by ${tills} tills`;
    await compared(name, hotGoals, 1_000, both, sellHot, { inFlight: tills });
    await comparedList('products', '/v1/products?limit=50', fleet, plainUrl, stops);
    await comparedList('receipts', '/v1/sales-receipts?limit=50', fleet, plainUrl, stops);
  },
  async payment(fleet, plainUrl, stops) {
    const owed = await owe(fleet);
    await addContacts(fleet, contacts);
    const plain = await startPlainLedger(plainUrl, owed, stops);
    await analyze(fleet);
    const metered = await meteredPlain(plainUrl, plain.pid, stops);
    const both = { fleet, plain: { ...metered, url: plain.url } };
    const pay = nextOf(paying((/** @type {number} */ n) => owed[(n * 7) % owed.length]));
    const name = `P19 payment beside ${contacts} contacts`;
    await compared(name, { must: 0.3, aim: 0.5 }, 500, both, pay);
  },
  stamp: benchStamp,
};

/**
 * Measures stamps. For stamps, there is no plain service for a comparison, so the CPU time is compared with
 * the limit `must` in milliseconds.
 * @param {Fleet} fleet
 * @param {string} plainUrl
 * @param {Stops} stops
 */
async function benchStamp(fleet, plainUrl, stops) {
  const { baseUrl, access, dir } = fleet;
  const mustMs = 9.85;
  const load = { amount: 320, inFlight: 32 };
  const { cfdi } = await runDemo({ baseUrl, ...access }, join(dir, 'demo'));
  const headers = () => ({ ...headersOf(fleet), 'idempotency-key': randomUUID() });
  /** @type {(Measured & { rate: number })[]} the measured runs */
  const runs = [];
  for (let round = 0; round <= rounds; round++) {
    const url = `${baseUrl}/v1/cfdi/${cfdi.documentRef}/duplicate`;
    const refs = await drafted(url, headers, load.amount);
    const stamp = (/** @type {number} */ n) => ({
      path: `/v1/cfdi/${refs[n]}/stamp`,
      headers: headers(),
    });
    const measured = await loaded({ ...fleet, url: baseUrl }, load, stamp);
    const theirs = await flood(fleet.pacUrl, load, () => ({ path: '/plain', headers: {} }));
    runs.push({ ...measured, rate: measured.perSecond / theirs });
    if (round === 0) await analyze(fleet);
  }
  const { whole, parts } = middle(runs.slice(1));
  const goals = { ratio: mustMs / whole.cpuMs, must: 1, aim: 1.5 };
  report({ bench: 'P13 stamp over the fleet', ...goals, oursCpuMs: whole.cpuMs, ...whole });
  console.log(JSON.stringify(parts));
  const rate = median(runs.slice(1).map((run) => run.rate));
  const bench = `P13 ${load.inFlight} stamps in flight at a PAC of ${pacMs} ms, over the fleet`;
  report({ bench, ratio: rate, must: 0.6, aim: 0.8, perSecond: whole.perSecond });
  await comparedList('CFDI', '/v1/cfdi?limit=50', fleet, plainUrl, stops);
}

/**
 * Compares a list of Timbre with a list of a plain service that has the same fields.
 * @param {string} what
 * @param {string} path
 * @param {Fleet} fleet
 * @param {string} plainUrl
 * @param
 * {Stops} stops
 */
async function comparedList(what, path, fleet, plainUrl, stops) {
  const name = `plain_${what.toLowerCase()}`;
  const plain = await startPlainList(fleet, path, plainUrl, name, stops);
  const metered = await meteredPlain(plainUrl, plain.pid, stops);
  const both = { fleet, plain: { ...metered, url: plain.url } };
  const next = () => ({ method: 'GET', path });
  const goals = { must: 0.55, aim: 0.8 };
  await compared(`P8 list of 50 ${what}`, goals, 1_500, both, next, { theirPath: '/?limit=50' });
}

/**
 * Converts a request of another bench to the form that `flood` needs.
 * @param {{ method: string, path: string, setupRequest: Function, headers?: object }} request
 */
const nextOf = (request) => () =>
  request.setupRequest({ ...request, headers: { ...request.headers } });

/**
 * @param {string} bench
 * @param {{ must: number, aim: number }} goals
 * @param {number} amount
 * @param {{ fleet: Fleet, plain: import('./fleet-meter.mjs').Metered & { url: string } }} sides
 * @param {Next} next
 * @param {{ theirPath?: string, inFlight?: number }} [options] theirPath: the path in the plain process, if it
 * differs
 */
async function compared(bench, goals, amount, { fleet, plain }, next, options = {}) {
  const { theirPath } = options;
  const authorized = (/** @type {number} */ n) => withHeaders(next(n), headersOf(fleet));
  const typed = (/** @type {number} */ n) =>
    withHeaders(
      { ...next(n), ...(theirPath && { path: theirPath }) },
      { 'content-type': 'application/json' },
    );
  const load = { amount, inFlight: options.inFlight ?? inFlight };
  /** @type {[Measured, Measured][]} */
  const pairs = [];
  for (let round = 0; round <= rounds; round++) {
    const ours = await loaded({ ...fleet, url: fleet.baseUrl }, load, authorized);
    pairs.push([ours, await loaded(plain, load, typed)]);
    if (round === 0) await analyze(fleet);
  }
  // The first round is not counted, because it compiles the code and plans the statements.
  const counted = pairs.slice(1);
  const ours = middle(counted.map(([one]) => one));
  const theirs = middle(counted.map(([, one]) => one));
  report({
    bench: `${bench} over the fleet`,
    ratio: median(counted.map(([a, b]) => sum(b.cpuMs) / sum(a.cpuMs))),
    ...goals,
    oursCpuMs: ours.whole.cpuMs,
    theirsCpuMs: theirs.whole.cpuMs,
    oursStatements: ours.whole.statements,
    theirsStatements: theirs.whole.statements,
    oursPerSecond: ours.whole.perSecond,
    theirsPerSecond: theirs.whole.perSecond,
  });
  console.log(JSON.stringify(ours.parts));
}

/**
 * @param {any} request
 * @param {Record<string, string>} headers
 */
const withHeaders = (request, headers) => ({
  ...request,
  headers: { ...headers, ...request.headers },
});

/**
 * @param {import('./fleet-meter.mjs').Metered & { url: string }} side
 * @param {{ amount: number, inFlight: number }} load
 * @param {Next} next
 * @returns {Promise<Measured>}
 */
async function loaded(side, load, next) {
  let perSecond = 0;
  const spent = await eachOf(side, load.amount, async () => {
    perSecond = await flood(side.url, load, next);
  });
  return { ...spent, perSecond };
}

/**
 * Returns the sums of the median run, and the CPU time and statements of which each sum consists.
 * @param {Measured[]} runs
 */
function middle(runs) {
  const ordered = runs.toSorted((a, b) => sum(a.cpuMs) - sum(b.cpuMs));
  const run = ordered[Math.floor(runs.length / 2)];
  const whole = {
    cpuMs: sum(run.cpuMs),
    statements: sum(run.statements),
    perSecond: run.perSecond,
  };
  const shown = (/** @type {Record<string, number>} */ parts) =>
    Object.fromEntries(
      Object.entries(parts)
        .toSorted(([, a], [, b]) => b - a)
        .map(([part, used]) => [part, Number(used.toFixed(2))]),
    );
  return { whole, parts: { cpuMs: shown(run.cpuMs), statements: shown(run.statements) } };
}
