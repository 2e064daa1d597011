import {
  borderRateFault,
  Decimal,
  decimalIssues,
  isResicoRate,
  productKey,
  readableDecimal,
  Rfc,
  taxCodes,
  taxRateAllowed,
  taxRates,
  type CalendarDate,
  type Issue,
} from '@timbre/fiscal';
import type { TaxedItem } from './item';
import type { At, Sale } from './sale';
import { allowedTaxes } from './tax-object';

const { ISR, IVA, IEPS } = taxCodes;

/**
 * The data of a document that tax rules need. A product that is checked without a sale has no such data.
 */
type TaxSale = Pick<
  Sale,
  'issuer' | 'placeOfIssue' | 'receiverRfc' | 'isCorrection' | 'isGlobal'
> & {
  /** Whether the discount equals the whole price. */
  isGivenAway: boolean;
};

/**
 * Checks the tax rules of an item or a product.
 *
 * - taxes_not_allowed: the tax object of the item does not allow this tax (CFDI40172, CFDI140226, CFDI140227)
 * - taxes_required: the tax object of the item requires a tax that the item does not have (CFDI40171,
 *   CFDI140227)
 * - tax_rate_not_allowed: the rate is not a rate of this tax in c_TasaOCuota (CFDI40179, CFDI40185)
 * - border_stimulus_not_allowed: the IVA rate of 8 % is allowed only under the border stimulus
 * - iva_required: an item with this product key must have IVA (CFDI40164)
 * - ieps_required: an item with this product key must have IEPS (CFDI40164)
 * - and those of IEPS and of withholdings
 */
export function taxIssues(item: TaxedItem, at: At, today: CalendarDate, sale?: TaxSale): Issue[] {
  return [
    ...objectIssues(item, at, sale),
    ...ivaIssues(item, at, today, sale),
    ...iepsIssues(item, at, today),
    ...withholdingIssues(item, at, today, sale),
  ];
}

/** The SAT's codes for taxes that contradict a tax object; CFDI40172 is for all other tax objects. */
const satCodes: Readonly<Record<string, string>> = {
  '06': 'CFDI140226',
  '07': 'CFDI140227',
  '08': 'CFDI140226',
};

function objectIssues(item: TaxedItem, at: At, sale: TaxSale | undefined): Issue[] {
  const { taxObject, taxability, taxes = [], withholdings = [] } = item;
  if (taxObject === undefined) return [];
  const { iva, ieps, isr } = allowedTaxes(taxObject);
  const issues: Issue[] = [];
  const satCode = satCodes[taxObject] ?? 'CFDI40172';
  const refuse = (path: (string | number)[], tax: string) => {
    const message = `Tax object ${taxObject} is without ${tax}; leave it out or change taxObject.`;
    issues.push({ path, code: 'taxes_not_allowed', message, satCode });
  };
  if (taxability !== undefined && !iva) {
    refuse(at(item.taxRate === undefined ? 'taxability' : 'taxRate'), 'IVA');
  }
  if (taxes.length > 0 && !ieps) refuse(at('taxes'), 'IEPS');
  withholdings.forEach(({ type }, index) => {
    if (!(type === 'ISR' ? isr : iva)) refuse(at('withholdings', index), `${type} withheld`);
  });
  if (taxObject === '02' && sale?.isGivenAway) {
    const message = 'An item that is given away has no base of taxes; leave taxObject out.';
    issues.push({ path: at('taxObject'), code: 'taxes_required', message });
  }
  if (taxObject === '07' && (taxes.length === 0 || sale?.isGivenAway)) {
    const message = 'Tax object 07 demands IEPS; add it to taxes or change taxObject.';
    issues.push({ path: at('taxObject'), code: 'taxes_required', message, satCode });
  }
  return issues;
}

function ivaIssues(
  { taxability, taxRate, satProductCode }: TaxedItem,
  at: At,
  today: CalendarDate,
  sale: TaxSale | undefined,
): Issue[] {
  const issues: Issue[] = [];
  const add = (field: string, code: string, message: string) =>
    issues.push({ path: at(field), code, message });
  const rate = taxRate === undefined ? undefined : Decimal.parse(taxRate);
  if (rate && !taxRateAllowed(IVA, 'Tasa', rate, true, today)) {
    const message = `${taxRate} is not a rate of IVA; those in force are ${ivaRates(today)}.`;
    add('taxRate', 'tax_rate_not_allowed', message);
  }
  const fault =
    rate &&
    borderRateFault({
      rate,
      satProductCode,
      isGlobal: sale?.isGlobal,
      placeOfIssue: sale?.placeOfIssue,
      onDate: today,
      date: sale && !sale.isCorrection ? today : undefined,
    });
  if (fault !== undefined) add('taxRate', 'border_stimulus_not_allowed', fault);
  const isTaxed = taxability === 'standard' || taxability === 'zero';
  if (!isTaxed && productKey(satProductCode, today)?.iva === 'required') {
    const message = `The SAT requires IVA for product key ${satProductCode}.`;
    add('taxability', 'iva_required', message);
  }
  return issues;
}

/** Returns the IVA rates as text, for example `0, 0.08 and 0.16`. */
function ivaRates(today: CalendarDate): string {
  const rates = taxRates(today)
    .filter(({ taxCode, factor, isTransfer }) => taxCode === IVA && factor === 'Tasa' && isTransfer)
    .map(({ max }) => max.trimmed())
    .sort((one, other) => one.compare(other));
  return `${rates.slice(0, -1).join(', ')} and ${rates.at(-1)}`;
}

