import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { salesReceiptFields } from '@timbre/api';
import { instant, integer, json, resource, type Answer } from '@timbre/kit';

type Shape = Answer<typeof salesReceiptFields>;

/** The fields and settings of sales receipts: one row for an organization that has set them. */
export const ReceiptSettings = defineEntity({
  name: 'ReceiptSettings',
  tableName: 'receipt_settings',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    fields: p.json<Shape['fields']>(),
    allowNegativeStock: p.boolean(),
    header: p.text().nullable(),
    footer: p.text().nullable(),
    selfInvoicingDays: p.integer().nullable(),
    defaultPeriodicity: p.text().nullable(),
    updatedAt: p.datetime(),
  },
});

export type ReceiptSettings = InferEntity<typeof ReceiptSettings>;

export const receiptSettingsResource = resource<Shape>('sales receipt fields', 'receipt_settings', {
  fields: json('r.fields'),
  allowNegativeStock: 'r.allow_negative_stock',
  header: 'r.header',
  footer: 'r.footer',
  selfInvoicingDays: integer('r.self_invoicing_days'),
  defaultPeriodicity: 'r.default_periodicity',
  updatedAt: instant('r.updated_at'),
});
