import { shortened } from './characters';
import { complementSchemas } from './complement-schemas';
import { parseShapes } from './complement-shapes';
import type { Shape, ShapeValue } from './complement-shapes';
import type { Expectation } from './complement-types';
import type { XmlNode } from './xml';

/** A violation of the SAT's schema in a complement. */
interface ComplementFault {
  /** The key of the text that describes the violation. */
  readonly key:
    | 'xml_not_beside'
    | 'xml_out_of_order'
    | 'xml_part_missing'
    | 'xml_part_unknown'
    | 'xml_part_unknown_of'
    | 'xml_repeated'
    | 'xml_text_not_allowed'
    | Expectation['key'];
  /** The values for the placeholders in the text. `at` is the path of the wrong element or attribute. */
  readonly values: Readonly<Record<string, string>>;
}

/** The maximum number of reported faults for one complement. A person cannot correct more faults at once. */
const faultsMax = 20;

let shapes: ReadonlyMap<string, Shape> | undefined;

/**
 * Returns up to 20 violations of the SAT's schema in a complement without a model. The list is empty for an
 * element that `complement-schemas.ts` does not describe. The function does not check the version.
 */
export function complementFaults(node: XmlNode): ComplementFault[] {
  // The notation is parsed when the first complement is checked, because most processes never check a
  // complement.
  shapes ??= parseShapes(complementSchemas);
  const shape = shapes.get(node.name);
  const faults: ComplementFault[] = [];
  if (!shape) return faults;
  for (const fault of faultsOf(node, shape, node.name)) {
    faults.push(fault);
    if (faults.length === faultsMax) break;
  }
  return faults;
}

function* faultsOf(node: XmlNode, shape: Shape, at: string): Generator<ComplementFault> {
  yield* attributeFaults(node, shape, at);
  yield* textFaults(node, shape, at);
  yield* childFaults(node, shape, at);
}

function* attributeFaults(
  { attributes }: XmlNode,
  shape: Shape,
  at: string,
): Generator<ComplementFault> {
  for (const [name, value] of shape.attributes) {
    const place = `${at}/@${name}`;
    const written = attributes[name];
    if (written !== undefined) yield* valueFaults(written, value, place);
    else if (value.isRequired) yield { key: 'xml_part_missing', values: { at: place } };
  }
  for (const name in attributes) {
    // Attributes of the schema instance namespace are allowed everywhere, and are not written.
    if (name.startsWith('xsi:') || shape.attributes.has(name)) continue;
    yield unknownPart(
      `${at}/@${shortened(name)}`,
      [...shape.attributes.keys()].map((one) => `@${one}`),
    );
  }
}

function* valueFaults(written: string, value: ShapeValue, at: string): Generator<ComplementFault> {
  const { type } = value;
  if (!type || type.accepts(value.read(written))) return;
  const { key, values } = type.expectation;
  yield { key, values: { ...values, at } };
}

function* textFaults({ text }: XmlNode, shape: Shape, at: string): Generator<ComplementFault> {
  if (shape.text) yield* valueFaults(text, shape.text, at);
  // An element without text and children is empty: the schema does not allow even blanks.
  else if (shape.children.length === 0 ? text !== '' : !shape.isMixed && /[^ \t\r\n]/.test(text))
    yield { key: 'xml_text_not_allowed', values: { at } };
}

function* childFaults(node: XmlNode, shape: Shape, at: string): Generator<ComplementFault> {
  const counts = new Map<Shape, number>();
  let last = 0;
  for (const child of node.children) {
    const index = shape.children.findIndex(({ name }) => name === child.name);
    const known = shape.children[index];
    if (!known) {
      yield unknownPart(`${at}/${shortened(child.name)}`, namesOf(shape));
      continue;
    }
    const count = (counts.get(known) ?? 0) + 1;
    counts.set(known, count);
    const place = `${at}/${known.name}${known.most > 1 ? `[${count}]` : ''}`;
    if (count === known.most + 1)
      yield { key: 'xml_repeated', values: { at: place, most: `${known.most}` } };
    if (shape.order === 'sequence' && index < last)
      yield { key: 'xml_out_of_order', values: { at: place, order: namesOf(shape).join(', ') } };
    last = Math.max(last, index);
    yield* faultsOf(child, known, place);
  }
  yield* countFaults(counts, shape, at);
}

function* countFaults(
  counts: ReadonlyMap<Shape, number>,
  shape: Shape,
  at: string,
): Generator<ComplementFault> {
  for (const child of shape.children)
    if (child.least > 0 && !counts.has(child))
      yield { key: 'xml_part_missing', values: { at: `${at}/${child.name}` } };
  const [first, second] = [...counts.keys()];
  if (shape.order === 'either' && first && second)
    yield { key: 'xml_not_beside', values: { at: `${at}/${second.name}`, other: first.name } };
}

const namesOf = ({ children }: Shape): string[] => children.map(({ name }) => name);

function unknownPart(at: string, allowed: readonly string[]): ComplementFault {
  if (allowed.length === 0) return { key: 'xml_part_unknown', values: { at } };
  return { key: 'xml_part_unknown_of', values: { at, allowed: allowed.join(', ') } };
}
