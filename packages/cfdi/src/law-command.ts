import { createPrivateKey } from 'node:crypto';
import { canonicalText, checkedPack, currentLaw, isCalendarDate, LawError, lawOf, nameOf, packDigest, signatureFault, signDigest, trustedPacks, useLaw, type CheckIo, type FigureKey, type Law, type LawPack, type LawSettings, firstIn, itemAt } from '@timbre/fiscal'; // prettier-ignore
import { shortened } from './characters';
import { verifyDocument } from './document';

/** The input and output functions of the command `law`. */
export interface LawIo extends CheckIo {
  writeFile(path: string, text: string): void;
  /** Returns the path of the operator's own key, which is created at its first use. */
  ownKey(): string;
  /** Returns the installation's folder of law packs, and its trusted keys. */
  installation(): LawSettings;
}

const usage = `usage: timbre law build [--folder FOLDER] SOURCE.json
       timbre law sign [--key KEY.pem] PACK.json
       timbre law verify [--folder FOLDER] [--trust PUBLIC-KEY]… PACK.json
       timbre law diff [--folder FOLDER] [--on YYYY-MM-DD] PACK.json [CFDI.xml|ROWS.json]…
       timbre law explain PACK.json

build    reads a pack whose catalogues may name files of rows (rowsFile), checks it, and writes
         ID-VERSION.json beside it
sign     writes the signature PACK.json.sig and prints the public key
verify   checks the pack against the law of the installation, and its signature
diff     prints what the pack changes on a date, and which of the given documents and payroll rows
         would change
explain  prints each figure with its dates, legal basis and source

The law of the installation is the law of this release with the packs of a folder: FOLDER, else
TIMBRE_LAW_FOLDER, else the one of npm start. Their signatures must be of its trusted keys.
`;

const ok = 0;
const refused = 1;
const unusable = 2;

/**
 * The command `timbre law …`. The exit code is 0 if the law pack is valid, and 1 if the pack is
 * refused or changes the result of a document. The exit code is 2 if a file or an argument is
 * unusable.
 */
export function lawCommand(argv: readonly string[], io: LawIo): number {
  const [name, ...rest] = argv;
  try {
    const given = argumentsOf(rest);
    const action = Object.hasOwn(actions, name ?? '') ? actions[name as keyof typeof actions] : undefined; // prettier-ignore
    if (!action || given.files.length === 0) {
      io.writeError(usage);
      return unusable;
    }
    return action(given, io);
  } catch (error) {
    if (error instanceof LawError) {
      io.writeError(`${error.message}\n`);
      return refused;
    }
    const isExpected = error instanceof SyntaxError || error instanceof RangeError || 'code' in (error as Error); // prettier-ignore
    if (!isExpected) throw error;
    io.writeError(`${(error as Error).message}\n`);
    return unusable;
  }
}

interface Given {
  readonly files: readonly string[];
  readonly options: ReadonlyMap<string, readonly string[]>;
}

function argumentsOf(rest: readonly string[]): Given {
  const files: string[] = [];
  const options = new Map<string, string[]>();
  for (let at = 0; at < rest.length; at += 1) {
    const argument = itemAt(rest, at);
    if (!argument.startsWith('--')) files.push(argument);
    else {
      at += 1;
      options.set(argument, [...(options.get(argument) ?? []), rest[at] ?? '']);
    }
  }
  return { files, options };
}

const actions = { build, sign, verify, diff, explain };

type Json = Record<string, unknown>;

const readJson = (path: string, io: LawIo) =>
  JSON.parse(Buffer.from(io.readFile(path)).toString('utf8')) as Json;

function build(given: Given, io: LawIo): number {
  const [path = ''] = given.files;
  const source = readJson(path, io);
  const folder = path.replace(/[^/\\]*$/, '');
  const catalogs = Object.entries((source['catalogs'] ?? {}) as Record<string, Json>).map(
    ([name, { rowsFile, ...change }]) => {
      if (typeof rowsFile !== 'string') return [name, change];
      const text = Buffer.from(io.readFile(`${folder}${rowsFile}`)).toString('utf8');
      const [columns = '', ...rows] = text.split(/\r?\n/).filter((line) => line !== '');
      return [name, { ...change, columns: columns.split('\t'), rows }];
    },
  );
  const json = catalogs.length > 0 ? { ...source, catalogs: Object.fromEntries(catalogs) } : source;
  const pack = checkedPack(json, packDigest(json), path);
  lawsAround(pack, given, io);
  const target = `${folder}${pack.id}-${pack.version}.json`;
  io.writeFile(target, `${JSON.stringify(json, null, 1)}\n`);
  io.write(`${target}\n  digest ${pack.digest}\n`);
  return ok;
}

