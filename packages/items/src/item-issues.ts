import {
  Decimal,
  decimalIssues,
  isFiscalText,
  readableDecimal,
  receiptKey,
  requiredCatalog,
  requiredComplement,
  Rfc,
  type Issue,
} from '@timbre/fiscal';
import { componentIssues } from './component';
import { referenceIssues } from './reference-issues';
import type { Item, ItemInput } from './item';
import { isGivenAway, unitsOf } from './item-tax';
import { placeOf, type At, type Sale } from './sale';
import { taxIssues } from './tax-issues';

/** The maximum length of Descripcion. */
const descriptionMax = 1000;
/** The product key of payroll in c_ClaveProdServ. */
const payrollKey = '84111505';
/** The API field of the complement that fuels require. */
const ofFuels = 'hydrocarbons';

/**
 * Checks the rules for the items of a document.
 *
 * - items_missing, and the issues of each item
 * @param inputs the items as the client sent them
 */
export function itemsIssues(
  items: readonly Item[],
  inputs: readonly ItemInput[],
  sale: Sale,
): Issue[] {
  if (items.length > 0) {
    return items.flatMap((item, index) => itemIssues(item, index, inputs[index], sale));
  }
  const message = 'A document must have at least one item.';
  return [{ path: ['items'], code: 'items_missing', message }];
}

/**
 * Checks the rules for one item. Faults in the data of a product are reported at the `productId` of the
 * item.
 *
 * - number_invalid, too_small, too_many_decimals: the value is not a valid number, for example a quantity
 *   that is not above 0, or a price or a discount below 0
 * - unit_price_zero: an item of an invoice must have a unit price above 0 (CFDI40166)
 * - discount_too_large: the discount is larger than the amount of the item (CFDI40169)
 * - price_below_taxes: the price includes tax, but it is not above the item's IEPS per unit (cuota) with IVA;
 *   raise the price
 * - text_invalid: a description of more than 1000 characters, or with a character that the SAT refuses
 * - product_sat_codes_missing: the product has no SAT product key or no SAT unit
 * - product_key_not_in_catalog, unit_not_in_catalog: the code is not an active code of the SAT's catalog
 * - product_key_not_allowed: this product key is reserved for payroll or for the receipts of a global
 *   invoice; use the key of what is sold
 * - complement_required: the document or its key requires a complement
 * - and those of taxIssues, referenceIssues and componentIssues
 */
function itemIssues(item: Item, index: number, input: ItemInput | undefined, sale: Sale): Issue[] {
  const own: At = (field, ...rest) => ['items', index, field, ...rest];
  const at = placeOf(item.kind, index, input);
  const amounts = amountIssues(item, own, sale.isPriced);
  return [
    ...amounts,
    ...descriptionIssues(item, at),
    ...keyIssues(item, at, sale),
    ...(sale.isPriced ? chargedIssues(item, own, at, sale, amounts.length === 0) : []),
    ...(sale.isPriced ? [] : uncharged(input, own)),
    ...referenceIssues(item, at, sale.today, sale),
    ...componentIssues(item.components, own, sale.today),
  ];
}

/** Checks the rules for taxes. A rule about an amount applies only if the amount is readable. */
function chargedIssues(item: Item, own: At, at: At, sale: Sale, isReadable: boolean): Issue[] {
  const isGiven = isReadable && isGivenAway(item);
  const taxes = taxIssues(item, at, sale.today, { ...sale, isGivenAway: isGiven });
  return isReadable && taxes.length === 0 ? priceIssues(item, own) : taxes;
}

/**
 * Rejects taxes that the client sends in a document without charges. The taxes of products in such a
 * document are omitted.
 */
function uncharged(input: ItemInput | undefined, at: At): Issue[] {
  const { withholdings, taxes, taxObject } = input ?? {};
  const fields = [
    ...(withholdings?.entries.length ? ['withholdings'] : []),
    ...(taxes?.entries.length ? ['taxes'] : []),
    ...(taxObject === undefined || taxObject === '01' ? [] : ['taxObject']),
  ];
  return fields.map((field) => {
    const message = `A transfer charges nothing, so it is without taxes; leave ${field} out.`;
    return { path: at(field), code: 'taxes_not_allowed', message };
  });
}

