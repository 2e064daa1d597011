import {
  Decimal,
  hasRfcCheckDigit,
  isCustomsNumberUnusual,
  readableDecimal,
  Rfc,
  type CalendarDate,
  type Issue,
} from '@timbre/fiscal';
import type { Item } from './item';
import { isGivenAway } from './item-tax';
import { foreignPlatform } from './reference-issues';

/**
 * The maximum number of units of a Cuota that one unit of a product may contain without a warning. No
 * product contains more liters, kilograms or cigarettes.
 */
const unitsMax = Decimal.from(10_000);

type Add = (field: string, code: string, message: string) => void;

/**
 * Warns of probable mistakes in items that the law allows.
 *
 * - property_tax_account_missing: an item that leases a building must state the property tax account of the
 *   building (CFF 29-A V c)
 * - customs_number_unusual: the customs number is more than ten years old, or its parts have different years
 * - third_party_rfc_check_digit: the last character of the third party's RFC is not its check digit; check
 *   the RFC for a typing error
 * - quantity_per_unit_unusual: one unit of the product contains more than 10,000 of the units to which the IEPS
 *   per unit (cuota) applies; check quantityPerUnit
 * - given_away_taxed: the discount is the whole price, so withholdings and IEPS are left out
 */
export function itemsWarnings(items: readonly Item[], today: CalendarDate): Issue[] {
  return items.flatMap((item, index) => {
    const warnings: Issue[] = [];
    const add: Add = (field, code, message) =>
      warnings.push({ path: ['items', index, field], code, message });
    referenceWarnings(item, today, add);
    taxWarnings(item, add);
    return warnings;
  });
}

function referenceWarnings(item: Item, today: CalendarDate, add: Add): void {
  const { activity, propertyTaxAccounts, customsNumbers = [], thirdParty } = item;
  if (activity === 'lease_real_estate' && !propertyTaxAccounts) {
    const message =
      'The lease of a building states its property tax account; add it if it has one.';
    add('propertyTaxAccounts', 'property_tax_account_missing', message);
  }
  if (customsNumbers.some((number) => isCustomsNumberUnusual(number, today))) {
    const message =
      'A customs number is of more than ten years ago, or the first digit of its last group is of another year.';
    add('customsNumbers', 'customs_number_unusual', message);
  }
  const rfc = Rfc.parse(thirdParty?.rfc ?? '');
  if (rfc && thirdParty?.rfc !== foreignPlatform.rfc && !hasRfcCheckDigit(rfc)) {
    const message = `The last character of ${rfc} is not its check digit; compare it with their constancia de situación fiscal.`;
    add('thirdParty', 'third_party_rfc_check_digit', message);
  }
}

function taxWarnings(item: Item, add: Add): void {
  const { taxes = [], withholdings = [] } = item;
  if (taxes.some(({ quantityPerUnit = '1' }) => isBeyond(quantityPerUnit))) {
    const message = `quantityPerUnit is above ${unitsMax}; it is what one unit of the product holds.`;
    add('taxes', 'quantity_per_unit_unusual', message);
  }
  const isReadable = [item.quantity, item.unitPrice, item.discount ?? '0'].every(readableDecimal);
  if (!isReadable || !isGivenAway(item) || taxes.length + withholdings.length === 0) return;
  const message = 'A discount takes the whole price, so nothing is taxed or withheld.';
  add('discount', 'given_away_taxed', message);
}

const isBeyond = (text: string): boolean => readableDecimal(text)?.greaterThan(unitsMax) === true;
