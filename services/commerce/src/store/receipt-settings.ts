import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { salesReceiptFields } from '@timbre/api';
import {
  instant,
  integer,
  json,
  resource,
  type Answer,
  type Reader,
  type Transaction,
} from '@timbre/kit';

type Shape = Answer<typeof salesReceiptFields>;

/** The custom fields and settings of sales receipts; one row per organization with settings. */
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
    selfInvoicingLinks: p.boolean(),
    defaultPeriodicity: p.text().nullable(),
    updatedAt: p.datetime(),
  },
});

export type ReceiptSettings = InferEntity<typeof ReceiptSettings>;

export const receiptSettingsResource = resource<Shape>('sales receipt fields', 'receipt_settings', {
  fields: json('r.fields'),
  allowNegativeStock: 'r.allow_negative_stock',
  selfInvoicingLinks: 'r.self_invoicing_links',
  header: 'r.header',
  footer: 'r.footer',
  selfInvoicingDays: integer('r.self_invoicing_days'),
  defaultPeriodicity: 'r.default_periodicity',
  updatedAt: instant('r.updated_at'),
});

/** Reads the settings as JSON for a response; undefined without stored settings. */
export async function readReceiptSettings(read: Reader): Promise<string | undefined> {
  const { json: shown, table } = receiptSettingsResource;
  const [row] = await read.rows<{ json: string }>(
    `select ${shown}::text as json from ${table} r where r.org_id = :org`,
  );
  return row?.json;
}

/**
 * Inserts the settings row if it is missing. If two first requests run concurrently, the second
 * request waits for the first.
 */
export async function beginReceiptSettings(tx: Transaction): Promise<void> {
  await tx.rows(
    `insert into receipt_settings (id, org_id, updated_at) values ($1, $1, $2)
     on conflict do nothing`,
    [tx.organizationId, tx.now],
  );
}