function amountIssues(item: Item, at: At, isPriced: boolean): Issue[] {
  const { quantity, unitPrice, discount = '0' } = item;
  const issues = [
    ...decimalIssues(quantity, at('quantity'), { isPositive: true }),
    ...decimalIssues(unitPrice, at('unitPrice')),
    ...decimalIssues(discount, at('discount')),
  ];
  const price = readableDecimal(unitPrice);
  if (isPriced && price?.isZero()) {
    const message = 'The price of an item must be above 0.';
    issues.push({ path: at('unitPrice'), code: 'unit_price_zero', message });
  }
  if (issues.length > 0 || !price) return issues;
  const amount = Decimal.from(quantity).times(price);
  if (Decimal.from(discount).greaterThan(amount)) {
    const message = `The discount is above the amount of the item, ${amount}.`;
    issues.push({ path: at('discount'), code: 'discount_too_large', message });
  }
  return issues;
}

/**
 * A fixed tax per unit (Cuota) does not depend on the price. A price with tax included must therefore exceed
 * the Cuota plus its IVA.
 */
function priceIssues(item: Item, at: At): Issue[] {
  const quotas = (item.taxes ?? []).filter(({ factor }) => factor === 'Cuota');
  if (!item.taxIncluded || quotas.length === 0 || isGivenAway(item)) return [];
  const { quantity, unitPrice, discount = '0', taxRate = '0' } = item;
  const charged = Decimal.from(quantity)
    .times(Decimal.from(unitPrice))
    .minus(Decimal.from(discount));
  const due = Decimal.sum(
    quotas.map(({ rate, quantityPerUnit }) =>
      unitsOf(quantity, quantityPerUnit).times(Decimal.from(rate)),
    ),
  ).times(Decimal.one.plus(Decimal.from(taxRate)));
  if (charged.greaterThan(due)) return [];
  const message = `The price with tax included must be above its quota of IEPS with IVA, ${due}.`;
  return [{ path: at('unitPrice'), code: 'price_below_taxes', message }];
}

function descriptionIssues({ description }: Item, at: At): Issue[] {
  if (isFiscalText(description, descriptionMax)) return [];
  const message = `A description must have 1 to ${descriptionMax} characters and no |.`;
  return [{ path: at('description'), code: 'text_invalid', message }];
}

function keyIssues(
  { satProductCode, satUnitCode, complements }: Item,
  at: At,
  sale: Sale,
): Issue[] {
  const issues: Issue[] = [];
  const add = (field: string, code: string, message: string) =>
    issues.push({ path: at(field), code, message });
  if (satProductCode === '' || satUnitCode === '') {
    const message = 'The product has no SAT product key or no SAT unit.';
    add('satProductCode', 'product_sat_codes_missing', message);
  }
  const isUnknown = (catalog: string, code: string) =>
    code !== '' && !requiredCatalog(catalog).isActive(code, sale.today);
  if (isUnknown('c_ClaveProdServ', satProductCode)) {
    const message = `${satProductCode} is not an active code of c_ClaveProdServ.`;
    add('satProductCode', 'product_key_not_in_catalog', message);
  }
  if (isUnknown('c_ClaveUnidad', satUnitCode)) {
    const message = `${satUnitCode} is not an active code of c_ClaveUnidad.`;
    add('satUnitCode', 'unit_not_in_catalog', message);
  }
  const complement = requiredComplement(satProductCode, sale.today);
  if (complement !== undefined && complements?.[ofFuels] === undefined) {
    const message = `Product key ${satProductCode} demands the complement ${complement}; give \`${ofFuels}\` in the item.`;
    add('satProductCode', 'complement_required', message);
  }
  if (!isKeyAllowed(satProductCode, sale)) {
    const message = `Product key ${satProductCode} is not for ordinary invoices; use the key of what is sold.`;
    add('satProductCode', 'product_key_not_allowed', message);
  }
  return issues;
}

/**
 * Whether a product key is allowed. Two kinds of documents use the product key of receipts: transfers, and
 * corrections of a global invoice, whose receiver is the general public.
 */
function isKeyAllowed(key: string, { isGlobal, isCorrection, isPriced, receiverRfc = '' }: Sale) {
  if (key === payrollKey) return false;
  if (key !== receiptKey || isGlobal || !isPriced) return true;
  return isCorrection && Rfc.parse(receiverRfc)?.isGenericNational() === true;
}
