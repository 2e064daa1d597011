import { catalog, currency } from '@timbre/fiscal';
import type { CalendarDate } from '@timbre/fiscal';
import type { Comprobante } from './comprobante';
import type { Finding, Path } from './finding';
import { sumConceptos } from './sums';
import type { Sums } from './sums';

/** A taxpayer as the SAT's register has it. */
export interface Taxpayer {
  readonly nombre: string;
  readonly codigoPostal: string;
  /** Regimes it is enrolled in; not compared when absent. */
  readonly regimenes?: readonly string[];
}

export interface ReviewOptions {
  /** The SAT's register. Without it names and postal codes are not compared. */
  readonly register?: (rfc: string) => Taxpayer | undefined;
}

/** One document under review, with what every rule needs and the findings so far. */
export interface Review {
  readonly document: Comprobante;
  /** Day of issue: catalogues are asked for what was in force then. */
  readonly date: CalendarDate;
  /** Decimals of `Moneda`; the schema's six when the currency is unknown. */
  readonly currencyDecimals: number;
  /** What the concepts add up to. */
  readonly sums: Sums;
  readonly options: ReviewOptions;
  readonly findings: Finding[];
}

export function openReview(document: Comprobante, options: ReviewOptions): Review {
  const currencyDecimals = currency(document.moneda)?.decimals ?? 6;
  return {
    document,
    date: document.fecha.slice(0, 10),
    currencyDecimals,
    sums: sumConceptos(document.conceptos, currencyDecimals),
    options,
    findings: [],
  };
}

export function report(review: Review, code: string, path: Path, message: string): void {
  review.findings.push({ code, path, message });
}

/** Where something is; asked only when there is something to say about it. */
export type Where = () => Path;

/** Reports a code that its catalogue does not have in force; an absent value is no matter here. */
export function checkCode(
  review: Review,
  name: string,
  value: string | undefined,
  code: string,
  path: Path | Where,
): void {
  if (value === undefined || isInForce(review, name, value)) return;
  const where = typeof path === 'function' ? path() : path;
  report(review, code, where, `${value} is not a code of ${name} in force on ${review.date}`);
}

export function isInForce(review: Review, name: string, value: string): boolean {
  return catalog(name)?.isActive(value, review.date) ?? false;
}

/** Income, credit notes and payroll carry value; transfers and payments do not. */
export function hasValue({ tipoDeComprobante }: Comprobante): boolean {
  return tipoDeComprobante !== 'T' && tipoDeComprobante !== 'P';
}

/** Whether the document has a complement of this vocabulary that the model keeps as XML. */
export function hasComplement({ complemento }: Comprobante, prefix: string): boolean {
  return (complemento?.otros ?? []).some(({ name }) => name.startsWith(`${prefix}:`));
}
