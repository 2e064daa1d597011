import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

const branding = `create table branding (
  id uuid not null,
  org_id uuid primary key,
  version int not null,
  accent_color text check (accent_color ~ '^#[0-9A-F]{6}$'),
  logo bytea,
  logo_type text,
  pdf_footer text,
  updated_at timestamptz not null,
  check ((logo is null) = (logo_type is null))
)`;

export class CreateBranding extends Migration {
  override up(): void {
    for (const sql of [branding, ...tenantTable('branding')]) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table branding');
  }
}
