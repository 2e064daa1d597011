import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

const settings = `create table transport_settings (
  id uuid not null,
  org_id uuid primary key,
  version int not null,
  vehicles jsonb not null,
  figures jsonb not null,
  routes jsonb not null,
  updated_at timestamptz not null
)`;

/** Vehicles, persons and routes that drafts with Carta Porte name by their codes. */
export class CreateTransportSettings extends Migration {
  override up(): void {
    for (const sql of [settings, ...tenantTable('transport_settings')]) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table transport_settings');
  }
}
