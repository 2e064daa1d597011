export { conceptoOf } from './concepto';
export type { Item, ItemInput, ProductSource } from './item';
export { itemsIssues } from './item-issues';
export { itemOfConcepto } from './item-of-concepto';
export { pricedItems, shownItem, taxSummary } from './priced';
export type { PricedItem, TaxLine, TaxSummary } from './priced';
export { resolveItems } from './resolve-items';
export type { ResolvedItems } from './resolve-items';
