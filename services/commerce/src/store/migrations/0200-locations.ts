import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

const locations = `create table locations (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  name text not null,
  postal_code text not null,
  is_default boolean not null,
  active boolean not null,
  code text,
  address jsonb,
  phone text,
  receipt_series text,
  search_text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id),
  constraint locations_default_is_active check (active or not is_default)
)`;

export class CreateLocations extends Migration {
  override up(): void {
    const statements = [
      locations,
      'create unique index locations_code on locations (org_id, code) where code is not null',
      `create unique index locations_receipt_series on locations (org_id, receipt_series)
        where receipt_series is not null`,
      'create unique index locations_default on locations (org_id) where is_default',
      'create index locations_active on locations (org_id, active, id)',
      ...tenantTable('locations'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table locations');
  }
}
