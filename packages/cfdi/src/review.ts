import { catalog, currency } from '@timbre/fiscal';
import type { CalendarDate } from '@timbre/fiscal';
import type { Comprobante } from './comprobante';
import { addFinding } from './finding';
import type { Finding, Path } from './finding';
import { sumConceptos } from './sums';
import type { Sums } from './sums';

/** The data of a taxpayer in the SAT's register. */
export interface Taxpayer {
  readonly nombre: string;
  readonly codigoPostal: string;
  /** The tax regimes of the taxpayer. If this list is absent, regimes are not compared. */
  readonly regimenes?: readonly string[];
}

export interface ReviewOptions {
  /**
   * Looks up a taxpayer in the SAT's register. Without the register, names and postal codes are not
   * compared.
   */
  readonly register?: (rfc: string) => Taxpayer | undefined;
}

/** A document under review, with the data that several rules use and the findings so far. */
export interface Review {
  readonly document: Comprobante;
  /** The day of issue. Catalogue codes must be in force on this day. */
  readonly date: CalendarDate;
  /** The decimals of `Moneda`; six, the maximum in the schema, if the currency is unknown. */
  readonly currencyDecimals: number;
  /** The sums of the concepts. */
  readonly sums: Sums;
  readonly options: ReviewOptions;
  readonly findings: Finding[];
}

export function openReview(
  document: Comprobante,
  options: ReviewOptions,
  findings: Finding[],
): Review {
  const date = document.fecha.slice(0, 10);
  const currencyDecimals = currency(document.moneda, date)?.decimals ?? 6;
  return {
    document,
    date,
    currencyDecimals,
    sums: sumConceptos(document.conceptos, currencyDecimals),
    options,
    findings,
  };
}

export function report(review: Review, code: string, path: Path, message: string): void {
  addFinding(review.findings, { code, path, message });
}

/** Builds a path; the function is called only if there is a finding. */
export type Where = () => Path;

/** Reports a code that is not in force in its catalogue. An absent value is not reported. */
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

/**
 * Whether a document of this type charges an amount: income, credit notes and payroll charge an
 * amount, transfers and payments do not.
 */
export function hasValue({ tipoDeComprobante }: Comprobante): boolean {
  return tipoDeComprobante !== 'T' && tipoDeComprobante !== 'P';
}

/** Whether the document has a complement of this vocabulary, stored as XML. */
export function hasComplement({ complemento }: Comprobante, prefix: string): boolean {
  return (complemento?.otros ?? []).some(({ name }) => name.startsWith(`${prefix}:`));
}
