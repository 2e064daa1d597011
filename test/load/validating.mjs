// Measures goal P7 of facts/performance.md: the validation of structure, catalogues and totals of a CFDI
// with ten concepts, compared with the validation by the SAT's own schemas in libxml2. Timbre and libxml2
// must also agree on each of many small faults. The schemas are not part of the project; without the schemas
// (TIMBRE_BENCH_XSD) there is no comparison.
import { generateKeyPairSync } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  attachTimbre,
  parseComprobante,
  parseRetenciones,
  seal,
  sealRetenciones,
  signTimbre,
  validateComprobante,
  validateRetenciones,
} from '@timbre/cfdi';
import { XmlDocument, XsdValidator, xmlRegisterInputProvider } from 'libxml2-wasm';
import { cpuOf } from './cpu.mjs';
import { fullIncome, income, payment, payroll, withholding } from './documents.mjs';
import { median, report } from './measure.mjs';
import { structureFaultsOf } from './mutations.mjs';

const folder =
  process.env.TIMBRE_BENCH_XSD ??
  fileURLToPath(new URL('../../../shared/sat/xsd/', import.meta.url));
const sat = 'http://www.sat.gob.mx/';
const turns = 11;
const faultsMax = 30;

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signer = {
  privateKey,
  certificateNumber: '30001000000500003416',
  certificateBase64: 'MIIF'.padEnd(2000, 'A'),
};

/** Runs the bench for goal P7 of facts/performance.md: validation compared with libxml2. */
export async function benchValidating() {
  if (!existsSync(join(folder, 'cfdi40-core.xsd'))) {
    console.log(`P7 validate ten concepts: skipped, the SAT's schemas are not at ${folder}`);
    return;
  }
  const validator = openSchemas('cfdi40-core.xsd');
  const { xml } = seal(income(10), signer);
  const { document } = parseComprobante(xml);
  const tree = XmlDocument.fromString(xml);
  const findings = validateComprobante(document);
  if (findings.length > 0) throw new Error(`P7: ${JSON.stringify(findings[0])}`);
  validator.validate(tree);
  cpuOf(() => validateComprobante(document), 5_000);
  const pairs = Array.from({ length: turns }, () => [
    cpuOf(() => validator.validate(tree), 12),
    cpuOf(() => validateComprobante(document), 1_500),
  ]);
  report({
    bench: 'P7 validate ten concepts',
    ratio: median(pairs.map(([theirs, ours]) => theirs / ours)),
    must: 80,
    aim: 16_200 / 93,
    oursMs: median(pairs.map(([, ours]) => ours)),
    theirsMs: median(pairs.map(([theirs]) => theirs)),
  });
  compareVerdicts(validator);
  compareStructure(validator);
  tree.dispose();
  validator.dispose();
}

/**
 * Compares the results of Timbre and libxml2 for a document of one concept with small faults. Only an evenly
 * distributed part of the faults is tested, because libxml2 takes a second to report a wrong code: it lists
 * all valid codes.
 */
function compareVerdicts(validator) {
  const all = [...faultsOf(seal(income(1), signer).xml)];
  const corpus = all.filter((_, n) => n % Math.ceil(all.length / faultsMax) === 0);
  const other = corpus.filter(([, faulty]) => !agrees(validator, faulty)).map(([name]) => name);
  const ratio = (corpus.length - other.length) / corpus.length;
  report({ bench: 'P7 same verdicts', ratio, must: 1, faults: corpus.length, other });
}

/**
 * Compares the results of Timbre and libxml2 for every structural fault of every element, for documents of
 * every kind. libxml2 checks each fault quickly.
 */
