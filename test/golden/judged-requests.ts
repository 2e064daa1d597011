import { readXml, writeNode, type XmlNode } from '@timbre/cfdi';
import { hasSatSchemas, schemaFaultsOf } from '@timbre/testkit/client';
import {
  matrixBreaches,
  structureFault,
} from '../../services/authority-simulator/src/matrix/judgement';
import type { Mutation } from '../../services/authority-simulator/test/mutations';

/** The values that a seal provides. */
export const sealValues = {
  noCertificado: '30001000000500003416',
  certificado: 'MIIF',
  sello: 'c2Vsbw==',
};

/** The product's answer to a request: the codes of its issues, and the document if one can be built. */
export interface Answer {
  readonly codes: readonly string[];
  readonly xml?: string;
}

/** A mutated request, and the product's answer to it. */
export interface Mutant {
  readonly what: string;
  readonly answer: Answer;
}

/** Returns undefined if a broken rule makes the amounts of a document impossible to compute. */
export function documentOf<Document>(build: () => Document): Document | undefined {
  try {
    return build();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The codes with which the simulator refuses a document: 301 if it violates a schema, or the broken rules. */
export function codesOfSimulator(tree: XmlNode): string[] {
  if (structureFault(tree) !== undefined) return ['301'];
  return matrixBreaches(tree).map(({ code }) => code);
}

/** xmllint needs some thirty milliseconds for a document, so it judges one of so many. */
const sample = 40;

/**
 * The positions in a sample of the documents, with whether the document violates the SAT's schemas. The map is
 * empty without these schemas.
 */
function schemaFaultsIn(
  schema: string,
  documents: readonly string[],
): ReadonlyMap<number, boolean> {
  if (!hasSatSchemas) return new Map();
  const chosen = [...documents.entries()].filter(([index]) => index % sample === 0);
  const files = chosen.map(([index, xml]): [string, Buffer] => [`${index}.xml`, Buffer.from(xml)]);
  const faults = schemaFaultsOf(schema, new Map(files));
  return new Map(
    chosen.map(([index]) => [index, faults.includes(`/${index}.xml fails to validate`)]),
  );
}

/**
 * Whether the simulator judges otherwise than the SAT's schemas. The schemas list the codes of catalogues, which
 * the simulator judges by its rules.
 * @param isInvalid what the schemas say, if they were asked
 */
function isWrong(isInvalid: boolean | undefined, codes: readonly string[], tree: XmlNode): boolean {
  if (isInvalid === undefined) return false;
  return isInvalid ? codes.length === 0 : structureFault(tree) !== undefined;
}

/** What the product, the simulator and the SAT's schemas say differently about mutated requests. */
interface Differences {
  /** A sentence for each difference that has no explanation. */
  readonly unexplained: readonly string[];
  /** The explained codes that explain no difference. */
  readonly unused: readonly string[];
}

/**
 * Compares the judgement of the product with those of the simulator and, in a sample, of the SAT's schemas.
 * @param schema name of one of the SAT's schema files, without `.xsd`
 * @param explained the codes with which only the product refuses a request
 */
export function differencesIn(
  mutants: Iterable<Mutant>,
  schema: string,
  explained: ReadonlyMap<string, string>,
): Differences {
  const unexplained: string[] = [];
  const used = new Set<string>();
  const written = [...mutants].flatMap(({ what, answer: { codes, xml } }) => {
    if (xml === undefined && codes.length === 0) unexplained.push(`${what}: neither issue nor XML`);
    return xml === undefined ? [] : [{ what, codes, xml }];
  });
  const faults = schemaFaultsIn(schema, written.map(({ xml }) => xml)); // prettier-ignore
  for (const [index, { what, codes, xml }] of written.entries()) {
    const tree = readXml(xml);
    const broken = codesOfSimulator(tree);
    if (isWrong(faults.get(index), broken, tree)) unexplained.push(`${what}: schema and ${broken}`);
    if (broken.length > 0 && codes.length === 0) unexplained.push(`${what}: ${broken}`);
    if (broken.length > 0) continue;
    for (const code of codes) used.add(code);
    const others = codes.filter((code) => !explained.has(code));
    if (others.length > 0) unexplained.push(`${what}: only the product says ${others}`);
  }
  return { unexplained, unused: [...explained.keys()].filter((code) => !used.has(code)) };
}

/**
 * Returns the mutated documents, in a sample, that the simulator and the SAT's schemas judge differently.
 * @param schema name of one of the SAT's schema files, without `.xsd`
 */
export function misjudged(mutated: readonly Mutation[], schema: string): string[] {
  const faults = schemaFaultsIn(schema, mutated.map(({ root }) => writeNode(root))); // prettier-ignore
  return mutated
    .filter(({ root }, index) => isWrong(faults.get(index), codesOfSimulator(root), root))
    .map(({ what }) => what);
}
