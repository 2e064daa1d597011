// Measures a law pack of 100,000 catalogue rows: its cost at the start of a process, compared with a plain
// reader of the same file and with the limits, and the speed of look-ups before and after loading the pack.
// Each start runs in a separate process, because a process does not return used memory to the system.
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packDigest, rawPublicKey, signDigest } from '@timbre/fiscal';
import { median, report } from './measure.mjs';

const rowCount = 100_000;
const turns = 5;
const limitMs = 2_000;
const limitMegabytes = 60;

export async function benchLawPacks() {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-law-bench-'));
  try {
    const trusted = writePack(join(folder, 'pack.json'));
    const start = (/** @type {string} */ kind) => {
      const main = fileURLToPath(new URL('./law-start.mjs', import.meta.url));
      const text = execFileSync(process.execPath, [main, kind, folder, trusted], { encoding: 'utf8' }); // prettier-ignore
      return JSON.parse(text);
    };
    const rounds = Array.from({ length: turns }, () => ({
      ours: start('ours'),
      plain: start('plain'),
    }));
    const of = (/** @type {'ours' | 'plain'} */ side, /** @type {string} */ name) =>
      median(rounds.map((round) => round[side][name]));
    const [oursMs, plainMs] = [of('ours', 'ms'), of('plain', 'ms')];
    const [oursMegabytes, plainMegabytes] = [of('ours', 'megabytes'), of('plain', 'megabytes')];
    const more = { oursMs, plainMs, oursMegabytes, plainMegabytes };
    report({ bench: 'law pack, time of the limit', ratio: limitMs / oursMs, must: 1, ...more });
    report({
      bench: 'law pack, memory of the limit',
      ratio: limitMegabytes / oursMegabytes,
      must: 1,
    });
    report({ bench: 'law pack against a plain reader, memory', ratio: plainMegabytes / oursMegabytes, must: 1.2 }); // prettier-ignore
    const ratios = rounds.map(({ ours }) => ours.lookupBeforeNs / ours.lookupAfterNs);
    report({ bench: 'look-up after the pack', ratio: median(ratios), must: 0.8, ns: of('ours', 'lookupAfterNs') }); // prettier-ignore
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {string} path
 * @returns the public key that verifies the signature of the law pack
 */
function writePack(path) {
  const rows = Array.from({ length: rowCount }, (_, at) => {
    const code = String(10_000_000 + ((at * 797) % 89_999_999));
    return `${code}\tProducto nuevo número ${at} de una publicación\t2027-01-01`;
  });
  const columns = ['code', 'description', 'validFrom'];
  const json = {
    format: 'timbre-law-pack-1',
    id: 'bench.pack',
    version: '2027.1',
    title: 'A bench',
    issuedOn: '2026-12-28',
    sources: { sat: { title: 'SAT', readOn: '2026-12-28', reading: 'primary' } },
    catalogs: { c_ClaveProdServ: { source: 'sat', asOf: '2026-12-28', columns, rows } },
  };
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(path, JSON.stringify(json, null, 1));
  writeFileSync(`${path}.sig`, JSON.stringify(signDigest(packDigest(json), privateKey)));
  return rawPublicKey(publicKey).toString('base64');
}
