// Measures the goals P1, P2 and P3 of facts/performance.md: all steps for a document (calculate, validate, write with
// its cadena, seal), compared with the RSA signature alone, which every implementation needs. It also measures goal
// P6: reading a document, compared with building a bare XML tree.
import { generateKeyPairSync, sign } from 'node:crypto';
import { parseComprobante, seal, validateComprobante } from '@timbre/cfdi';
import { SaxesParser } from 'saxes';
import { cpuOf } from './cpu.mjs';
import { income, payment, payroll } from './documents.mjs';
import { median, report } from './measure.mjs';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signer = {
  privateKey,
  certificateNumber: '30001000000500003416',
  certificateBase64: 'MIIF'.padEnd(2000, 'A'),
};

/**
 * `hasBytes`: the time includes the conversion of the text to bytes. Before the conversion, JavaScript stores
 * a long concatenated text as separate pieces.
 */
const manyConcepts = { must: 0.095, aim: 0.2, hasBytes: true };

const figures = [
  { bench: 'P1 seal one concept', build: () => income(1), must: 0.8, aim: 0.95, turn: 250 },
  { bench: 'P2 seal ten concepts', build: () => income(10), must: 0.75, aim: 0.9, turn: 200 },
  { bench: 'P2 seal a payroll receipt', build: payroll, must: 0.75, aim: 0.9, turn: 200 },
  { bench: 'P2 seal a payment', build: payment, must: 0.75, aim: 0.9, turn: 200 },
  { bench: 'P3 seal 500 concepts', build: () => income(500), ...manyConcepts, turn: 15 },
];
const turns = 31;

/** Runs the benches for the goals P1 to P3 and P6 of facts/performance.md. */
export async function benchSealing() {
  for (const figure of figures) measureSealing(figure);
  measureReading();
}

/** @param {{ bench: string, build: () => any, must: number, aim: number, turn: number, hasBytes?: boolean }} figure */
function measureSealing({ bench, build, must, aim, turn, hasBytes = false }) {
  const seals = () => {
    const document = build();
    const findings = validateComprobante(document);
    if (findings.length > 0) throw new Error(`${bench}: ${JSON.stringify(findings[0])}`);
    const sealed = seal(document, signer);
    if (hasBytes) Buffer.from(sealed.xml);
    return sealed;
  };
  const bytes = Buffer.from(seals().cadena);
  const { ratio, ours, theirs } = inTurns(seals, () => sign('sha256', bytes, privateKey), turn);
  report({ bench, ratio, must, aim, sealMs: ours, signatureMs: theirs });
}

function measureReading() {
  const { xml } = seal(income(10), signer);
  const { ratio, ours, theirs } = inTurns(
    () => parseComprobante(xml),
    () => bareTree(xml),
    300,
  );
  report({ bench: 'P6 read ten concepts', ratio, must: 0.5, aim: 0.7, ours, theirs });
}

/**
 * Measures the work of Timbre and of the baseline in short alternating turns. A change in the speed of the machine
 * then affects both measurements equally.
 * @param {() => unknown} ourWork
 * @param {() => unknown} theirWork
 * @param {number} turn
 */
function inTurns(ourWork, theirWork, turn) {
  // The first turns are not measured. A service runs for hours, so the time of the initial compilation does
  // not matter.
  cpuOf(theirWork, turn);
  cpuOf(ourWork, 20 * turn);
  const pairs = Array.from({ length: turns }, () => [cpuOf(theirWork, turn), cpuOf(ourWork, turn)]);
  return {
    ratio: median(pairs.map(([theirs, ours]) => theirs / ours)),
    theirs: median(pairs.map(([theirs]) => theirs)),
    ours: median(pairs.map(([, ours]) => ours)),
  };
}

/**
 * Builds a tree of names, attributes and children with the XML parser alone.
 * @param {string} xml
 */
function bareTree(xml) {
  const parser = new SaxesParser();
  const root = { name: '', attributes: {}, children: [] };
  const stack = [root];
  parser.on('opentag', ({ name, attributes }) => {
    const node = { name, attributes, children: [] };
    stack.at(-1).children.push(node);
    stack.push(node);
  });
  parser.on('closetag', () => stack.pop());
  parser.write(xml).close();
  return root;
}
