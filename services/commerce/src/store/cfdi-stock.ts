import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { betweenServices } from '@timbre/api';
import { commerce } from '@timbre/contract';
import type { DomainEvent } from '@timbre/kit';

/** The effect of the goods of a CFDI on the stock. */
export const CfdiStock = defineEntity({
  name: 'CfdiStock',
  tableName: 'cfdi_stock',
  properties: {
    /** Of the CFDI. */
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    /** The version of the last event of the CFDI. */
    cfdiVersion: p.integer(),
    /** `deducted`: out of the stock; `reversed`: back in it. */
    status: p.text().$type<'deducted' | 'reversed'>(),
    locationId: p.uuid().nullable(),
    /** The products that moved: untracked products stay as they are. */
    moved: p.json<string[]>(),
    appliedAt: p.datetime().nullable(),
    reversedAt: p.datetime().nullable(),
  },
});

export type CfdiStock = InferEntity<typeof CfdiStock>;

/**
 * commerce.cfdi_stock.changed: fiscal-cfdi shows it as the document's inventoryImpact. A document that moved nothing
 * has none: its products are not tracked, or receipts have moved them.
 */
export const cfdiStockChanged = (stock: Omit<CfdiStock, 'organizationId'>): DomainEvent => ({
  subject: 'commerce.cfdi_stock.changed',
  aggregate: 'cfdi_stock',
  aggregateId: stock.id,
  aggregateVersion: stock.version,
  payload: commerce.CfdiStock.encode({
    cfdiId: stock.id,
    version: stock.version,
    status: stock.moved.length > 0 ? stock.status : 'none',
    locationId: stock.locationId ?? undefined,
    appliedAt: stock.appliedAt?.toISOString(),
    reversedAt: stock.reversedAt?.toISOString(),
  }).finish(),
});

export const stockBetweenServices = betweenServices('commerce.cfdi_stock');
