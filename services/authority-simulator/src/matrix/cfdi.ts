import { Decimal, type CalendarDate } from '@timbre/fiscal';
import { amountOf, amountOrZero, childOf, childrenAt, valueOf, type Node } from '../schema/node';
import { decimalsOf } from './catalogue';

/** A concept (Concepto), together with its document and its tax elements. */
export interface Concept {
  readonly cfdi: Cfdi;
  readonly node: Node;
  readonly taxes: Node | undefined;
  readonly transfers: readonly Node[];
  readonly withholdings: readonly Node[];
}

/** The unrounded sums of the transferred taxes, one for each combination of tax, factor and rate. */
interface TransferSum {
  readonly isExempt: boolean;
  base: Decimal;
  importe: Decimal;
}

/** A CFDI with the values that many rules read. */
export interface Cfdi {
  readonly root: Node;
  readonly type: string;
  /** The date of Fecha, for which catalogue entries are looked up. */
  readonly on: CalendarDate;
  /** The number of decimals of the document's currency (Moneda). */
  readonly decimals: number;
  /**
   * True if the document has amounts, which is the case for types I, E and N. The amounts of types T and P
   * are zero.
   */
  readonly hasValue: boolean;
  readonly issuer: Node | undefined;
  readonly receiver: Node | undefined;
  readonly concepts: readonly Concept[];
  readonly summary: Node | undefined;
  readonly summaryTransfers: readonly Node[];
  readonly summaryWithholdings: readonly Node[];
  readonly complements: readonly Node[];
  readonly transferred: ReadonlyMap<string, TransferSum>;
  readonly withheld: ReadonlyMap<string, Decimal>;
}

export function readCfdi(root: Node): Cfdi {
  const type = valueOf(root, 'TipoDeComprobante') ?? '';
  const summary = childOf(root, 'cfdi:Impuestos');
  const concepts: Concept[] = [];
  const transferred = new Map<string, TransferSum>();
  const withheld = new Map<string, Decimal>();
  const on = (valueOf(root, 'Fecha') ?? '').slice(0, 10);
  const cfdi: Cfdi = {
    root,
    type,
    on,
    decimals: decimalsOf(valueOf(root, 'Moneda') ?? '', on),
    hasValue: 'IEN'.includes(type),
    issuer: childOf(root, 'cfdi:Emisor'),
    receiver: childOf(root, 'cfdi:Receptor'),
    concepts,
    summary,
    summaryTransfers: childrenAt(summary, 'cfdi:Traslados', 'cfdi:Traslado'),
    summaryWithholdings: childrenAt(summary, 'cfdi:Retenciones', 'cfdi:Retencion'),
    complements: childOf(root, 'cfdi:Complemento')?.children ?? [],
    transferred,
    withheld,
  };
  for (const node of childrenAt(root, 'cfdi:Conceptos', 'cfdi:Concepto')) {
    const taxes = childOf(node, 'cfdi:Impuestos');
    const transfers = childrenAt(taxes, 'cfdi:Traslados', 'cfdi:Traslado');
    const withholdings = childrenAt(taxes, 'cfdi:Retenciones', 'cfdi:Retencion');
    concepts.push({ cfdi, node, taxes, transfers, withholdings });
    for (const line of transfers) addTransfer(transferred, line);
    for (const line of withholdings) addWithheld(withheld, line);
  }
  return cfdi;
}

function addTransfer(sums: Map<string, TransferSum>, line: Node): void {
  const key = transferKey(line);
  const isExempt = valueOf(line, 'TipoFactor') === 'Exento';
  const sum = sums.get(key) ?? { isExempt, base: Decimal.zero, importe: Decimal.zero };
  sum.base = sum.base.plus(amountOrZero(line, 'Base'));
  sum.importe = sum.importe.plus(amountOrZero(line, 'Importe'));
  sums.set(key, sum);
}

function addWithheld(sums: Map<string, Decimal>, line: Node): void {
  const tax = valueOf(line, 'Impuesto') ?? '';
  sums.set(tax, (sums.get(tax) ?? Decimal.zero).plus(amountOrZero(line, 'Importe')));
}

/**
 * Returns the combination of tax, factor and rate of a transferred tax. The tax summary has one entry for
 * each combination of tax, factor and rate.
 */
export function transferKey(line: Node): string {
  const rate = amountOf(line, 'TasaOCuota')?.round(6) ?? '';
  return `${valueOf(line, 'Impuesto')} ${valueOf(line, 'TipoFactor')} ${rate}`;
}

/**
 * Returns the sum of an attribute over several nodes, not rounded; undefined if no node has the attribute.
 */
export function sumOf(nodes: readonly Node[], name: string): Decimal | undefined {
  let sum: Decimal | undefined;
  for (const node of nodes) {
    const amount = amountOf(node, name);
    if (amount) sum = sum ? sum.plus(amount) : amount;
  }
  return sum;
}

export function complementsNamed({ complements }: Cfdi, name: string): readonly Node[] {
  return complements.filter((one) => one.name === name);
}

/** An element of a complement, together with the complement. */
export interface PartOf<Complement> {
  readonly of: Complement;
  readonly node: Node;
}

/** Returns a function that lists the elements of one kind in all complements of a document. */
export const partsIn =
  <Complement>(complements: (cfdi: Cfdi) => readonly Complement[]) =>
  (nodes: (complement: Complement) => readonly Node[]) =>
  (cfdi: Cfdi): readonly PartOf<Complement>[] =>
    complements(cfdi).flatMap((of) => nodes(of).map((node) => ({ of, node })));

export function hasComplement({ complements }: Cfdi, ...prefixes: readonly string[]): boolean {
  return complements.some(({ name }) => prefixes.includes(name.slice(0, name.indexOf(':'))));
}
