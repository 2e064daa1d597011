import type { commerce } from '@timbre/contract';
import { command, invalid, replyWith } from '@timbre/kit';
import { receiptFieldIssues } from '../domain/receipt-field';
import { ReceiptSettings, receiptSettingsResource } from '../store/receipt-settings';

/** Replaces all settings of sales receipts; absent ones are removed. */
export const putSalesReceiptFields = command(
  async (tx, request: commerce.PutSalesReceiptFieldsRequest) => {
    const issues = receiptFieldIssues(request.fields);
    if (issues.length) throw invalid(issues);
    // The row exists from here on, so that concurrent first requests wait for each other.
    await tx.rows(
      `insert into receipt_settings (id, org_id, updated_at) values ($1, $1, $2)
       on conflict do nothing`,
      [tx.organizationId, tx.now],
    );
    const id = tx.organizationId;
    const settings = await tx.lock(ReceiptSettings, id, receiptSettingsResource.name);
    const { header = null, footer = null } = request;
    const { selfInvoicingDays = null, defaultPeriodicity = null, allowNegativeStock } = request;
    const fields = request.fields.map(({ type, options, ...field }) => ({
      ...field,
      type: type as ReceiptSettings['fields'][number]['type'],
      ...(options.length > 0 && { options }),
    }));
    Object.assign(settings, { fields, header, footer, selfInvoicingDays, defaultPeriodicity });
    Object.assign(settings, { allowNegativeStock, updatedAt: tx.now });
    return replyWith(receiptSettingsResource, id);
  },
);
