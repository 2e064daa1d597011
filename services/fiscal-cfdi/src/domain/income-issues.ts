import { validateComprobante, type Comprobante, type Finding } from '@timbre/cfdi';
import { Decimal, requiredCatalog } from '@timbre/fiscal';
import { decimalIssues } from './decimal-field';
import type { Draft, DraftInput } from './draft';
import type { Profile } from './fiscal-profile';
import { incomeComprobante } from './income';
import { paymentIssues } from './income-payment';
import type { Issue } from './issue';
import { itemIssues } from './item-issues';
import { receiverIssues } from './receiver';

/** A PAC's code for what is not in the schema. */
const structureCode = '301';
/** t_Importe: 18 digits and 6 decimals. */
const amountMax = Decimal.from('999999999999999999.999999');

/**
 * Every rule that an income draft breaks on a date: those of its parts, and of the whole only when
 * the parts hold.
 * - customer_missing, items_missing
 * - currency_not_in_catalog, currency_not_allowed: XXX is no currency to be paid in
 * - exchange_rate_missing: a foreign currency needs one (CFDI40115)
 * - exchange_rate_not_allowed: pesos have none (CFDI40114)
 * - amount_too_large: the document cannot hold the amount
 * - document_invalid: the schema has no place for a value, such as a base that rounds to nothing
 * - CFDI…: any other rule of the SAT's matrix, by the SAT's own code
 */
export function incomeIssues(draft: Draft, profile: Profile, today: string): Issue[] {
  const { input, customer, items } = draft;
  const issues = [
    ...(customer ? receiverIssues(customer, input.cfdiUse ?? '', today) : customerMissing()),
    ...(items.length > 0 ? items.flatMap((item, i) => itemIssues(item, i, today)) : noItems()),
    ...paymentIssues(input.payment, today),
    ...currencyIssues(input, today),
  ];
  return issues.length > 0 ? issues : documentIssues(draft, profile, today);
}

const customerMissing = (): Issue[] => [
  { path: ['customerId'], code: 'customer_missing', message: 'An income has a customer.' },
];
const noItems = (): Issue[] => [
  { path: ['items'], code: 'items_missing', message: 'A document has at least one item.' },
];

function currencyIssues({ currency = 'MXN', exchangeRate }: DraftInput, today: string): Issue[] {
  const at = (field: string, code: string, message: string) => [{ path: [field], code, message }];
  if (!requiredCatalog('c_Moneda').isActive(currency, today)) {
    return at('currency', 'currency_not_in_catalog', 'Not an active code of c_Moneda.');
  }
  if (currency === 'XXX') {
    return at('currency', 'currency_not_allowed', 'XXX is no currency to be paid in.');
  }
  if (currency === 'MXN') {
    if (exchangeRate === undefined || Decimal.parse(exchangeRate)?.equals(Decimal.one)) return [];
    const message = 'A document in pesos has no exchange rate.';
    return at('exchangeRate', 'exchange_rate_not_allowed', message);
  }
  if (exchangeRate !== undefined) {
    return decimalIssues(exchangeRate, ['exchangeRate'], { isPositive: true });
  }
  const message = `A document in ${currency} says how many pesos one ${currency} is.`;
  return at('exchangeRate', 'exchange_rate_missing', message);
}

function documentIssues(draft: Draft, profile: Profile, today: string): Issue[] {
  const document = incomeComprobante(draft, profile, { fecha: `${today}T12:00:00` });
  if (document.subTotal.greaterThan(amountMax)) {
    const message = 'The items add up to more than a document can hold.';
    return [{ path: ['items'], code: 'amount_too_large', message }];
  }
  return findingsOf(document);
}

function findingsOf(document: Comprobante): Issue[] {
  return validateComprobante(document).map(({ code, path, message }) => ({
    path: pathOf(path),
    code: code === structureCode ? 'document_invalid' : code,
    message,
  }));
}

/** Where a finding of the document is in the input. */
function pathOf([part = '', index]: Finding['path']): (string | number)[] {
  if (part === 'conceptos' && index !== undefined) return ['items', index];
  if (part === 'receptor') return [index === 'usoCfdi' ? 'cfdiUse' : 'customerId'];
  const own: Record<string, (string | number)[]> = {
    formaPago: ['payment', 'formCode'],
    condicionesDePago: ['payment', 'conditions'],
    moneda: ['currency'],
    tipoCambio: ['exchangeRate'],
    conceptos: ['items'],
    descuento: ['items'],
    subTotal: ['items'],
    total: ['items'],
    impuestos: ['items'],
  };
  return own[part] ?? [];
}
