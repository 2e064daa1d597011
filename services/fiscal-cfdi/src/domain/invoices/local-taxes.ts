import type { Comprobante, ImpuestosLocales, LocalTaxInput } from '@timbre/cfdi';
import { Decimal, decimalIssues, isFiscalText, type Issue } from '@timbre/fiscal';
import type { DraftInput } from '../drafting/draft';

/** The number of decimals that implocal.xsd allows for TasadeTraslado and TasadeRetencion. */
const rateDecimals = 2;
const rateMax = Decimal.from(100);
/**
 * The maximum length of a local tax's name; the schema has no limit, and actual names are short, such as `5
 * AL MILLAR`.
 */
const nameMax = 100;

const kinds = { transferred: 'traslado', withheld: 'retencion' } as const;

const isKind = (kind: string): kind is keyof typeof kinds => kind in kinds;

/** Converts the local taxes of a draft without issues. */
export const localTaxesOf = ({ localTaxes }: DraftInput): LocalTaxInput[] =>
  (localTaxes?.taxes ?? []).map(({ kind, name, rate, base }) => ({
    kind: kinds[kind as keyof typeof kinds],
    nombre: name,
    tasa: Decimal.from(rate),
    ...(base !== undefined && { base: Decimal.from(base) }),
  }));

/**
 * Checks the local taxes of a draft (implocal 1.0).
 * - local_tax_kind_unknown: a local tax must be either transferred or withheld
 * - text_invalid: the name has more than 100 characters, or a character that the SAT refuses
 * - number_invalid, too_small, too_large, too_many_decimals: a rate is above 0 and at most 100 percent, with
 *   two decimals; a base is above 0
 */
export function localTaxIssues({ localTaxes }: DraftInput): Issue[] {
  return (localTaxes?.taxes ?? []).flatMap(({ kind, name, rate, base }, index) => {
    const at = (field: string) => ['localTaxes', index, field];
    const issues: Issue[] = [
      ...rateIssues(rate, at('rate')),
      ...(base === undefined ? [] : decimalIssues(base, at('base'), { isPositive: true })),
    ];
    if (!isKind(kind)) {
      const message = 'A local tax must be transferred or withheld.';
      issues.push({ path: at('kind'), code: 'local_tax_kind_unknown', message });
    }
    if (!isFiscalText(name, nameMax)) {
      const message = `The name of a tax must have 1 to ${nameMax} characters and no |.`;
      issues.push({ path: at('name'), code: 'text_invalid', message });
    }
    return issues;
  });
}

/**
 * Checks the withheld local taxes against the amounts of the document.
 * - local_taxes_above_total: the withheld local taxes exceed the amount to pay
 */
export function withheldAboveTotal({ localTaxes }: DraftInput, { total }: Comprobante): Issue[] {
  if (!total.isNegative()) return [];
  return (localTaxes?.taxes ?? []).flatMap(({ kind, name }, index) => {
    if (kind !== 'withheld') return [];
    const message = `${name} and other withheld taxes leave a total of ${total}; correct rates and bases.`;
    return [{ path: ['localTaxes', index], code: 'local_taxes_above_total', message }];
  });
}

/**
 * Returns warnings about probable mistakes in local taxes.
 * - local_tax_base_above_subtotal: the base of the local tax exceeds the amount that the document charges
 */
export function localTaxWarnings(
  { localTaxes }: DraftInput,
  { subTotal, descuento = Decimal.zero }: Pick<Comprobante, 'subTotal' | 'descuento'>,
): Issue[] {
  const net = subTotal.minus(descuento);
  return (localTaxes?.taxes ?? []).flatMap(({ base }, index) => {
    if (base === undefined || Decimal.from(base).lessOrEqual(net)) return [];
    const path = ['localTaxes', index, 'base'];
    const message = `The taxed amount is above the subtotal less its discount, ${net}.`;
    return [{ path, code: 'local_tax_base_above_subtotal', message }];
  });
}

function rateIssues(text: string, path: (string | number)[]): Issue[] {
  const issues = decimalIssues(text, path, { isPositive: true });
  if (issues.length > 0) return issues;
  const rate = Decimal.from(text);
  if (rate.greaterThan(rateMax)) {
    return [{ path, code: 'too_large', message: 'A rate is a percentage up to 100.' }];
  }
  if (rate.trimmed().scale > rateDecimals) {
    const message = `A rate is a percentage with at most ${rateDecimals} decimals.`;
    return [{ path, code: 'too_many_decimals', message }];
  }
  return [];
}

/** A local tax in the form of the document's detail; decimals are text. */
export interface LocalTaxLine {
  kind: keyof typeof kinds;
  name: string;
  rate: string;
  amount: string;
}

/**
 * Returns the local taxes of a document, the transferred taxes first; undefined if it has no local taxes.
 */
export function localTaxLines(local: ImpuestosLocales | undefined): LocalTaxLine[] | undefined {
  if (!local) return undefined;
  return [
    ...(local.trasladosLocales ?? []).map((line) => ({
      kind: 'transferred' as const,
      name: line.impLocTrasladado,
      rate: line.tasadeTraslado.toString(),
      amount: line.importe.toString(),
    })),
    ...(local.retencionesLocales ?? []).map((line) => ({
      kind: 'withheld' as const,
      name: line.impLocRetenido,
      rate: line.tasadeRetencion.toString(),
      amount: line.importe.toString(),
    })),
  ];
}