function sign({ files: [path = ''], options }: Given, io: LawIo): number {
  const json = readJson(path, io);
  const pack = checkedPack(json, packDigest(json), path);
  const [keyPath = io.ownKey()] = options.get('--key') ?? [];
  const signature = signDigest(pack.digest, createPrivateKey(Buffer.from(io.readFile(keyPath))));
  io.writeFile(`${path}.sig`, `${JSON.stringify(signature, null, 2)}\n`);
  io.write(`${path}.sig\n  public key ${signature.publicKey}\n`);
  return ok;
}

function verify(given: Given, io: LawIo): number {
  const { files: [path = ''], options } = given; // prettier-ignore
  const json = readJson(path, io);
  const pack = checkedPack(json, packDigest(json), path);
  lawsAround(pack, given, io);
  const trusted = options.get('--trust');
  const signature = readJson(`${path}.sig`, io);
  const keys = trusted ?? [String(signature['publicKey'])];
  const fault = signatureFault(pack.digest, signature, keys);
  if (fault !== undefined) throw new LawError(`The law pack ${path} is refused: ${fault}.`);
  io.write(`${path}: ${nameOf(pack)} is right and signed by ${String(signature['publicKey'])}\n`);
  if (trusted === undefined) io.write('  without --trust nobody says whose key that is\n');
  return ok;
}

/**
 * Returns the law of the installation twice: without the given law pack, and with the pack.
 * @throws LawError for packs with faults, and if the installation would ignore the pack
 */
function lawsAround(pack: LawPack, { options }: Given, io: LawIo): { before: Law; after: Law } {
  const [folder] = options.get('--folder') ?? [];
  const installation = io.installation();
  const installed = trustedPacks(
    folder === undefined ? installation : { ...installation, folder: folder },
  ).filter((other) => nameOf(other) !== nameOf(pack));
  const { law: before } = lawOf(installed);
  const { law: after, warnings } = lawOf([...installed, pack]);
  if (after.packs.some(({ digest }) => digest === pack.digest)) return { before, after };
  throw new LawError(warnings.find((warning) => warning.includes(nameOf(pack))));
}

function explain({ files: [path = ''] }: Given, io: LawIo): number {
  const json = readJson(path, io);
  const pack = checkedPack(json, packDigest(json), path);
  io.write(`${nameOf(pack)}: ${pack.title}, issued ${pack.issuedOn}\n`);
  if (pack.isExample) io.write('  an example: its figures are invented\n');
  for (const { key, label, legalBasis, validFrom, validTo, status, source, note } of pack.figures) {
    const until = validTo === null ? 'until another' : `to ${validTo}`;
    io.write(
      `${key}, ${validFrom} ${until}${status === 'in_force' ? '' : `, ${status}`}: ${label}\n`,
    );
    io.write(`  ${legalBasis}; ${source.title}, read ${source.readOn} (${source.reading})\n`);
    if (note) io.write(`  ${note}\n`);
  }
  for (const [name, { rows = [], ended = [], asOf }] of Object.entries(pack.catalogs)) {
    io.write(`${name}, ${asOf}: ${rows.length} rows added or changed, ${ended.length} ended\n`);
  }
  return ok;
}

