import type { commerce } from '@timbre/contract';
import { command, invalid, replyWith } from '@timbre/kit';
import { receiptFieldIssues } from '../domain/receipt-field';
import {
  beginReceiptSettings,
  ReceiptSettings,
  receiptSettingsResource,
} from '../store/receipt-settings';

/** Replaces all settings of sales receipts; missing settings are removed. */
export const putSalesReceiptFields = command(
  async (tx, request: commerce.PutSalesReceiptFieldsRequest) => {
    const issues = receiptFieldIssues(request.fields);
    if (issues.length) throw invalid(issues);
    await beginReceiptSettings(tx);
    const id = tx.organizationId;
    const settings = await tx.lock(ReceiptSettings, id, receiptSettingsResource.name);
    const { header = null, footer = null } = request;
    const { selfInvoicingDays = null, defaultPeriodicity = null, allowNegativeStock } = request;
    const { selfInvoicingLinks = true } = request;
    const fields = request.fields.map(({ type, options, ...field }) => ({
      ...field,
      type: type as ReceiptSettings['fields'][number]['type'],
      ...(options.length > 0 && { options }),
    }));
    Object.assign(settings, { fields, header, footer, selfInvoicingDays, defaultPeriodicity });
    Object.assign(settings, { allowNegativeStock, selfInvoicingLinks, updatedAt: tx.now });
    return replyWith(receiptSettingsResource, id);
  },
);
