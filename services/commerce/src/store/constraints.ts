import { conflict, type Refusal } from '@timbre/kit';

const taken = (field: string, owner: string, code: string) => (): Refusal => {
  const message = `Another ${owner} has this ${field}.`;
  return conflict(message, code, [{ path: [field], code, message }]);
};

/**
 * The refusals to which violated unique indexes are translated.
 *
 * - cfdi_linked: the CFDI is already linked to another expense
 */
export const constraints = {
  contacts_code: taken('code', 'contact of this kind', 'code_taken'),
  expense_categories_name: taken('name', 'expense category', 'name_taken'),
  expenses_cfdi: () => conflict('This CFDI supports another expense.', 'cfdi_linked'),
  locations_code: taken('code', 'location', 'code_taken'),
  locations_receipt_series: taken('receiptSeries', 'location', 'receipt_series_taken'),
  products_code: taken('code', 'product', 'code_taken'),
  products_sku: taken('sku', 'product', 'sku_taken'),
};
