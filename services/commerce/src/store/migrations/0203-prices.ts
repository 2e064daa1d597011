import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

const overrides = `create table price_overrides (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  product_id uuid not null,
  customer_id uuid,
  location_id uuid,
  price numeric(18, 6),
  percentage numeric(9, 6),
  tax_included boolean,
  valid_from date,
  valid_to date,
  min_quantity numeric(18, 6),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, customer_id) references contacts (org_id, id) on delete cascade,
  check (customer_id is not null or location_id is not null),
  check ((price is null) <> (percentage is null))
)`;

export class CreatePrices extends Migration {
  override up(): void {
    const statements = [
      overrides,
      `create unique index price_overrides_key on price_overrides
        (org_id, product_id, customer_id, location_id, min_quantity, valid_from) nulls not distinct`,
      'create index price_overrides_product on price_overrides (org_id, product_id, id)',
      'create index price_overrides_customer on price_overrides (org_id, customer_id, id)',
      'create index price_overrides_location on price_overrides (org_id, location_id, id)',
      ...tenantTable('price_overrides'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table price_overrides');
  }
}
