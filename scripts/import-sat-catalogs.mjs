// Converts a folder of SAT catalogues in CSV to packages/fiscal/data, which is committed: node
//   scripts/import-sat-catalogs.mjs <folder>. The result is one file of tab-separated rows per
//   catalogue, sorted by code and gzipped if it is large, and one manifest that describes the files.
//   The rows remain text, so that a diff shows each change.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { catalogChanges } from './sat-catalog-changes.mjs';
import { catalogSources } from './sat-catalog-sources.mjs';

const gzipFromBytes = 60_000;
const target = join(import.meta.dirname, '..', 'packages', 'fiscal', 'data');
const folder = process.argv[2];
if (folder === undefined || !existsSync(join(folder, 'cfdi40'))) {
  console.error(
    'Usage: import-sat-catalogs.mjs <folder with cfdi40/, nomina12/, pagos20/, cartaporte31/ …>',
  );
  process.exit(1);
}

/** Parses CSV by RFC 4180, in which quoted fields can contain commas, line ends and doubled quotes. */
function parseCsv(text) {
  const records = [];
  let record = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;
  while (field.lastIndex < text.length) {
    const [, quoted, plain, end] = field.exec(text);
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  const [header, ...rows] = records;
  return rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? ''])));
}

function readCsv(group, name) {
  const path = join(folder, group, `${name}.csv`);
  const bytes = existsSync(path) ? readFileSync(path) : gunzipSync(readFileSync(`${path}.gz`));
  return parseCsv(bytes.toString('utf8'));
}

const nameOf = (group, name) =>
  Object.fromEntries(
    readCsv(group, name).map((r) => [r.state ? `${r.state}-${r.code}` : r.code, r.description]),
  );

/** Describes a postal code by its municipality and state, so that a search by place finds the code. */
function postalCodeRow() {
  const [municipalities, states] = [nameOf('cfdi40', 'c_Municipio'), nameOf('cfdi40', 'c_Estado')];
  return ({ code, state, municipality, locality, border_stimulus, iana_tz, ...dates }) => {
    const names = [municipalities[`${state}-${municipality}`], states[state]];
    const description = names.filter(Boolean).join(', ');
    return {
      code,
      description,
      valid_from: dates.valid_from,
      valid_to: dates.valid_to,
      state,
      municipality,
      locality,
      border_stimulus,
      iana_zone: iana_tz,
    };
  };
}

/**
 * Combines the rows of the same code, so that each code has one row. The SAT repeats the code of a
 * material for each strength or state.
 */
function joined(rows) {
  return [...Map.groupBy(rows, ({ code }) => code).values()].map((same) => {
    const distinct = (name) => [...new Set(same.map((row) => row[name]).filter(Boolean))];
    const merged = (name) => distinct(name).join(name === 'description' ? '; ' : ' ');
    return Object.fromEntries(Object.keys(same[0]).map((name) => [name, merged(name)]));
  });
}

const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const cleaned = (text = '') =>
  text
    .replace(/\u200b/g, '')
    .replace(/\s+/g, ' ')
    .trim();

function convert(source) {
  const toRow = source.name === 'c_CodigoPostal' ? postalCodeRow() : (source.row ?? ((row) => row));
  const stored = readCsv(source.group, source.file ?? source.name.split('.').at(-1));
  const sheet = source.sheet?.(stored) ?? stored;
  const read = (catalogChanges[source.name]?.(sheet) ?? sheet).map(toRow);
  const rows = (source.join ? joined(read) : read)
    .map((row) => Object.fromEntries(Object.entries(row).map(([k, v]) => [camel(k), cleaned(v)])))
    .map((row) => ({
      ...row,
      validFrom: row.validFrom === source.since ? '' : (row.validFrom ?? ''),
    }))
    .sort((a, b) => ((a.code === b.code ? a.validFrom < b.validFrom : a.code < b.code) ? -1 : 1));
  const keys = new Set(rows.map(({ code, validFrom }) => `${code} ${validFrom}`));
  if (keys.size !== rows.length) throw new Error(`${source.name}: duplicate codes`);
  if (!rows.every(({ code }) => /^[!-~áéíóú]+$/.test(code)))
    throw new Error(`${source.name}: unexpected form of code`);
  const lead = ['code', 'description', 'validFrom', 'validTo'];
  const rest = Object.keys(rows[0]).filter((column) => !lead.includes(column));
  const columns = [...lead, ...rest].filter((c) => c === 'code' || rows.some((row) => row[c]));
  const text = rows.map((row) => columns.map((c) => row[c] ?? '').join('\t')).join('\n') + '\n';
  const file = `${source.name}.tsv${Buffer.byteLength(text) > gzipFromBytes ? '.gz' : ''}`;
  const bytes = file.endsWith('.gz') ? gzipSync(text, { level: 9 }) : Buffer.from(text);
  writeFileSync(join(target, file), bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { name, title, group, since, asOf, searchable = [] } = source;
  const info = { name, title, group, entryCount: rows.length, source: source.source, asOf };
  return { ...info, since, file: basename(file), sha256, columns, searchable };
}

for (const file of readdirSync(target))
  if (/[.]tsv([.]gz)?$/.test(file)) rmSync(join(target, file));
const manifest = catalogSources.map(convert);
const lines = manifest.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n');
writeFileSync(join(target, 'catalogs.json'), `[\n${lines}\n]\n`);

const table = manifest.map(
  (c) => `| ${c.name} | ${c.title} | ${c.entryCount} | ${c.asOf} | ${c.source} |`,
);
writeFileSync(
  join(target, 'README.md'),
  `${readFileSync(join(import.meta.dirname, 'sat-catalogs-readme.md'), 'utf8')}
| catalogue | title | entries | as of | source |
|---|---|---|---|---|
${table.join('\n')}
`,
);
console.log(`${manifest.length} catalogues in ${target}`);
