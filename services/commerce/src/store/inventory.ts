import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { inventoryLevel, movement } from '@timbre/api';
import {
  foldedText,
  idInArray,
  instant,
  json,
  number,
  recordValues,
  resource,
  unnested,
  onlyRow,
  type Answer,
  type List,
  type RecordColumn,
  type Transaction,
  pickColumns,
  recordColumns,
  type RowOf,
} from '@timbre/kit';

/** The stock of a product at a location. */
export const InventoryLevel = defineEntity({
  name: 'InventoryLevel',
  tableName: 'inventory_levels',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    id: p.uuid(),
    productId: p.uuid().primary(),
    locationId: p.uuid().primary(),
    version: p.integer(),
    stock: p.decimal(),
    averageCost: p.decimal().nullable(),
    /** The database calculates this column. */
    isAvailable: p.boolean().persist(false),
    /**
     * The time at which an event for the stock level's changes will be published; null if there are
     * no changes.
     */
    announceAt: p.datetime().nullable(),
    updatedAt: p.datetime(),
  },
});

export type InventoryLevel = InferEntity<typeof InventoryLevel>;

/** A change of a stock level. */
export const InventoryMovement = defineEntity({
  name: 'InventoryMovement',
  tableName: 'inventory_movements',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    productId: p.uuid(),
    locationId: p.uuid(),
    kind: p.text().$type<Answer<typeof movement>['kind']>(),
    quantity: p.decimal(),
    resultingStock: p.decimal(),
    unitCost: p.decimal().nullable(),
    documentRef: p.text().nullable(),
    reason: p.text().nullable(),
    occurredAt: p.datetime(),
  },
});

export type InventoryMovement = InferEntity<typeof InventoryMovement>;

export type LevelKey = Pick<InventoryLevel, 'productId' | 'locationId'>;

export const movementResource = resource<Answer<typeof movement>>(
  'inventory movement',
  'inventory_movements',
  {
    movementId: 'r.id',
    productId: 'r.product_id',
    locationId: 'r.location_id',
    kind: 'r.kind',
    quantity: number('r.quantity'),
    resultingStock: number('r.resulting_stock'),
    unitCost: number('r.unit_cost'),
    documentRef: 'r.document_ref',
    reason: 'r.reason',
    occurredAt: instant('r.occurred_at'),
  },
);

export const movementList: List = {
  name: 'inventory_movements',
  resource: movementResource,
  searchColumn: foldedText("concat_ws(' ', r.kind, r.reason, r.document_ref)"),
  instantColumn: 'r.occurred_at',
};

const ofProduct = (column: string) =>
  `(select p.${column} from products p where p.org_id = r.org_id and p.id = r.product_id)`;

/**
 * The reserved quantity is always 0, because receipts move goods immediately and quotes reserve
 * none.
 */
const inventoryResource = resource<Answer<typeof inventoryLevel>>('inventory', 'inventory_levels', {
  productId: 'r.product_id',
  locationId: 'r.location_id',
  sku: ofProduct('sku'),
  description: ofProduct('description'),
  stock: number('r.stock'),
  reserved: json('0'),
  available: number('r.stock'),
  averageCost: number('r.average_cost'),
  stockStatus: `case when r.is_available then 'available' else 'out_of_stock' end`,
  updatedAt: instant('r.updated_at'),
});

export const inventoryList: List = {
  name: 'inventory',
  resource: inventoryResource,
  searchColumn: ofProduct('search_text'),
  instantColumn: 'r.updated_at',
};

const levelColumns = pickColumns(InventoryLevel, [
  'productId',
  'locationId',
  'version',
  'stock',
  'averageCost',
]);

/** A stock level; amounts are decimal text. */
export type LevelRow = RowOf<typeof levelColumns>;

const keyColumns = recordColumns(InventoryLevel, ['id', 'productId', 'locationId']);

/**
 * Reads the stock levels and locks them, sorted by product and location, as all movements do. A
 * missing stock level is inserted with a stock of 0.
 */
export function lockLevels(tx: Transaction, keys: LevelKey[]): Promise<LevelRow[]> {
  const records = keys.map((key) => ({ ...key, id: tx.newId() }));
  return tx.rows<LevelRow>(
    `insert into inventory_levels as l (id, org_id, product_id, location_id, version, stock, updated_at)
     select x."id", $1, x."productId", x."locationId", 0, 0, $2 from ${unnested(keyColumns, 3)}
     order by x."productId", x."locationId"
     on conflict (org_id, product_id, location_id) do update set version = l.version
     returning ${levelColumns}`,
    [tx.organizationId, tx.now, ...recordValues(keyColumns, records)],
  );
}

/**
 * A stock movement to add; `averageCost` is the new average cost of the stock level, if the cost
 * changes.
 */
export interface AddedMovement extends LevelKey {
  id: string;
  kind: InventoryMovement['kind'];
  quantity: string;
  averageCost?: string | undefined;
  unitCost?: string | undefined;
  documentRef?: string | undefined;
  reason?: string | undefined;
}

const movementColumns: RecordColumn[] = [
  ...keyColumns,
  ['levelId', 'uuid'],
  ...recordColumns(InventoryLevel, ['averageCost']),
  ...recordColumns(InventoryMovement, ['kind', 'quantity', 'unitCost', 'documentRef', 'reason']),
];

/**
 * The time in milliseconds after a stock level's first change within which all its changes are
 * combined into one event.
 */
export const announceAfterMs = 1_000;

export interface MoveOptions {
  /** Whether products without stock tracking are skipped. */
  ofTracked: boolean;
  /**
   * Whether stock may become negative even if the organization does not allow it, because the
   * movement has already happened and cannot be rejected.
   */
  isForced: boolean;
}

