import type { SimpleType } from './simple-types';
import type { XmlNode } from './xml';

/*
 * The description of each element is used in four ways: to write the XML, to write the cadena original, to
 * read the model and to check its structure. The parts are in the order of the cadena in the SAT's
 * stylesheets. For child elements, this is also the order of the schema's sequence.
 */

/** An attribute. */
export interface AttributePart<V> {
  readonly part: 'attribute';
  readonly name: string;
  readonly type: SimpleType<V>;
  readonly required: boolean;
  /** Whether the cadena includes the attribute; false for the seal and the certificate. */
  readonly sealed: boolean;
}

/**
 * A child element of the described element. `wrapper` is the name of the element that encloses repeated
 * children, such as `cfdi:Conceptos`.
 */
export interface ChildPart<V> {
  readonly part: 'child';
  readonly element: Element<V>;
  readonly wrapper?: string;
  readonly many: boolean;
  readonly required: boolean;
  readonly sealed: boolean;
}

/**
 * Child elements that the model stores as XML. If `wrapper` is absent, this step accepts all elements that
 * no other step describes.
 */
export interface RawPart {
  readonly part: 'raw';
  readonly wrapper?: string;
  readonly sealed: boolean;
}

type Inner<V> = V extends readonly (infer Item)[] ? Item : V;

/**
 * The descriptions that are allowed for a field's type. The TypeScript types in this file ensure that the
 * model and the grammar are consistent.
 */
type PartOf<V> = V extends readonly XmlNode[]
  ? RawPart
  : V extends string | number | { readonly scale: number }
    ? AttributePart<V>
    : ChildPart<Inner<V>>;

export type PartsOf<T> = { readonly [K in keyof Required<T>]: PartOf<Exclude<T[K], undefined>> };

export type Step = (AttributePart<never> | ChildPart<never> | RawPart) & {
  readonly key: string;
  readonly foreign: boolean;
};
export type AttributeStep = Extract<Step, { part: 'attribute' }> & {
  /**
   * The text before the value of the first attribute: the blank, the name and the opening quote.
   */
  readonly first: string;
  readonly next: string;
};
export type ChildStep = Exclude<Step, { part: 'attribute' }>;

/** Whether the element of the step has a different namespace, which the document must declare. */
function isForeign(parent: string, step: Step): boolean {
  return step.part === 'child' && prefixOf(step.element.name) !== prefixOf(parent);
}

export function prefixOf(name: string): string {
  return name.slice(0, Math.max(name.indexOf(':'), 0));
}

/** The description of one element and of its model type `T`. */
export interface Element<T> {
  readonly name: string;
  /** The texts `<name` and `</name>`, computed in advance because they are written very often. */
  readonly open: string;
  readonly close: string;
  readonly steps: readonly Step[];
  readonly attributes: readonly AttributeStep[];
  readonly children: readonly ChildStep[];
  /**
   * Whether all attributes precede the children in the cadena. If this is true, one pass writes both the
   * XML and the cadena.
   */
  readonly attributesFirst: boolean;
  /** The position of each allowed child or wrapper in the schema's sequence, keyed by its name. */
  readonly order: ReadonlyMap<string, number>;
  /** Whether the children must be in the order of the schema's sequence. */
  readonly isOrdered: boolean;
  /** Whether the element may also contain elements of other vocabularies. */
  readonly isOpen: boolean;
  /** A member for types only, which connects the description with its model type. */
  readonly model?: (value: T) => void;
}

/**
 * Describes the element `name`. The keys of the description are the field names of `T`. `isOrdered: false`
 * is for a sequence that can repeat as a whole.
 */
export function element<T>(
  name: string,
  parts: PartsOf<T>,
  options?: { isOrdered: false },
): Element<T> {
  const steps = Object.entries(parts).map(([key, part]): Step => {
    const step = { ...(part as Step), key };
    return { ...step, foreign: isForeign(name, step) };
  });
  return { ...elementOf(name, steps), ...options } as Element<T>;
}

function isAttribute(step: Step): boolean {
  return step.part === 'attribute';
}

/** Builds a description from steps. `element` is the typed variant of this function. */
export function elementOf(name: string, steps: readonly Step[]): Element<never> {
  const attributes = steps
    .filter((step) => step.part === 'attribute')
    .map((step) => ({ ...step, first: ` ${step.name}="`, next: `" ${step.name}="` }));
  const attributesFirst = steps.slice(0, attributes.length).every(isAttribute);
  const children = steps.filter((step): step is ChildStep => step.part !== 'attribute');
  const isOpen = children.some((step) => childName(step) === undefined);
  return {
    name,
    open: `<${name}`,
    close: `</${name}>`,
    steps,
    attributes,
    children,
    attributesFirst,
    order: orderOf(children),
    // The complements of a document can be in any order.
    isOrdered: !isOpen,
    isOpen,
  };
}

function orderOf(children: readonly ChildStep[]): ReadonlyMap<string, number> {
  const order = new Map<string, number>();
  children.forEach((step, at) => {
    const name = childName(step);
    if (name !== undefined) order.set(name, at);
  });
  return order;
}

/** The element name of a step; undefined for the step that accepts all remaining elements. */
function childName(step: ChildStep): string | undefined {
  return step.wrapper ?? (step.part === 'raw' ? undefined : step.element.name);
}

export function required<V>(name: string, type: SimpleType<V>): AttributePart<V> {
  return { part: 'attribute', name, type, required: true, sealed: true };
}

export function optional<V>(name: string, type: SimpleType<V>): AttributePart<V> {
  return { part: 'attribute', name, type, required: false, sealed: true };
}

/** Describes a required attribute that the cadena excludes. */
export function unsealed<V>(name: string, type: SimpleType<V>): AttributePart<V> {
  return { part: 'attribute', name, type, required: true, sealed: false };
}

/** Describes a child that occurs exactly once. */
export function one<V>(child: Element<V>): ChildPart<V> {
  return { part: 'child', element: child, many: false, required: true, sealed: true };
}

/**
 * Describes an optional child. With `sealed: false`, the cadena excludes the child, such as the TFD.
 */
export function maybe<V>(child: Element<V>, options?: { sealed: boolean }): ChildPart<V> {
  const sealed = options?.sealed ?? true;
  return { part: 'child', element: child, many: false, required: false, sealed };
}

/**
 * Describes repeated children directly inside the parent: any number of children, or at least one with
 * `least: 1`.
 */
export function several<V>(child: Element<V>, options?: { least: 1 }): ChildPart<V> {
  const isRequired = options !== undefined;
  return { part: 'child', element: child, many: true, required: isRequired, sealed: true };
}

/** Describes one or more children inside a required wrapper element. */
export function list<V>(wrapper: string, child: Element<V>): ChildPart<V> {
  return { part: 'child', element: child, wrapper, many: true, required: true, sealed: true };
}

/**
 * Describes any number of children inside a wrapper element. The wrapper is omitted if there are no
 * children.
 */
export function maybeList<V>(wrapper: string, child: Element<V>): ChildPart<V> {
  return { part: 'child', element: child, wrapper, many: true, required: false, sealed: true };
}

/** Describes elements without a model, which are stored as XML. */
export function raw(wrapper?: string, options?: { sealed: boolean }): RawPart {
  const sealed = options?.sealed ?? true;
  return wrapper === undefined ? { part: 'raw', sealed } : { part: 'raw', wrapper, sealed };
}
