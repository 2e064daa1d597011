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

/**
 * Returns all codes with which the simulator's own rules refuse a document. The PAC returns the first of
 * these codes.
 */
function simulatorCodes(root: XmlNode): string[] {
  if (structureFault(root)) return ['301'];
  return matrixBreaches(root).map(({ code }) => code);
}

/** Returns all codes with which the product's validation refuses a document. */
function productCodes(root: XmlNode): string[] {
  try {
    const parsed = parseDocument(root);
    if (parsed.findings.length > 0) return ['301'];
    if (parsed.kind === 'comprobante33' || parsed.kind === 'retenciones10')
      throw new Error('no document here is of an earlier version');
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

/**
 * Returns the document without the complements of its concepts, exports and withholdings, if only the
 * content of these complements breaks the schema. packages/cfdi keeps these complements as XML, and
 * packages/api validates their values before they are written (decisions 0478 and 0486).
 */
function comparable(root: XmlNode): XmlNode {
  if (!structureFault(root)) return root;
  const without = withoutComplements(root);
  return structureFault(without) ? root : without;
}

const withoutComplements = (node: XmlNode): XmlNode => ({
  ...node,
  children: node.children
    .filter(({ name }) => !isComplement(name, node.name))
    .map(withoutComplements),
});

const isComplement = (name: string, parent: string): boolean =>
  parent === 'retenciones:Complemento'
    ? name !== 'tfd:TimbreFiscalDigital'
    : name === 'cfdi:ComplementoConcepto' || name === 'cce20:ComercioExterior';

/**
 * Returns whether a code belongs to Comercio Exterior, whose rules packages/api checks before the
 * complement is written.
 */
const isOfTrade = (code: string): boolean => code.startsWith('CCE');

test.each(documents)('the simulator and the product accept %s', (_name, root) => {
  expect({ simulator: simulatorCodes(root), product: productCodes(root) }).toEqual({
    simulator: [],
    product: [],
  });
});

test('the simulator and the product report the same codes for thousands of mutated documents', () => {
  const differences: string[] = [];
  const explained = new Set<string>();
  const answers = new Map<string, number>();
  for (const { what, root: mutated } of mutationsOf(documents, MUTATIONS, SEED)) {
    const root = comparable(mutated);
    const simulator = new Set(simulatorCodes(root).filter((code) => !isOfTrade(code)));
    const product = new Set(productCodes(root));
    const [answer = 'accepted'] = simulator;
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
    const differing = [...simulator, ...product].filter(
      (code) => !simulator.has(code) || !product.has(code),
    );
    for (const code of differing) explained.add(code);
    if (differing.every((code) => explainedDifferences.has(code))) continue;
    differences.push(`${what}: simulator ${[...simulator]}, product ${[...product]}`);
  }
  expect(differences).toEqual([]);
  // Every explained difference must still occur, because a stale explanation would hide a new difference.
  expect([...explainedDifferences.keys()].filter((code) => !explained.has(code))).toEqual([]);
  // The mutations must be diverse: many keep the document valid, and the others are refused with more than
  // a hundred different codes.
  expect(answers.get('accepted')).toBeGreaterThan(MUTATIONS / 20);
  expect(answers.size).toBeGreaterThan(100);
});