/**
 * Adds movements and updates their stock levels, which are locked in the order of product and
 * location. A movement without a unit cost gets the average cost of its stock level.
 * @param movements are the movements, with each product and location at most once
 * @returns the stock level of each movement, except for skipped movements. If the organization does
 * not allow negative stock and a movement exceeds the stock, nothing is written, and that
 * movement's stock level has no version.
 */
export function addMovements(
  tx: Transaction,
  movements: AddedMovement[],
  { ofTracked, isForced }: MoveOptions,
): Promise<(LevelRow | (LevelKey & { version: null }))[]> {
  const records = movements.map((one) => ({ ...one, levelId: tx.newId() }));
  const announceAt = new Date(tx.now.getTime() + announceAfterMs);
  return tx.rows<LevelRow>(
    `with moves as materialized (select * from ${unnested(movementColumns, 6)}
       where not $4::boolean or exists (select from inventory_levels k
         where k.org_id = $1 and k.product_id = x."productId")),
     rule as materialized (select $5::boolean or coalesce((select s.allow_negative_stock from receipt_settings s
       where s.org_id = $1), true) as is_free),
     moved as (
       insert into inventory_levels as l (id, org_id, product_id, location_id, version, stock,
         average_cost, announce_at, updated_at)
       select x."levelId", $1, x."productId", x."locationId", 1, x."quantity", x."averageCost", $3, $2
       from moves x
       where x."quantity" >= 0 or (select is_free from rule) or exists (
         select from inventory_levels k where k.org_id = $1 and k.product_id = x."productId"
           and k.location_id = x."locationId")
       order by x."productId", x."locationId"
       on conflict (org_id, product_id, location_id) do update set
         stock = l.stock + excluded.stock,
         average_cost = coalesce(excluded.average_cost, l.average_cost),
         version = l.version + 1,
         announce_at = coalesce(l.announce_at, excluded.announce_at),
         updated_at = excluded.updated_at
       where excluded.stock >= 0 or l.stock + excluded.stock >= 0 or (select is_free from rule)
       returning l.*),
     added as (
       insert into inventory_movements (id, org_id, product_id, location_id, kind, quantity,
         resulting_stock, unit_cost, document_ref, reason, occurred_at)
       select x."id", $1, x."productId", x."locationId", x."kind", x."quantity", m.stock,
         coalesce(x."unitCost", m.average_cost), x."documentRef", x."reason", $2
       from moves x join moved m
         on m.product_id = x."productId" and m.location_id = x."locationId")
     select x."productId", x."locationId", m.version, m.stock, m.average_cost as "averageCost"
     from moves x left join moved m
       on m.product_id = x."productId" and m.location_id = x."locationId"`,
    [
      tx.organizationId,
      tx.now,
      announceAt,
      ofTracked,
      isForced,
      ...recordValues(movementColumns, records),
    ],
  );
}

/** Returns the given products that have at least one stock movement. */
export async function trackedOf(
  tx: Transaction,
  productIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ productId: string }>(
    `select distinct product_id as "productId" from inventory_levels
     where org_id = $1 and product_id = any($2::uuid[])`,
    [tx.organizationId, [...new Set(productIds)]],
  );
  return new Set(rows.map(({ productId }) => productId));
}

/** Whether the location's stock differs from zero, even if it is negative. */
export async function hasStock(tx: Transaction, locationId: string): Promise<boolean> {
  const rows = await tx.rows(
    `select 1 from inventory_levels where org_id = $1 and location_id = $2 and stock <> 0 limit 1`,
    [tx.organizationId, locationId],
  );
  return rows.length > 0;
}

/** Reads the stock levels whose event is due and marks the event as published. */
export function takeDueLevels(tx: Transaction, max: number): Promise<LevelRow[]> {
  return tx.rows(
    `update inventory_levels set announce_at = null where org_id = $1 and id in (
       select id from inventory_levels where org_id = $1 and announce_at <= $2
       order by announce_at limit $3 for update skip locked)
     returning ${levelColumns}`,
    [tx.organizationId, tx.now, max],
  );
}

/** Returns the quantities that a document moved out of the stock and has not returned. */
export const movedBack = (
  tx: Transaction,
  productIds: readonly string[],
  reference: string,
): Promise<{ productId: string; quantity: string }[]> =>
  tx.rows(
    `select product_id as "productId", (-sum(quantity))::text as quantity from inventory_movements
     where org_id = $1 and product_id = any($2::uuid[]) and document_ref = $3
     group by 1 having sum(quantity) <> 0`,
    [tx.organizationId, productIds, reference],
  );

/** Returns the response that shows a transfer. */
export async function shownTransfer(
  tx: Transaction,
  transfer: { id: string; fromLocationId: string; toLocationId: string },
  movementIds: readonly string[],
): Promise<string> {
  const { id, fromLocationId, toLocationId } = transfer;
  const row = onlyRow(
    await tx.rows<{ json: string }>(
      `select json_build_object('transferId', $3::uuid, 'fromLocationId', $4::uuid,
       'toLocationId', $5::uuid, 'occurredAt', ${instant('$6::timestamptz')},
       'movements', json_agg(${movementResource.json} order by r.id))::text as json
     from ${movementResource.table} r where r.org_id = $1 and ${idInArray(2)}`,
      [tx.organizationId, movementIds, id, fromLocationId, toLocationId, tx.now],
    ),
  );
  return row.json;
}

/** SQL that selects the organizations with stock levels whose event is due. */
export const dueLevels = `select org_id, org_id as id from inventory_levels where announce_at <= $1
  group by org_id order by min(announce_at)`;
