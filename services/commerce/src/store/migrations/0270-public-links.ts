import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

const publicLinks = `create table public_links (
  id uuid not null,
  org_id uuid not null,
  kind text not null check (kind in ('quote', 'receipt', 'tax_info')),
  subject_id uuid not null,
  digest bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id)
)`;

/**
 * The holder of a token names no organization. A statement that sets a digest sees only the link
 * with this digest; without a digest the policy shows no row.
 */
const holder = `create policy holder on public_links for select
  using (digest = decode(nullif(current_setting('app.link_digest', true), ''), 'hex'))`;

export class CreatePublicLinks extends Migration {
  override up(): void {
    const statements = [
      publicLinks,
      'create unique index public_links_digest on public_links (digest)',
      'create index public_links_subject on public_links (org_id, kind, subject_id)',
      ...tenantTable('public_links'),
      holder,
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table public_links');
  }
}
