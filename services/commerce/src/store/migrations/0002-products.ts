import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

const products = `create table products (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  active boolean not null,
  description text not null,
  price numeric(18, 6) not null check (price >= 0),
  sku text,
  code text,
  quantity_discounts jsonb,
  tax_included boolean,
  tax_rate numeric(18, 6) check (tax_rate between 0 and 1),
  taxability text check (taxability in ('standard', 'zero', 'exempt')),
  tax_exempt_reason text,
  sat_product_code text,
  sat_unit_code text,
  search_text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id)
)`;

export class CreateProducts extends Migration {
  override up(): void {
    const statements = [
      products,
      'create unique index products_sku on products (org_id, sku) where sku is not null',
      'create unique index products_code on products (org_id, code) where code is not null',
      'create index products_active on products (org_id, active, id)',
      ...tenantTable('products'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table products');
  }
}