function compareStructure(validator) {
  const ofRetenciones = openSchemas('retenciones20-all.xsd');
  const kinds = [
    ...[fullIncome(), payment(), payroll()].map((document) => [validator, seal(document, signer)]),
    [ofRetenciones, sealRetenciones(withholding(), signer)],
  ];
  const corpus = kinds.flatMap(([schemas, sealed]) => {
    const xml = stamped(sealed);
    if (!isValid(schemas, xml) || oursOf(xml) === 'structure') throw new Error(`P7: ${xml}`);
    return [...structureFaultsOf(xml)].map(([name, faulty]) => [schemas, name, faulty]);
  });
  const other = corpus.filter(([schemas, , faulty]) => !agrees(schemas, faulty));
  report({
    bench: 'P7 same verdicts on structure',
    ratio: (corpus.length - other.length) / corpus.length,
    must: 1,
    faults: corpus.length,
    other: other.map(([, name]) => name),
  });
  ofRetenciones.dispose();
}

function stamped({ xml, sello }) {
  const timbre = {
    uuid: '5F0C1D2E-7A3B-4C5D-9E6F-0A1B2C3D4E5F',
    fechaTimbrado: '2026-11-18T10:16:00',
    rfcProvCertif: 'SPR190613I52',
    selloCfd: sello,
    noCertificadoSat: '30001000000500003456',
  };
  return attachTimbre(xml, signTimbre(timbre, privateKey));
}

/**
 * Opens the schemas from files. References between the schemas are SAT addresses, so they are rewritten to
 * file names.
 */
function openSchemas(main) {
  const isOurs = (name) => name.startsWith(sat) || name.startsWith(folder);
  const fileOf = (name) =>
    name.startsWith(folder) ? name : join(folder, new URL(name).host, new URL(name).pathname);
  xmlRegisterInputProvider({
    match: isOurs,
    open: (name) => openSync(fileOf(name), 'r'),
    read: (fd, buffer) => readSync(fd, buffer, 0, buffer.length, null),
    close: (fd) => (closeSync(fd), true),
  });
  const file = join(folder, main);
  const schema = XmlDocument.fromBuffer(readFileSync(file), { url: file });
  const validator = XsdValidator.fromDoc(schema);
  schema.dispose();
  return validator;
}

/**
 * Whether the results of Timbre and libxml2 agree. Timbre must reject everything that the schemas reject. If
 * the schemas accept a document, the document must break none of Timbre's structural rules, but it may break
 * a rule of the SAT's matrix that schemas cannot express.
 */
function agrees(validator, xml) {
  const verdict = oursOf(xml);
  return isValid(validator, xml) ? verdict !== 'structure' : verdict !== 'fine';
}

function isValid(validator, xml) {
  const tree = XmlDocument.fromString(xml);
  try {
    validator.validate(tree);
    return true;
  } catch {
    return false;
  } finally {
    tree.dispose();
  }
}

function oursOf(xml) {
  try {
    const findings = findingsOf(xml);
    if (findings.length === 0) return 'fine';
    return findings.some(({ code }) => code === '301') ? 'structure' : 'matrix';
  } catch {
    return 'structure';
  }
}

/** Returns the issues that Timbre's reader and rules find in a document. */
function findingsOf(xml) {
  if (xml.includes('<retenciones:')) {
    const { document, findings } = parseRetenciones(xml);
    return [...findings, ...validateRetenciones(document)];
  }
  const { document, findings } = parseComprobante(xml);
  return [...findings, ...validateComprobante(document)];
}

/**
 * Values that few or no fields accept: empty values, values of a wrong type or format, and too long values.
 */
const values = ['', 'X', '-1', 'A'.repeat(2_000)];

/** Yields documents with one fault each: an attribute is removed or gets one of these values. */
function* faultsOf(xml) {
  const seen = new Set();
  for (const match of xml.matchAll(/ ([A-Za-z][\w:]*)="([^"]*)"/g)) {
    const [whole, name] = match;
    const element = /<([\w:]+)[^<]*$/.exec(xml.slice(0, match.index))?.[1];
    const key = `${element}@${name}`;
    // The attributes of the XML declaration are skipped.
    if (element === undefined) continue;
    if (name.includes(':') || name === 'xmlns' || seen.has(key)) continue;
    seen.add(key);
    const before = xml.slice(0, match.index);
    const after = xml.slice(match.index + whole.length);
    yield [`${key} missing`, before + after];
    for (const value of values)
      yield [`${key}=${value.slice(0, 12)}`, `${before} ${name}="${value}"${after}`];
  }
}