function diff(given: Given, io: LawIo): number {
  const { files: [path = '', ...others], options } = given; // prettier-ignore
  const json = readJson(path, io);
  const pack = checkedPack(json, packDigest(json), path);
  const [on = pack.figures[0]?.validFrom ?? pack.issuedOn] = options.get('--on') ?? [];
  if (!isCalendarDate(on)) throw new RangeError(`--on ${on} is not a date`);
  const { before, after } = lawsAround(pack, given, io);
  const known = before.packs.map(nameOf).join(', ');
  io.write(`${nameOf(pack)} on ${on}, compared with ${known}:\n`);
  for (const key of new Set(pack.figures.map((figure) => figure.key))) {
    if (isSame(before, after, key, on)) continue;
    io.write(`  ${key}: ${shown(before, key, on)} → ${shown(after, key, on)}\n`);
  }
  for (const [name, change] of Object.entries(pack.catalogs)) {
    const codes = new Set([...(change.rows ?? []), ...(change.ended ?? [])].map((line) => firstIn(line.split('\t')))); // prettier-ignore
    const [old, next] = [before.catalog(name), after.catalog(name)];
    const changed = [...codes].filter(
      (code) =>
        old?.isActive(code, on) !== next?.isActive(code, on) ||
        canonicalText(old?.get(code, on)) !== canonicalText(next?.get(code, on)),
    );
    io.write(`  ${name}: ${changed.length} codes ${changed.slice(0, 20).join(' ')}\n`);
  }
  const changes = others.flatMap((file) => changesOf(file, on, before, after, io));
  changes.forEach((change) => io.write(`${change}\n`));
  if (others.length > 0) io.write(`${changes.length} of the given documents and rows change\n`);
  return changes.length > 0 ? refused : ok;
}

const shown = (law: Law, key: FigureKey, on: string) => {
  const value = law.figureOn(key, on)?.value;
  const text = value === undefined ? 'none' : JSON.stringify(value);
  return shortened(text, 160);
};

const isSame = (before: Law, after: Law, key: FigureKey, on: string) =>
  JSON.stringify(before.figureOn(key, on)?.value) ===
  JSON.stringify(after.figureOn(key, on)?.value);

/**
 * Returns how the results for a file differ under two laws. A document is computed as if it were
 * issued or paid on the date. For payroll rows, the legal figures that their explanations cite are
 * compared.
 */
function changesOf(file: string, on: string, before: Law, after: Law, io: LawIo): string[] {
  const text = Buffer.from(io.readFile(file)).toString('utf8');
  if (text.trimStart().startsWith('<')) {
    const moved = Buffer.from(
      text
        .replace(/(<[\w:]*Comprobante\b[^>]*?\sFecha=")\d{4}-\d\d-\d\d/, `$1${on}`)
        .replace(/(\sFechaPago=")\d{4}-\d\d-\d\d(?=")/, `$1${on}`),
    );
    const old = findingsUnder(before, moved);
    const next = findingsUnder(after, moved);
    const gone = old.filter((one) => !next.includes(one)).map((one) => `  no longer: ${one}`);
    const come = next.filter((one) => !old.includes(one)).map((one) => `  now: ${one}`);
    return gone.length + come.length > 0 ? [[`${file} changes`, ...gone, ...come].join('\n')] : [];
  }
  return rowsIn(JSON.parse(text)).flatMap(({ name, rules }) => {
    const changed = rules.filter(({ key, readOn }) => {
      const figure = (key.startsWith('uma.') ? 'uma' : key) as FigureKey;
      return !isSame(before, after, figure, readOn);
    });
    return changed.length > 0
      ? [`${name} changes: ${changed.map(({ key, readOn }) => `${key} on ${readOn}`).join(', ')}`]
      : [];
  });
}

function findingsUnder(law: Law, xml: Buffer): string[] {
  const own = currentLaw();
  useLaw(law);
  try {
    const { findings } = verifyDocument(xml, { pacCertificate: () => undefined });
    return findings.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`);
  } finally {
    useLaw(own);
  }
}

interface CitingRow {
  readonly name: string;
  readonly rules: readonly { readonly key: string; readonly readOn: string }[];
}

/**
 * Returns every payroll receipt with an explanation in an API response or in a list of responses.
 */
function rowsIn(json: unknown): CitingRow[] {
  if (Array.isArray(json)) return json.flatMap(rowsIn);
  if (typeof json !== 'object' || json === null) return [];
  const { explanation, rowId, employeeName } = json as Json;
  const rules = (explanation as { rules?: CitingRow['rules'] } | undefined)?.rules;
  if (!Array.isArray(rules)) return Object.values(json).flatMap(rowsIn);
  return [{ name: [rowId, employeeName].filter(Boolean).join(' ') || 'row', rules }];
}
