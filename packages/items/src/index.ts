export { chargedItem, includedTaxes } from './charged-item';
export type { ChargedItem, IncludedTax } from './charged-item';
export { conceptoOf } from './concepto';
export type {
  Item,
  ItemDetails,
  ItemInput,
  ProductSource,
  ReceiptPart,
  Taxability,
  TaxedItem,
} from './item';
export { itemsIssues } from './item-issues';
export { itemOfConcepto } from './item-of-concepto';
export { pricedItems, shownItem, taxSummary } from './priced';
export type { PricedItem, TaxLine, TaxSummary } from './priced';
export { resolveItems } from './resolve-items';
export { itemsWarnings } from './item-warnings';
export { referenceIssues } from './reference-issues';
export { allowedTaxes } from './tax-object';
export type { ResolvedItems } from './resolve-items';
export type { Sale } from './sale';
export { payableOf, saleTotals } from './sale-totals';
export type { SaleTotals, TaxOfSale } from './sale-totals';
export { taxIssues } from './tax-issues';
