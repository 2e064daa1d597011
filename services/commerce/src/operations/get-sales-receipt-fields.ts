import type { commerce } from '@timbre/contract';
import { query } from '@timbre/kit';
import { receiptSettingsResource } from '../store/receipt-settings';

/** An organization that has set nothing has no fields and may sell more than its stock. */
export const getSalesReceiptFields = query(
  async (read, _: commerce.GetSalesReceiptFieldsRequest) => {
    const { json, table } = receiptSettingsResource;
    const [row] = await read.rows<{ json: string }>(
      `select ${json}::text as json from ${table} r where r.org_id = :org`,
    );
    return Buffer.from(`{"data":${row?.json ?? '{"fields":[],"allowNegativeStock":true}'}}`);
  },
);
