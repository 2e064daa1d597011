// Starts one process with the law pack of a folder for law-packs.mjs, and prints the cost of the
// start.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInLaw, isCalendarDate, loadLaw, packDigest, useLaw } from '@timbre/fiscal';

const [kind = '', folder = '', trusted = ''] = process.argv.slice(2);
const lookups = 200_000;
const name = 'c_ClaveProdServ';
const builtIn = builtInLaw().catalog(name);
if (!builtIn) throw new Error(`no ${name}`);
const codes = Array.from({ length: 1_000 }, (_, at) => builtIn.at(at * 50).code);

/**
 * @param {NonNullable<typeof builtIn>} catalog
 * @returns nanoseconds of one look-up
 */
function lookupNs(catalog) {
  const started = cpuMs();
  for (let at = 0; at < lookups; at += 1) catalog.isActive(codes[at % codes.length], '2027-02-01');
  return ((cpuMs() - started) * 1e6) / lookups;
}

function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** The baseline implementation: one object for each row. */
function plain() {
  const json = JSON.parse(readFileSync(join(folder, 'pack.json'), 'utf8'));
  packDigest(json);
  const rows = json.catalogs[name].rows.map((/** @type {string} */ line) => {
    const [code, description, validFrom] = line.split('\t');
    if (!isCalendarDate(validFrom)) throw new Error(`no date in ${line}`);
    return { code, description, validFrom };
  });
  return new Map(rows.map((/** @type {{ code: string }} */ one) => [one.code, one]));
}

/** Returns the peak memory of the process so far, in megabytes. */
const peak = () => process.resourceUsage().maxRSS / 1_000;

// The measurement begins after the built-in law was read and used, because every process of an
// installation does this.
lookupNs(builtIn);
const [before, started] = [peak(), cpuMs()];
const held = kind === 'plain' ? plain() : loadLaw({ folder, trustedKeys: [trusted] }).law;
const cost = { ms: cpuMs() - started, megabytes: peak() - before };
if (held instanceof Map) console.log(JSON.stringify({ ...cost, rows: held.size }));
else {
  useLaw(held);
  const found = held.catalog(name);
  if (!found) throw new Error(`no ${name}`);
  // The look-ups of Timbre and of the baseline are measured alternately, so that other load on the
  // machine slows both equally.
  const pairs = Array.from({ length: 9 }, () => [lookupNs(builtIn), lookupNs(found)]);
  const [lookupBeforeNs, lookupAfterNs] = [0, 1].map((side) => Math.min(...pairs.map((pair) => pair[side]))); // prettier-ignore
  console.log(JSON.stringify({ ...cost, lookupBeforeNs, lookupAfterNs }));
}
