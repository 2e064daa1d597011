import {
  parseDocument,
  StructureError,
  validateComprobante,
  validateRetenciones,
  type XmlNode,
} from '@timbre/cfdi';
import { matrixBreaches, structureFault } from '../src/matrix/judgement';
import { documentsOfEveryKind } from './documents-of-every-kind';
import { explainedDifferences } from './explained-differences';
import { mutationsOf } from './mutations';

const documents = documentsOfEveryKind();
const MUTATIONS = 6_000;
const SEED = 17;

/** Every code for which the simulator's own rules refuse a document, the PAC's answer first. */
function simulatorCodes(root: XmlNode): string[] {
  if (structureFault(root)) return ['301'];
  return matrixBreaches(root).map(({ code }) => code);
}

/** Every code for which the product's validation refuses a document. */
function productCodes(root: XmlNode): string[] {
  try {
    const parsed = parseDocument(root);
    if (parsed.findings.length > 0) return ['301'];
    if (parsed.kind === 'comprobante33') throw new Error('no document here is a CFDI 3.3');
    const findings =
      parsed.kind === 'retenciones'
        ? validateRetenciones(parsed.document)
        : validateComprobante(parsed.document);
    return findings.map(({ code }) => code);
  } catch (error) {
    if (error instanceof StructureError) return ['301'];
    throw error;
  }
}

test.each(documents)('%s is accepted by both', (_name, root) => {
  expect({ simulator: simulatorCodes(root), product: productCodes(root) }).toEqual({
    simulator: [],
    product: [],
  });
});

test('both verdicts on thousands of mutated documents agree', () => {
  const differences: string[] = [];
  const answers = new Map<string, number>();
  for (const { what, root } of mutationsOf(documents, MUTATIONS, SEED)) {
    const product = productCodes(root);
    const simulator = simulatorCodes(root).filter(
      (code) => product.includes(code) || !explainedDifferences.has(code),
    );
    const answer = simulator[0] ?? 'accepted';
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
    const agree = simulator[0] ? product.includes(simulator[0]) : product.length === 0;
    if (!agree)
      differences.push(`${what}: simulator ${simulator.join()}, product ${product.join()}`);
  }
  expect(differences).toEqual([]);
  // The mutations reach far: many are harmless, and the refusals have more than a hundred codes.
  expect(answers.get('accepted')).toBeGreaterThan(MUTATIONS / 20);
  expect(answers.size).toBeGreaterThan(100);
});
