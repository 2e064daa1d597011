import type { commerce } from '@timbre/contract';
import { query } from '@timbre/kit';
import { readReceiptSettings } from '../store/receipt-settings';

const defaults = '{"fields":[],"allowNegativeStock":true,"selfInvoicingLinks":true}';

/**
 * Returns the receipt settings. An organization without stored settings has no custom fields, and
 * its sales may exceed the stock.
 */
export const getSalesReceiptFields = query(
  async (read, _: commerce.GetSalesReceiptFieldsRequest) => {
    const json = await readReceiptSettings(read);
    return Buffer.from(`{"data":${json ?? defaults}}`);
  },
);
