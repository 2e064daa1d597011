import { firstIn } from '@timbre/fiscal';
import type {
  Complemento,
  Comprobante,
  Concepto,
  ConceptoImpuestos,
  Emisor,
  Impuestos,
  Traslado,
} from './comprobante';
import { comprobanteElement } from './comprobante-grammar';
import type { ChildPart, Element, Step } from './grammar';
import { elementOf, several } from './grammar';
import type { Pagos10 } from './pagos10';
import { pagos10Element } from './pagos10';
import { parseRoot, rootOf } from './parse';
import type { Parsed, Source } from './parse';
import { pattern } from './simple-types';
import type { ReadLimits, XmlNode } from './xml';

type New = 'exportacion' | 'informacionGlobal';
type Changed = 'emisor' | 'receptor' | 'conceptos' | 'impuestos' | 'complemento';

/**
 * A CFDI 3.3, which was in force until 2023-03-31. Timbre can only read CFDI 3.3, which lacks the
 * fields that version 4.0 added.
 */
export interface Comprobante33 extends Omit<Comprobante, New | Changed> {
  readonly emisor: Omit<Emisor, 'nombre' | 'facAtrAdquirente'> & { readonly nombre?: string };
  readonly receptor: Receptor33;
  readonly conceptos: readonly Concepto33[];
  readonly impuestos?: Omit<Impuestos, 'traslados'> & {
    readonly traslados?: readonly Traslado33[];
  };
  readonly complemento?: Complemento33;
}

/** The payments in a CFDI 3.3 use Pagos 1.0. */
interface Complemento33 extends Omit<Complemento, 'pagos'> {
  readonly pagos10?: readonly Pagos10[];
}

interface Receptor33 {
  readonly rfc: string;
  readonly nombre?: string;
  readonly residenciaFiscal?: string;
  readonly numRegIdTrib?: string;
  readonly usoCfdi: string;
}

interface Concepto33 extends Omit<Concepto, 'objetoImp' | 'aCuentaTerceros'> {
  readonly impuestos?: ConceptoImpuestos;
}

/** In version 3.3, the taxes of the summary have no bases. */
type Traslado33 = Omit<Traslado, 'base'>;

/** Attributes of version 4.0 that version 3.3 does not have. Source: cfdv33.xsd. */
const REMOVED: Readonly<Record<string, readonly string[]>> = {
  'cfdi:Comprobante': ['exportacion', 'informacionGlobal'],
  'cfdi:Emisor': ['facAtrAdquirente'],
  'cfdi:Receptor': ['domicilioFiscalReceptor', 'regimenFiscalReceptor'],
  'cfdi:Concepto': ['objetoImp', 'aCuentaTerceros'],
};
const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  'cfdi:Emisor': ['nombre'],
  'cfdi:Receptor': ['nombre'],
  'cfdi:Traslado': ['base'],
};

/**
 * Derives the grammar of version 3.3 from version 4.0. The cadenas of both versions have the same
 * order.
 * @param isOfConcepto whether the element is inside a concept, whose taxes are the same as in
 * version 4.0
 */
function in33(element: Element<never>, isOfConcepto = false): Element<never> {
  const { name } = element;
  if (!name.startsWith('cfdi:')) return element;
  const removed = REMOVED[name] ?? [];
  const optional = (!isOfConcepto && OPTIONAL[name]) || [];
  const isInside = isOfConcepto || name === 'cfdi:Concepto';
  const steps = element.steps
    .filter(({ key }) => !removed.includes(key))
    .map((step) => stepIn33(step, optional.includes(step.key), isInside));
  return elementOf(renamed(name), steps);
}

/** The complement Pagos 1.0, which a CFDI 4.0 cannot contain. */
const pagos10: Step = {
  ...(several(pagos10Element) as ChildPart<never>),
  key: 'pagos10',
  foreign: true,
};

function stepIn33(step: Step, isOptional: boolean, isOfConcepto: boolean): Step {
  if (step.part === 'attribute') {
    // The cast is necessary, because the type of a step does not contain the type of its attribute
    // value.
    if (step.name === 'Version') return { ...step, type: pattern(/3\.3/, '"3.3"') as never };
    return isOptional ? { ...step, required: false } : step;
  }
  if (step.key === 'pagos') return pagos10;
  const wrapper = step.wrapper === undefined ? {} : { wrapper: renamed(step.wrapper) };
  if (step.part === 'raw') return { ...step, ...wrapper };
  return { ...step, ...wrapper, element: in33(step.element, isOfConcepto) };
}

function renamed(name: string): string {
  return name.replace(/^cfdi:/, 'cfdi33:');
}

export const comprobante33Element = in33(comprobanteElement) as Element<Comprobante33>;

/** Reads a CFDI 3.3. Throws the same errors as `parseComprobante`. */
export function parseComprobante33(source: Source, limits?: ReadLimits): Parsed<Comprobante33> {
  const root = rootOf(source, limits);
  return { ...parseRoot(comprobante33Element, withOneComplement(root)), root };
}

type Attributes = XmlNode['attributes'];

/**
 * Merges the Complemento elements of a CFDI 3.3, which may have several of these elements, into one
 * element.
 */
function withOneComplement(root: XmlNode): XmlNode {
  const name = 'cfdi33:Complemento';
  const complements = root.children.filter((child) => child.name === name);
  if (complements.length < 2) return root;
  const merged = {
    ...firstIn(complements),
    attributes: Object.assign({}, ...complements.map(({ attributes }) => attributes)) as Attributes,
    children: complements.flatMap(({ children }) => children),
    text: complements.map(({ text }) => text).join(''),
  };
  const children = root.children.map((child) => (child === complements[0] ? merged : child));
  return { ...root, children: children.filter((child) => !complements.includes(child)) };
}
