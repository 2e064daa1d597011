import { Migration } from '@mikro-orm/migrations';
import { readableBySystem, tenantTable } from '@timbre/kit';

/**
 * The stock of a product at a location: the sum of its movements. A sale changes no indexed column
 * while stock is left, and pages keep free space, so the new version of a frequently changed row
 * stays in its page. `announce_at` is the time at which the event of the movements since the last
 * event is due.
 */
const levels = `create table inventory_levels (
  id uuid not null,
  org_id uuid not null,
  product_id uuid not null,
  location_id uuid not null,
  version int not null,
  stock numeric(30, 6) not null,
  average_cost numeric(18, 6),
  is_available boolean not null generated always as (stock > 0) stored,
  announce_at timestamptz,
  updated_at timestamptz not null,
  primary key (org_id, product_id, location_id)
) with (fillfactor = 50)`;

/** Every movement with the stock after it; a row never changes. */
const movements = `create table inventory_movements (
  id uuid not null,
  org_id uuid not null,
  product_id uuid not null,
  location_id uuid not null,
  kind text not null check (kind in ('sale', 'refund', 'cancel', 'adjustment', 'transfer_in',
    'transfer_out', 'receipt', 'cfdi_deduct', 'cfdi_reverse', 'import')),
  quantity numeric(30, 6) not null,
  resulting_stock numeric(30, 6) not null,
  unit_cost numeric(18, 6),
  document_ref text,
  reason text,
  occurred_at timestamptz not null,
  primary key (org_id, id)
)`;

const suppliers = `create table product_suppliers (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  product_id uuid not null,
  contact_id uuid not null,
  supplier_sku text,
  cost numeric(18, 6),
  lead_time_days int,
  preferred boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, contact_id) references contacts (org_id, id) on delete cascade
)`;

const tables = ['inventory_levels', 'inventory_movements', 'product_suppliers'];

export class CreateInventory extends Migration {
  override up(): void {
    const statements = [
      levels,
      'create unique index inventory_levels_id on inventory_levels (org_id, id)',
      'create index inventory_levels_location on inventory_levels (org_id, location_id, id)',
      'create index inventory_levels_available on inventory_levels (org_id, is_available, id)',
      `create index inventory_levels_due on inventory_levels (announce_at)
        where announce_at is not null`,
      movements,
      'create index inventory_movements_product on inventory_movements (org_id, product_id, id)',
      `create index inventory_movements_location
        on inventory_movements (org_id, product_id, location_id, id)`,
      suppliers,
      `create unique index product_suppliers_contact
        on product_suppliers (org_id, product_id, contact_id)`,
      'create index product_suppliers_product on product_suppliers (org_id, product_id, id)',
      'create index product_suppliers_of_contact on product_suppliers (org_id, contact_id)',
      `create unique index product_suppliers_preferred on product_suppliers (org_id, product_id)
        where preferred`,
      ...tables.flatMap(tenantTable),
      ...readableBySystem('commerce', 'inventory_levels'),
      'revoke update, delete, truncate on inventory_movements from commerce_app',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    for (const table of tables) this.addSql(`drop table ${table}`);
  }
}
