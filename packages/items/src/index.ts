export { chargedItem } from './charged-item';
export type { ChargedItem } from './charged-item';
export { conceptoOf } from './concepto';
export type {
  Item,
  ItemComplements,
  ItemDetails,
  ItemInput,
  ProductSource,
  ReceiptPart,
  Taxability,
  TaxedItem,
} from './item';
export { includedTaxes } from './included-taxes';
export type { IncludedTax } from './included-taxes';
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
