import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { betweenServices } from '@timbre/api';
import { commerce } from '@timbre/contract';
import type { DomainEvent, Transaction } from '@timbre/kit';

/** The stock movements of a CFDI. */
export const CfdiStock = defineEntity({
  name: 'CfdiStock',
  tableName: 'cfdi_stock',
  properties: {
    /** The identifier of the CFDI. */
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    /** The version of the CFDI in its last event. */
    cfdiVersion: p.integer(),
    /**
     * `deducted` means that the goods left the stock; `reversed` means that the goods were
     * returned.
     */
    status: p.text().$type<'deducted' | 'reversed'>(),
    locationId: p.uuid().nullable(),
    /** The products whose stock moved; the stock of untracked products does not move. */
    moved: p.json<string[]>(),
    appliedAt: p.datetime().nullable(),
    reversedAt: p.datetime().nullable(),
  },
});

export type CfdiStock = InferEntity<typeof CfdiStock>;

/** The key class of the advisory lock for stock movements of CFDI. */
const lockClass = 7_140_201;

/**
 * Locks the stock movements of all CFDI of the organization until the commit. Two transactions on
 * the same CFDI must see each other's writes, for example when a CFDI of receipts is canceled while
 * its replacement is stamped. An advisory lock is used, because there may be no row to lock yet.
 * The caller must acquire this lock before the locks of locations and stock levels.
 */
export async function lockCfdiStock(tx: Transaction): Promise<void> {
  await tx.rows('select pg_advisory_xact_lock($1, hashtext($2))', [lockClass, tx.organizationId]);
}

/** Reads the stock movements of these CFDI and locks them, sorted by identifier. */
export async function lockCfdiStockOf(
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CfdiStock>> {
  const locked = await tx.rows<{ id: string }>(
    `select id from cfdi_stock where org_id = $1 and id = any($2::uuid[]) order by id for update`,
    [tx.organizationId, ids],
  );
  if (locked.length === 0) return new Map();
  const em = await tx.entityManager();
  const id = { $in: locked.map((row) => row.id) };
  const found = await em.find(CfdiStock, { organizationId: tx.organizationId, id });
  return new Map(found.map((stock) => [stock.id, stock]));
}

/**
 * Creates the event commerce.cfdi_stock.changed, whose content fiscal-cfdi shows as the document's
 * inventoryImpact. A document has no impact if its products are not tracked, or if its receipts
 * have already moved the goods.
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