/**
 * - tax_type_unknown: this list does not accept the tax
 * - factor_unknown: the factor must be Tasa or Cuota
 * - number_invalid, too_small, too_many_decimals: the rate or quantityPerUnit is not a valid number above 0
 * - quantity_per_unit_not_allowed: only a tax with factor Cuota may have quantityPerUnit
 * - tax_repeated: the item has the same tax twice
 */
function iepsIssues({ taxes = [], satProductCode }: TaxedItem, at: At, today: CalendarDate) {
  const issues: Issue[] = [];
  const seen = new Set<string>();
  taxes.forEach(({ type, factor, rate: text, quantityPerUnit }, index) => {
    const add = (field: string, code: string, message: string) =>
      issues.push({ path: at('taxes', index, field), code, message });
    if (type !== 'IEPS') add('type', 'tax_type_unknown', 'The tax must be IEPS.');
    issues.push(...decimalIssues(text, at('taxes', index, 'rate')));
    const rate = readableDecimal(text);
    if (factor !== 'Tasa' && factor !== 'Cuota') {
      add('factor', 'factor_unknown', 'The factor must be Tasa or Cuota.');
    } else if (rate && !taxRateAllowed(IEPS, factor, rate, true, today)) {
      const message = `${text} is not a ${factor} of IEPS in c_TasaOCuota; write 8 % as 0.08.`;
      add('rate', 'tax_rate_not_allowed', message);
    }
    if (quantityPerUnit !== undefined) {
      const path = at('taxes', index, 'quantityPerUnit');
      issues.push(...decimalIssues(quantityPerUnit, path, { isPositive: true }));
      if (factor === 'Tasa') {
        const message = 'Only a Cuota has units; leave quantityPerUnit out.';
        add('quantityPerUnit', 'quantity_per_unit_not_allowed', message);
      }
    }
    const key = `${factor} ${rate?.trimmed()}`;
    if (seen.has(key)) add('rate', 'tax_repeated', 'The item already has this tax; give it once.');
    seen.add(key);
  });
  if (taxes.length === 0 && productKey(satProductCode, today)?.ieps === 'required') {
    const message = `The SAT requires IEPS for product key ${satProductCode}.`;
    issues.push({ path: at('taxes'), code: 'ieps_required', message });
  }
  return issues;
}

const resico = '626';

/**
 * - tax_type_unknown: this list does not accept the tax
 * - withholding_repeated: the item withholds the same tax twice
 * - withholding_without_iva: IVA is withheld, but no IVA is charged (LIVA 1-A)
 * - withholding_above_iva: the IVA withheld is more than the IVA charged (LIVA 1-A)
 * - withholding_not_allowed: the customer is the general public or a foreigner, who cannot withhold taxes
 * - resico_rate_not_allowed: ISR is withheld at 1.25 % only when a company pays a natural person in RESICO
 *   (CFDI140224, CFDI140225)
 */
function withholdingIssues(
  item: TaxedItem,
  at: At,
  today: CalendarDate,
  sale: TaxSale | undefined,
): Issue[] {
  const { withholdings = [], taxability } = item;
  const issues: Issue[] = [];
  const seen = new Set<string>();
  const isGeneric = Rfc.parse(sale?.receiverRfc ?? '')?.isGeneric() ?? false;
  withholdings.forEach(({ type, rate: text }, index) => {
    const add = (field: string, code: string, message: string) =>
      issues.push({ path: at('withholdings', index, field), code, message });
    const rate = readableDecimal(text);
    issues.push(...decimalIssues(text, at('withholdings', index, 'rate')));
    if (type !== 'IVA' && type !== 'ISR') {
      return add('type', 'tax_type_unknown', 'The tax must be IVA or ISR.');
    }
    if (seen.has(type)) add('type', 'withholding_repeated', `${type} is withheld once in an item.`);
    seen.add(type);
    if (isGeneric) {
      const message = 'A customer with a generic RFC does not withhold; send no withholdings.';
      add('type', 'withholding_not_allowed', message);
    }
    if (!rate) return;
    if (!taxRateAllowed(type === 'ISR' ? ISR : IVA, 'Tasa', rate, false, today)) {
      const message = `${text} is not a rate of ${type} withheld in c_TasaOCuota; write 10 % as 0.1.`;
      add('rate', 'tax_rate_not_allowed', message);
    }
    if (type === 'ISR' && sale && isResicoRate(rate, today)) {
      const fault = resicoFault(sale, `${rate.times(hundred).trimmed()} %`);
      if (fault !== undefined) add('rate', 'resico_rate_not_allowed', fault);
    }
    if (type !== 'IVA' || !allowedTaxes(item.taxObject).iva) return;
    if (taxability === undefined || taxability === 'exempt') {
      add('type', 'withholding_without_iva', 'Without IVA charged, none can be withheld.');
    } else if (rate.greaterThan(Decimal.parse(item.taxRate ?? '') ?? rate)) {
      const message = `More IVA would be withheld than is charged at ${item.taxRate}.`;
      add('rate', 'withholding_above_iva', message);
    }
  });
  return issues;
}

const hundred = Decimal.from(100);

function resicoFault({ issuer, receiverRfc }: TaxSale, percent: string): string | undefined {
  if (!issuer) return undefined;
  if (issuer.taxSystem !== resico || issuer.rfc.length !== 13) {
    return `ISR of ${percent} is withheld only from natural persons in regime 626.`;
  }
  if (receiverRfc === undefined || receiverRfc.length === 12) return undefined;
  return `Only companies withhold ISR of ${percent}; send no withholdings for this customer.`;
}
