import { certain, itemAt } from '@timbre/fiscal';
import { addFinding } from './finding';
import type { Finding } from './finding';
import { prefixOf } from './grammar';
import type { ChildStep, Element } from './grammar';
import { structureFinding } from './place';
import type { Place } from './place';
import type { XmlNode } from './xml';

/*
 * The SAT's schemas have a closed content model. An element may have only the attributes and children in the
 * schema, in the order of the schema, and no text. Only Complemento, ComplementoConcepto and Addenda allow
 * elements of other vocabularies, and the content of an Addenda is not checked. Source: the XSD of each
 * vocabulary (no anyAttribute, no mixed content), read 2026-11-21.
 */

/**
 * Reports unknown attributes of an element. Attributes of the schema instance namespace are allowed in every
 * element.
 */
export function reportAttributes(
  findings: Finding[],
  node: XmlNode,
  known: Element<never>['attributes'],
  up: Place | undefined,
): void {
  for (const key in node.attributes) {
    if (key.startsWith('xsi:') || known.some((step) => step.name === key)) continue;
    addFinding(
      findings,
      structureFinding({ up, key }, `${node.name} does not allow the attribute ${key}`),
    );
  }
}

/**
 * Reports unknown children, and children in the wrong order. Returns a bit set of the present steps, which
 * `isAbsent` uses.
 */
export function reviewContent(
  findings: Finding[],
  element: Element<never>,
  node: XmlNode,
  up: Place | undefined,
): number {
  let last = 0;
  let seen = element.isOpen ? EVERY : 0;
  for (const { name } of node.children) {
    const at = element.order.get(name);
    if (at === undefined) {
      if (!element.isOpen || isOfOurs(element, name)) {
        const message = `${element.name} does not allow the element ${name}`;
        addFinding(findings, structureFinding({ up, key: name }, message));
      }
      continue;
    }
    seen |= 1 << at;
    if (at >= last) last = at;
    else if (element.isOrdered) {
      const { key } = itemAt(element.children, at);
      addFinding(findings, structureFinding({ up, key }, `${name} is out of order`));
    }
  }
  return seen;
}

const EVERY = -1;

/**
 * Whether the element lacks the attribute or child that the step describes. If an element has more than 32
 * steps, two steps share a bit. An absent step can then count as present, but a present step never counts as
 * absent.
 */
export function isAbsent(seen: number, at: number): boolean {
  return (seen & (1 << at)) === 0;
}

/**
 * Whether the element belongs to a vocabulary with a model. An element of a modeled vocabulary is checked
 * against its schema even where other vocabularies are allowed.
 */
function isOfOurs(element: Element<never>, name: string): boolean {
  const prefix = prefixOf(name);
  const names = [element.name, ...element.order.keys()];
  return prefix !== '' && names.some((known) => prefixOf(known) === prefix);
}

/** The only wrapper element for complements that must not be empty according to the schema. */
const COMPLEMENT_OF_CONCEPT = 'cfdi:ComplementoConcepto';

/** Checks that a wrapper appears at most once, contains at least one item, and contains nothing else. */
export function reviewWrappers(
  findings: Finding[],
  step: ChildStep,
  parent: XmlNode,
  place: Place,
): void {
  let count = 0;
  // An Addenda is added after the stamp and is not sealed. The author of an Addenda determines its content.
  if (!step.sealed) return;
  for (const wrapper of parent.children) {
    if (wrapper.name !== step.wrapper) continue;
    count += 1;
    reportAttributes(findings, wrapper, [], place);
    if (wrapper.text !== '') reportText(findings, wrapper, place);
    if (step.part === 'child') reviewItems(findings, step, wrapper, place);
    else if (step.wrapper === COMPLEMENT_OF_CONCEPT) reviewForeign(findings, wrapper, place);
  }
  if (count > 1) reportRepeated(findings, certain(step.wrapper, 'wrapper'), count, place);
}

/**
 * Checks a wrapper for elements of other vocabularies. The schema requires at least one element of another
 * vocabulary, and allows no element of the wrapper's own vocabulary.
 */
function reviewForeign(findings: Finding[], wrapper: XmlNode, place: Place): void {
  if (wrapper.children.length === 0)
    addFinding(findings, structureFinding(place, `${wrapper.name} is empty`));
  for (const { name } of wrapper.children) {
    if (prefixOf(name) !== prefixOf(wrapper.name)) continue;
    const message = `${wrapper.name} does not allow the element ${name}`;
    addFinding(findings, structureFinding({ up: place, key: name }, message));
  }
}

function reviewItems(
  findings: Finding[],
  { element, required }: Extract<ChildStep, { part: 'child' }>,
  wrapper: XmlNode,
  place: Place,
): void {
  let count = 0;
  for (const { name } of wrapper.children) {
    if (name === element.name) count += 1;
    else {
      const message = `${wrapper.name} does not allow the element ${name}`;
      addFinding(findings, structureFinding({ up: place, key: name }, message));
    }
  }
  // An empty wrapper element that the schema requires was already reported.
  if (count === 0 && !required)
    addFinding(findings, structureFinding(place, `${wrapper.name} is empty`));
}

export function reportRepeated(
  findings: Finding[],
  name: string,
  count: number,
  place: Place,
): void {
  addFinding(findings, structureFinding(place, `${name} appears ${count} times`));
}

/** Reports text that contains more than white space. */
export function reportText(
  findings: Finding[],
  { name, text }: XmlNode,
  up: Place | undefined,
): void {
  if (/[^ \t\r\n]/.test(text))
    addFinding(findings, structureFinding(up, `${name} does not allow text`));
}
